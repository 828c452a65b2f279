"""Check the dice of a finished game without trusting the judge: python check_dice.py letter.txt [SEAL]

`letter.txt` is the last mail of the game, saved as a file; SEAL is the one in your first report. You need nothing but Python 3.8.
"""

import hashlib
import hmac
import re
import sys


def throw_for(key, subject):
    """The roll that a key gives for a subject: the first byte below 252 of HMAC-SHA256, divided by 6; the remainder plus 1."""
    message = subject if "#" in subject else subject + "#1"
    while True:
        digest = hmac.new(key, message.encode("utf-8"), hashlib.sha256).digest()
        for byte in digest:
            if byte < 252:
                return byte % 6 + 1
        message = digest.hex()


def main(path, told_seal=""):
    """Print a line for the seal and for each roll; return 1 if one is wrong."""
    with open(path, encoding="utf-8") as file:
        letter = file.read()
    record = letter[letter.index("DICE OF") : letter.index("END OF DICE")]
    lines = [re.sub(r"^[> \t]+", "", line).rstrip() for line in record.split("\n")][1:]
    seal, seed = (next(line.split()[1] for line in lines if line.startswith(word)) for word in ("seal ", "seed "))
    words = [line[len("word ") :] for line in lines if line.startswith("word ")]
    right = hashlib.sha256(seed.encode("utf-8")).hexdigest() == seal and told_seal in ("", seal)
    print("seal", seal, "is right" if right else "IS WRONG")
    key, wrong = "\n".join([seed, *words]).encode("utf-8"), not right
    for found in filter(None, (re.fullmatch(r"(\S.*) = (\d+)( stated)?(?:, was (\d+))?", line) for line in lines)):
        subject, told, stated, was = found.groups()
        drawn, checked = throw_for(key, subject), was if stated else told
        false = checked is not None and int(checked) != drawn
        verdict = f"IS WRONG: {drawn}" if false else f"stated by the GM{', was ' + was if was else ''}" if stated else "is right"
        print(subject, told, verdict)
        wrong = wrong or false
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
