"""Words of consent and of refusal, as data, with blanks between words and signs. `answers` compares replies with them.

Some words mean yes in one language and something else in another (`si`, `da`, `tak`, `ja`), or begin what machines write (`Si
vous avez une urgence`): those count only where they stand alone, before a sign or at the end.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘´`", "'"))


def fold_words(text: str) -> str:
    """Return a text in small letters, without accents and with one kind of apostrophe."""
    parts = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES).casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def listed(text: str) -> tuple[str, ...]:
    """Return the phrases of a text, folded; they are separated by line ends or `|`."""
    return tuple(" ".join(phrase.split()) for phrase in fold_words(text).replace("\n", "|").split("|") if phrase.strip())


def words(text: str) -> frozenset[str]:
    """Return the words of a text, folded."""
    return frozenset(fold_words(text).split())


class ConsentWords(NamedTuple):
    """Words of consent and refusal in one language, or several similar ones."""

    yes: tuple[str, ...]
    """Consent, whatever follows."""
    yes_alone: tuple[str, ...]
    """Consent if a sign or the end follows."""
    no: tuple[str, ...]
    """Refusal, whatever follows."""
    no_alone: tuple[str, ...]
    but: frozenset[str]
    """Words that withdraw a consent, put it off or attach a condition to it."""


_ENGLISH_BUT = words(
    """
    no not nor never neither cannot none but however unless except if whether provided instead rather though although wait
    later maybe perhaps possibly think thinking consider decide first until till when once
    """
)

TONGUES = (
    ConsentWords(
        listed(
            """
            yes | yess | yep | yup | yeah | yea | ok | okay | okey | sure | confirm | confirmed | i confirm | we confirm
            of course | absolutely | definitely | certainly | gladly | agreed | i agree | accept | accepted | i accept
            approved | affirmative | it was me | that was me | this was me | it is me | it's me | that's me | i wrote it
            i wrote this | i wrote that | i sent it | i sent this | i sent that | it is mine | it's mine | this is mine
            that is mine | that's mine | count me in | go ahead | go for it | let's do it | with pleasure | happy to
            i'd love to | i would love to | i'd like to play | i would like to play | i'd like to join
            i would like to join | please go ahead | i'd be delighted | i would be delighted | delighted to | i'd be glad to
            i would be glad to | i'd be happy to | i would be happy to | i'd be honoured | i'd be honored | would love to
            sign me up | put me down
            """
        ),
        listed(
            """
            y | aye | right | correct | that is correct | that's correct | that is right | that's right | fine | deal | mine
            i did | i do | please do | please do it | please do so | do it | do it please | do so | i'm in | i am in
            sounds good | sounds great | sounds fun | sounds like fun | yes please
            """
        ),
        listed(
            """
            no | nope | nah | nay | not | never | stop | cancel | unsubscribe | remove me | remove my | please remove
            please cancel | please stop | please unsubscribe | please take me off | take me off | decline | declined
            i decline | i refuse | refused | don't | do not | dont | please don't | please do not | please dont | go away
            leave me alone | forget it | forget that | forget about it | drop it | drop that | discard | i'd rather not
            i would rather not | rather not | reject | rejected
            """
        ),
        listed("n | sorry | remove | delete | delete it | negative | never mind"),
        _ENGLISH_BUT,
    ),
    ConsentWords(
        listed(
            """
            jawohl | jawoll | ja bitte | ja gern | ja gerne | ja klar | ja genau | ja sicher | ja das war ich | ja ich
            genau
            """
        ),
        listed(
            """
            ja | jo | jep | klar | klar doch | gern | gerne | einverstanden | bestatigt | bestatige | ich bestatige
            ja bestatige ich | das war ich | in ordnung | naturlich | mach das | bitte machen | passt | stimmt
            ja das stimmt
            """
        ),
        listed(
            """
            nein | nee | nicht | niemals | nie | abbrechen | abmelden | stopp | bitte nicht | bitte loschen | kein interesse
            keine zeit | ich nicht | lassen sie mich
            """
        ),
        listed("nö | ne"),
        _ENGLISH_BUT
        | words(
            """
            nicht nie niemals nein kein keine keinen doch aber nur wenn falls sofern ausser vielleicht spater erst warte
            warten moment uberlegen uberlege statt sondern
            """
        ),
    ),
    ConsentWords(
        listed(
            """
            oui | ouais | d'accord | bien sur | volontiers | je confirme | je suis d'accord | c'est moi | c'etait moi
            c'est bien moi
            """
        ),
        listed("ok | si | confirme | accepte | j'accepte | allez y | faites le | avec plaisir"),
        listed(
            """
            non | nan | jamais | annuler | annulez | arretez | desabonner | desinscrire | desinscription | pas moi
            pas question
            """
        ),
        (),
        words(
            """
            pas non jamais ne ni mais si sauf sinon plutot attendez attends plus peut reflechir quand condition
            """
        ),
    ),
    ConsentWords(
        listed(
            """
            si confermo | si grazie | si volentieri | si certo | si per favore | si sono io | certo | certamente | confermo
            va bene
            """
        ),
        listed("si | volentieri | accetto | d'accordo | sono io | sono stato io | sono stata io | esatto"),
        listed("non | mai | annulla | annullare | disiscrivimi | cancellami"),
        listed("no"),
        words("no non mai ma se pero tranne invece solo dopo forse aspetta prima quando"),
    ),
    ConsentWords(
        listed(
            """
            si por favor | si gracias | si confirmo | si claro | si soy yo | si fui yo | claro que si | por supuesto
            confirmo | de acuerdo
            """
        ),
        listed("sí | claro | vale | acepto | adelante | soy yo | fui yo | he sido yo | correcto"),
        listed("nunca | jamas | cancelar | cancela | darme de baja | dar de baja | baja"),
        (),
        words(
            """
            no nunca jamas ni pero si excepto salvo solo despues luego quizas quiza tal cuando espera mejor sino
            """
        ),
    ),
    ConsentWords(
        listed("sim | com certeza | com prazer | sou eu"),
        listed("claro | aceito | confirmo | confirmado | fui eu | de acordo"),
        listed("nao | nunca | jamais | cancelar | cancele | remover"),
        (),
        words("nao nunca jamais nem mas se exceto salvo so depois talvez quando espera"),
    ),
    ConsentWords(
        listed(
            """
            ja graag | ja hoor | ja dat was ik | ja zeker | ja prima | ja dat klopt | zeker | akkoord | jazeker
            """
        ),
        listed("ja | graag | klopt | dat klopt | dat was ik | ik bevestig | bevestigd | doe maar | prima"),
        listed("nee | neen | niet | nooit | annuleren | afmelden | uitschrijven | liever niet | stoppen"),
        (),
        words(
            """
            niet nee nooit geen maar als mits tenzij behalve misschien wacht wachten later nadenken eerst pas tot
            """
        ),
    ),
    ConsentWords(
        listed(
            """
            ja tack | ja garna | ja det var jag | ja visst | jada | jatack | ja takk | ja gjerne | ja det var meg
            ja det var mig | absolut | selvfølgelig | sjalvklart | jag bekraftar | jeg bekrefter | jeg bekræfter
            """
        ),
        listed(
            """
            ja | jo | jovisst | garna | gjerne | visst | bekraftar | bekrefter | bekræfter | det var jag | det var meg
            det var mig
            """
        ),
        listed("nej | nei | inte | ikke | aldrig | aldri | avbryt | avanmal | avregistrera | meld meg av"),
        (),
        words(
            """
            inte icke ikke ej nej nei aldrig aldri ingen men om hvis dersom forutom bortsett kanske kanskje måske vanta vent
            senare senere først
            """
        ),
    ),
    ConsentWords(
        listed(
            """
            tak potwierdzam | tak prosze | tak to ja | tak oczywiscie | tak chetnie | potwierdzam | zgadzam sie
            """
        ),
        listed("tak | oczywiscie | chetnie | zgoda | jasne | to ja | to byłem ja | to byłam ja"),
        listed("nie | nigdy | anuluj | wypisz | rezygnuje"),
        (),
        words("nie nigdy ale jesli jezeli jednak oprocz chyba moze pozniej poczekaj najpierw tylko dopiero"),
    ),
    ConsentWords(
        listed(
            """
            да это я | да я | да пожалуиста | да конечно | да подтверждаю | подтверждаю | конечно | согласен | согласна
            da konechno
            """
        ),
        listed("да | da | ага | это я | это был я | это была я | хорошо"),
        listed("нет | никогда | отмена | отменить | отпишите | отписаться | не надо | не нужно"),
        listed("не | net | nyet"),
        words("не нет никогда но если кроме только может потом позже подожди подождите сначала пока когда"),
    ),
    ConsentWords(
        listed(
            """
            kyllä | evet | igen kerem | ano prosim | ano potvrzuji | áno | ναι | はい | はいお願いします | 是的 | 好的 | 네 | 예
            так
            """
        ),
        listed("joo | juu | ano | igen | hai | nai | 是 | 好 | vahvistan | onaylıyorum | potvrzuji | megerősítem"),
        listed("ei | hayir | hayır | οχι | いいえ | 不 | 不是 | 아니요 | 아니오 | ні | nem en | ne já | ne ja | nu eu"),
        listed("ne | nem | nu | nie | oxi | ohi | en"),
        words("ei en mutta jos ama eğer ale kdyz pokud ne nem de ha nu dar daca αλλα αν δεν μη не"),
    ),
)
"""By language: English; German; French; Italian; Spanish; Portuguese; Dutch; Swedish, Danish and Norwegian; Polish; Russian; one
or two words each of others."""

SURELY = listed("yes | yeah | yep")
"""Words that make a refusal doubtful, wherever they stand."""

REFUSING = listed(
    """
    not me | not mine | not from me | not by me | not my letter | not my mail | not my order | not my orders
    not my e - mail | wasn't me | isn't me | wasn't mine | isn't mine | isn't from me | wasn't from me | not written by me
    not sent by me | not i who | nothing to do with me | did not write | did not send | did not ask | did not request
    did not sign | did not do | did not want | did not order | did not mean | didn't write | didn't send | didn't ask
    didn't request | didn't sign | didn't do | didn't want | didn't order | didn't mean | haven't written | haven't sent
    haven't asked | have not written | have not sent | have not asked | never wrote | never sent | never asked
    never requested | never signed | never write | never send | never ask | never did | do not want | don't want | dont want
    not interested | no interest | no time | too busy | have to decline | must decline | have to say no | say no | no thanks
    no thank you | rather not | can't play | cannot play | can not play | won't play | i decline | i refuse | unsubscribe
    remove me | take me off | leave me alone | go away | stop writing | stop sending | stop mailing | stop emailing
    stop it | stop this | don't write | do not write | don't contact | do not contact | don't mail | do not mail
    don't confirm | do not confirm | not confirm | don't do it | do not do it | forget it | forget that | cancel it
    cancel that | cancel this | drop it | drop that | is forged | was forged | a forgery | this is spam | is a fake
    was faked | war ich nicht | bin ich nicht | nicht von mir | nicht ich | nicht geschrieben | nicht geschickt
    nicht gesendet | nicht bestellt | kein interesse | keine zeit | nein danke | nicht mitspielen | pas moi | pas ecrit
    pas envoye | pas demande | pas de moi | non merci | pas interesse | pas interessee | pas le temps | n'ai pas ecrit
    n'ai pas envoye | non sono stato | non sono stata | non sono io | non ho scritto | non ho mandato | non ho inviato
    non ho chiesto | no grazie | non mi interessa | non ho tempo | no fui yo | no he sido yo | no soy yo | no escribi
    no lo escribi | no he escrito | no envie | no gracias | no me interesa | no tengo tiempo | no he sido | nao fui
    nao sou eu | nao escrevi | nao enviei | nao pedi | nao obrigado | nao obrigada | nao tenho tempo | was ik niet
    ben ik niet | niet van mij | niet geschreven | niet gestuurd | niet verstuurd | nee bedankt | geen tijd | geen interesse
    geen belangstelling | inte jag | inte mig | inte fran mig | inte skrivit | inte skickat | nej tack | ikke mig | ikke meg
    ikke fra meg | ikke fra mig | ikke skrevet | ikke sendt | nej tak | nei takk | nie ja | nie ode mnie | nie pisałem
    nie pisałam | nie napisałem | nie napisałam | nie wysłałem | nie wysłałam | nie dziekuje | не я | не мое | не писал
    не писала | не отправлял | не отправляла | не от меня | не просил | не просила | en mina | en kirjoittanut
    en lahettanyt
    """
)
"""Words that refuse wherever they stand in a short text."""

UNSURE = listed("not sure | not certain | not quite sure | not yet sure | don't know | do not know | no idea | no clue")
"""Beginnings that look like a refusal but mean "I do not know"."""

HARMLESS = listed(
    """
    why not ? | why not | no problem | no problems | no worries | not a problem | no objection | no objections | not at all
    don't mind | do not mind | no need to ask | no doubt | don't worry | kein problem | keine sorge | warum nicht
    pas de probleme | pas de souci | nessun problema | perche no | sin problema | ningun problema | por que no
    sem problema | por que nao | geen probleem | waarom niet | inga problem | varfor inte | nie ma problemu | czemu nie
    без проблем | почему нет
    """
)
"""Phrases with a "no" in them that refuse nothing; they are skipped."""

THANKS = listed(
    """
    thanks | thank you | many thanks | thanks a lot | thank you very much | thx | cheers | danke | vielen dank | merci
    merci beaucoup | grazie | gracias | muchas gracias | obrigado | obrigada | dank je | bedankt | tack | takk | dzieki
    dziekuje | спасибо
    """
)
GREETINGS = listed(
    """
    hi | hello | hey | dear | greetings | good morning | good afternoon | good evening | good day | hallo | liebe | lieber
    moin | guten tag | guten morgen | guten abend | sehr geehrte | sehr geehrter | servus | gruss gott | bonjour | bonsoir
    salut | cher | chere | buongiorno | buonasera | ciao | salve | gentile | caro | cara | hola | buenos dias
    buenas tardes | estimado | estimada | querido | ola | bom dia | boa tarde | boa noite | prezado | goedemorgen
    goedemiddag | goedenavond | dag | beste | geachte | hej | hei | god dag | heisann | czesc | witam | dzien dobry
    szanowny | привет | здравствуите | добрыи день | ahoj | dobry den | szia
    """
)
OPENERS = listed(
    """
    oh | um | ah | uh | er | well | hm | hmm | sorry | sorry but | and | but | entschuldigung | pardon | desole | scusa
    perdon
    """
)
"""What stands before the word that counts."""

PRAISES = words("great wonderful excellent fantastic super cool brilliant lovely perfect nice good wow toll prima genial parfait")
"""What stands before it, and a sign after it: `Great, I'm in!`"""

AWAY = listed(
    """
    out of office | out of the office | in the office | office until | office hours | out of town | on vacation | on holiday
    on leave | annual leave | parental leave | vacation | i am away | i'm away | am currently away | away until | away from
    away on | auto reply | auto - reply | autorepl | autorespon | auto - respon | automat | automated | do not disturb
    driving | unavailable | not available | limited access | no access | if this is urgent | for urgent | in urgent
    urgent matters | urgent cases | will respond | will reply | will get back | get back to you | as soon as possible
    your message | your e - mail has | your email has | receipt of | have received | has been received | been opened
    been created | ticket | do not reply to | don't reply to | not monitored | unmonitored | no longer work | no longer with
    no longer in use | thank you for contacting | thanks for contacting | urlaub | abwesen | im buro | ausser haus
    automatische | wieder erreichbar | nicht erreichbar | ihre nachricht | elternzeit | absent | absence | conges | conge
    vacances | urgence | au bureau | reponse automatique | fuori ufficio | in ufficio | ferie | assente | vacanza
    risposta automatica | urgente | fuera de la oficina | en la oficina | vacaciones | ausente | respuesta automatica
    fora do escritorio | no escritorio | de ferias | resposta automatica | vakantie | afwezig | op kantoor | automatisch
    bericht wordt | spoed | semester | pa kontoret | franvaro | franvarande | autosvar | ikke til stede | fraværende
    fravær | foraldraledig | urlopie | urlop | poza biurem | w biurze | nieobecn | odpowiedz automatyczna | отпуск
    на месте | автоматическ | автоответ | в офисе | lomalla | poissa | szabadsagon | dovolene | izinde | tatilde
    """
)
"""Phrases of somebody who is away, or of an automatic reply. More letters may follow their last word."""
