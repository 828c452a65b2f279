"""What people write next to a yes, or around another answer, without taking anything back, as data: one list for each purpose.

Anything else after a yes makes it unclear (`answers`).
"""

from __future__ import annotations

from judge.commands.consent_words import listed, words

PLAIN = words(
    """
    yes yess yep yup yeah yea y aye affirmative confirm confirmed jawohl jawoll jep ja jada jatack oui ouais si sí sim tak
    да da ага так kyllä joo juu evet igen ano áno ναι nai hai はい はいお願いします 是 是的 네 예
    bestatigt bestatige confirme confirmo confirmado confermo bevestig bevestigd bekraftar bekrefter bekræfter potwierdzam
    подтверждаю vahvistan onaylıyorum potvrzuji megerősítem
    """
)
"""Words that plainly say yes, as is needed for what cannot be undone. Others (`ok`, `sure`) agree only to what can be undone."""

JOINING = listed(
    """
    count me in | i'm in | i am in | i'd love to | i would love to | happy to | sounds good | i'd like to play
    i would like to play | i'd like to join | i would like to join | i want to play | i want to join | i want in
    i will play | i'll play | i will join | i'll join | let me in | let's play | i'd love to play | i would love to play
    i'd love to join | i would love to join | happy to play | happy to join | glad to play | glad to join
    looking forward to it | looking forward to the game | looking forward to playing | i look forward to it
    i'd be delighted | i would be delighted | i'd be delighted to | i would be delighted to | delighted to | i'd be glad to
    i would be glad to | i'd be happy to | i would be happy to | i'd be honoured | i'd be honored | would love to
    sounds great | sounds fun | sounds like fun | sign me up | put me down
    """
)
"""What somebody says who wants to play. It agrees to joining, but not to leaving."""

COURTESIES = listed(
    """
    i vote | i vote yes | i vote for it | my vote is | my vote | vote | for it | in favour | in favor | fine with me | with me
    please | thanks again | many thanks | thank you so much | thanks so much | thanks for asking | thank you for asking
    that was me | it was me | this was me | it was i | that was i | it is me | that is me | i am sure | i'm sure | go on
    i am certain | go ahead | do it | do so | let's go | i mean it | i meant it | i really do | i did | i do | i was | i am
    sorry | sorry for the trouble | sorry for the confusion | sorry for the other address | sorry about that
    sorry for the delay | sorry for the late reply | sorry for the late answer | from my other address
    from my other account | from another address | from my work address | from my private address | from my phone
    it is correct | it is right | this is correct | this is right | all correct | all right | alright | all good
    have a nice weekend | have a good weekend | have a nice evening | hope you are well | hope you're well | hope all is well
    i hope you are well | i hope this finds you well | hope this finds you well | let me know if anything is unclear
    let me know if something is unclear | looking forward to the results | here are my orders for this turn
    here's what i'd like to do | here is what i would like to do | please find my orders below | find my orders below
    have a nice day | have a good day | good luck | good work | great work | great job | well done | best | all the best
    best wishes | best regards | kind regards | warm regards | regards | with kind regards | sincerely | yours | yours truly
    yours sincerely | greetings | bye | love | take care | lg | mfg | vg | br | rgds
    bitte | bitte sehr | danke schon | danke dir | danke sehr | besten dank | viele grusse | liebe grusse | gruss | grusse
    beste grusse | mit freundlichen grussen | mit besten grussen | schone grusse | herzliche grusse | sehr gern
    sehr gerne | ich bin es | ich bin's | ich war es | ich war's | das bin ich | bin ich | war ich | von mir
    das ist meiner | das ist richtig | das ist korrekt | richtig | korrekt | ganz sicher
    s'il vous plait | s'il te plait | svp | stp | c'est bien moi | c'etait bien moi | c'est exact | c'est correct | exact
    cordialement | bien cordialement | amicalement | salutations | bien a vous
    per favore | prego | sono io | cordiali saluti | saluti | un saluto | grazie mille
    por favor | soy yo | fui yo | saludos | un saludo | mil gracias | muito obrigado | muito obrigada | sou eu
    cumprimentos | abraco | abracos | alstublieft | alsjeblieft | graag | hoor | dat was ik | dat klopt | hartelijk dank
    groet | groeten | groetjes | met vriendelijke groet | met vriendelijke groeten | vriendelijke groeten | mvg
    tack sa mycket | mange tak | tusen takk | det var jag | det var meg | det var mig | halsningar | mvh | hilsen | vh
    med vanlig halsning | med venlig hilsen | med vennlig hilsen | vanliga halsningar
    prosze | to ja | to byłem ja | to byłam ja | pozdrawiam | pozdrowienia | pozdrav | dekuji | prosim
    пожалуиста | это я | это был я | это была я | с уважением | kiitos | tesekkurler | koszonom | udvozlettel
    """
)
"""Phrases that add nothing to a yes."""

DENIALS = words("no nope nah nay nein nee neen non nao nej nei nie нет ei nem")
"""Words that say no to a question and nothing else."""

SMALL = words(
    """
    i we it it's this that that's the my mine our me is was am wrote sent letter mail email e message judge here there
    really indeed very much so too also certainly definitely absolutely sure surely ok okay great cool good nice super
    perfect wonderful excellent brilliant fine exactly right and
    das der ist war ich mein meine brief mail nachricht wirklich und sehr super toll prima
    bien tres et parfait bene molto bueno muy bom muito
    """
)
"""Words from which no sentence can be made that withdraws a yes."""

NODS = words(
    """
    ok okay okey k fine good great well all right alright very much many so thanks thank you thx cheers please judge then
    """
)
"""Words that only acknowledge a letter, if nothing else is said. They agree to joining, but not to an order."""

RECEIVED = listed(
    """
    got it | received | noted | understood | roger | will do | see you | see you then | good game | gg | ty | tnx | tx | thank u
    many thx | lol | haha | ha ha | yay | wow | looks good | nice one | good one | good stuff | no worries | sounds good
    alles klar | verstanden | erhalten | angekommen | perfekt | passt | d'accord | compris | bien recu | recu | parfait
    capito | ricevuto | perfetto | va bene | entendido | recibido | perfecto | vale | de acuerdo | recebido | perfeito
    begrepen | ontvangen | prima | oke | helder | forstatt | uppfattat | mottaget | forstatt | mottatt | forstaet | modtaget
    grazie mille | mil gracias | muito obrigado | muito obrigada | hartelijk dank | tack sa mycket | mange tak | tusen takk
    besten dank | danke schon | danke sehr | danke dir | thanks again | thank you so much | thanks so much | great game
    great work | great job | well done | kiitos | tesekkurler | koszonom | dekuji
    dzieki wielkie | rozumiem | otrzymalem | otrzymalam | jasne | понял | поняла | получил | получила | ок
    """
)
"""Phrases by which somebody acknowledges a letter."""

INSISTING = listed(
    """
    and that's final | and thats final | that's final | thats final | that is final | for heaven's sake | for god's sake
    for goodness' sake | for goodness sake | for pete's sake
    """
)
"""What insists on the answer before it."""

AROUND = words(
    """
    yes ok okay correct right indeed exactly please sorry thanks thank you i meant mean it is its was should be make that the
    of course and then to into one number no option choice answer nr y ja oui si sim tak yep yeah bitte danke merci grazie
    gracias das die der den les aux instead rather actually definitely
    """
)
"""Words around an answer that chooses one order: `the first one please`, `sorry, I meant Bur`."""

COUNTED = {
    "1": 0, "2": 1, "3": 2, "4": 3, "5": 4, "first": 0, "second": 1, "third": 2, "fourth": 3, "1st": 0, "2nd": 1, "3rd": 2,
    "two": 1, "three": 2, "former": 0, "latter": -1, "last": -1, "former one": 0, "latter one": -1, "erste": 0, "ersten": 0,
    "zweite": 1, "zweiten": 1, "dritte": 2, "letzte": -1, "premier": 0, "premiere": 0, "deuxieme": 1, "seconde": 1,
    "derniere": -1, "primero": 0, "primera": 0, "segundo": 1, "segunda": 1, "primo": 0, "prima": 0, "secondo": 1, "seconda": 1,
}  # fmt: skip
"""Words that choose one of the things offered → its index; -1 for the last."""

CHOICES = {
    "north": "north coast", "south": "south coast", "east": "east coast", "west": "west coast",
    "northern": "north coast", "southern": "south coast", "eastern": "east coast", "western": "west coast",
    "northern coast": "north coast", "southern coast": "south coast", "eastern coast": "east coast",
    "western coast": "west coast", "one": "1", "number one": "1",
}  # fmt: skip
"""Words for what is offered → the words with which orders are read."""

ALL = {
    "all": 0, "alle": 0, "alles": 0, "tous": 0, "toutes": 0, "tutti": 0, "tutte": 0, "todos": 0, "todas": 0,
    "both": 2, "beide": 2, "beides": 2, "deux": 2, "entrambi": 2, "entrambe": 2, "ambos": 2, "ambas": 2, "allebei": 2,
}  # fmt: skip
"""Words that choose everything offered → how many things that must be; 0 for any number."""

NUMBERS = {
    "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "zwei": 2, "drei": 3, "vier": 4,
    "trois": 3, "quatre": 4,
}  # fmt: skip
"""Words of how many, behind such a word."""

BUT = words("but except save besides without ausser sauf tranne salvo menos excepto")
"""Words behind such a word that leave something out."""

COASTS = words("nc sc ec wc coast them")
"""Further words of coasts."""

NOT_ONE = words("or not either neither any whichever whatever oder ou nicht pas")
"""Words of somebody who does not choose one thing."""

DENYING = words(
    """
    or oder ou not nothing never neither isn't don't keep spare nicht kein keine nie pas non niet geen inte ikke nao nada nunca
    """
)
"""Words that say of a place near them that it is not chosen."""

JOINS = words("or not oder ou nicht pas")
"""Words among these that say nothing alone: `or` may stand between two orders."""

PASSES_ON = ("yes",)
"""Lines that by themselves ask to pass something on to the GM."""

NO_NAMES = words(
    """
    abort withdraw withdrawn ignore hold stop cancel cancelled canceled forged forgery fake faked spam decline declined refuse
    refused reject object objection tomorrow later wait keep undo revert delete remove discard drop forget mistake error wrong
    without subject still playing somebody someone else before after unless only monday tuesday wednesday thursday
    friday saturday sunday next today tonight soon maybe perhaps resign stay remain leave
    abbrechen abbruch irrtum fehler vergiss loschen warte morgen spater gefalscht annulez annuler attendez erreur annulla
    aspetta errore cancela espera falso
    """
)
"""Words that never begin a name below a letter, whatever their capitals."""

NAMED = listed(
    """
    my name is | my name's | my full name is | name is | name's | the name is | the name's | my name will be | call me
    everybody calls me | everyone calls me | people call me | friends call me | put me down as | sign me up as
    put me in as | use the name | use my name | under the name | under the name of | by the name of | print my name as
    print me as | list me as | name me | name:
    ich heiße | mein name ist | mein name lautet | je m'appelle | mon nom est | mi chiamo | il mio nome è | me llamo
    mi nombre es | meu nome é | chamo-me | me chamo | mijn naam is | ik heet | jag heter | mitt namn är | jeg heter
    jeg hedder | mit navn er | mitt navn er | nazywam się | mam na imię | меня зовут | моё имя
    """
)
"""What stands before somebody's own name, and nothing else does."""

NAMED_PERHAPS = listed(
    """
    i'm | i am | this is | it's | it is | here is | signed | as | als | ich bin | hier ist | je suis | c'est | ici | sono | io sono
    soy | yo soy | sou | eu sou | ik ben | dit is | jag är | jeg er | det är | det er | jestem | это | я
    """
)
"""What stands before somebody's own name, or before anything else."""

NAMED_BEHIND = listed(
    "here | is my name | is the name | is my full name | hier | ici | ist mein name | est mon nom | is mijn naam"
)
"""What stands behind somebody's own name."""

PARTICLES = words("van von de der den di da la le du del dos af al el bin ter ten zu")
"""Small words within a name."""
