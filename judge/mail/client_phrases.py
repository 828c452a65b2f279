"""What mail programs put around a writer's words, as data: attribution lines, signatures, automatic replies.

All in small letters and without the stars of bold type; `quotes` compares line by line.
"""

from __future__ import annotations


def _listed(text: str, before: str = "", after: str = "") -> tuple[str, ...]:
    """Split the phrases of a text at its bars; put `before` and `after` around each."""
    return tuple(f"{before}{phrase.strip()}{after}" for phrase in text.replace("\n", "|").split("|") if phrase.strip())


WROTE = _listed(
    """
    wrote: | writes: | wrote in | wrote --- | wrote ---- | schrieb: | geschrieben: | a écrit: | escribió: | escreveu: | ha scritto:
    schreef: | skrev: | kirjoitti: | napisał(a): | napisał: | napisała: | napsal(a): | napsal: | napísal(a):
    írta: | yazdı: | пишет: | написал: | написал(а): | написав: | έγραψε: | 写道: | 寫道: | のメール: | 님이 작성:
    đã viết: | menulis: | เขียนว่า: | ने लिखा:
    va escriure: | a scris: | pisze: | пише: | написа: | napisao je: | napisala je: | je napisao/la:
    """
)
"""How an attribution line ends, above a quotation."""

SAID = _listed(
    """
    schrieb | schreef | skrev | wrote | a écrit | escribió | napisał | kirjoitti | ha scritto
    """,
    " ", " ",
)
"""What stands before the name in languages where the name comes last: `Am 1. März 2027 schrieb Judge:`."""

OWN = frozenset(
    _listed(
        """
        i | we | as | what | this | that | have | had | ich | wir | wie | was | habe | je | j'ai | nous | yo | he | io | ho | eu
        ik | jag | jeg | ja | я | вот | my | our | orders | moves | mein | meine | unsere | befehle | mes | ordres | mis
        """
    )
)
"""Words of a line about the writer's own words: such a line does not introduce a quotation."""

QUOTING = _listed(
    """
    quoting | zitat von | citando | citando a | citeren | citerar | citerer | cytowanie
    """,
    after=" ",
)
"""How an attribution line begins that ends with an address and a colon."""

DATED = _listed(
    """
    on | am | le | el | il | op | den | em | dnia | w dniu | på | dne | ---- on | in message | in article
    """,
    after=" ",
)
"""How an attribution line begins that is broken over several lines."""

DAY_NAMES = frozenset(
    _listed(
        """
        monday | tuesday | wednesday | thursday | friday | saturday | sunday
        montag | dienstag | mittwoch | donnerstag | freitag | samstag | sonnabend | sonntag
        lundi | mardi | mercredi | jeudi | vendredi | samedi | dimanche
        lunes | martes | miércoles | jueves | viernes | sábado | domingo
        lunedì | martedì | mercoledì | giovedì | venerdì | sabato | domenica
        maandag | dinsdag | woensdag | donderdag | vrijdag | zaterdag | zondag
        mandag | tirsdag | onsdag | torsdag | fredag | lørdag | søndag | måndag | tisdag | lördag | söndag
        poniedziałek | wtorek | środę | środa | czwartek | piątek | sobotę | niedzielę
        segunda | terça | quarta | quinta | sexta | segunda-feira | terça-feira | quarta-feira | quinta-feira | sexta-feira
        pondělí | úterý | středa | čtvrtek | pátek | sobota | neděle
        """
    )
)
"""Days of the week."""

SHORT_ENGLISH_DAYS = frozenset(_listed("mon | tue | wed | thu | fri | sat | sun"))
"""The same in English, shortened."""

DAYS = (
    DAY_NAMES
    | SHORT_ENGLISH_DAYS
    | frozenset(
        _listed(
            """
            mo | di | mi | do | fr | sa | so | lun | mar | mer | jeu | ven | sam | dim | mié | jue | vie | sáb | dom | gio | sab
            ma | wo | vr | za | zo | man | tir | ons | tor | fre | lør | søn | mån | tis | tors | lör | sön
            pon | wt | śr | czw | pt | sob | niedz | seg | ter | qua | qui | sex | po | út | st | čt | pá | ne
            """
        )
    )
)
"""Days of the week, in full and shortened, which a line above a quotation may end with: `On Monday`, and not `Le Ministre`."""

NEAR_DAYS = frozenset(_listed("today | tomorrow | tonight | noon | heute | morgen | demain"))
"""Words for the time of a message, beside days of the week."""

HEADS = _listed(
    """
    from: | von: | de: | da: | van: | från: | fra: | od: | от: | lähettäjä: | kimden: | 发件人: | 差出人: | feladó:
    寄件者: | 보낸 사람: | від: | από: | de la: | מאת: | gönderen: | 寄件人: | 보낸사람:
    """
)
"""How the first line of a copied header begins."""

FOR_POWERS = frozenset({"fra"})
"""Labels of a writer that are also short for a power."""

SENT = _listed(
    """
    sent: | date: | gesendet: | datum: | envoyé: | date d'envoi: | enviado: | enviado el: | fecha: | data:
    inviato: | verzonden: | skickat: | sendt: | dato: | wysłano: | odesláno: | отправлено: | дата: | lähetetty:
    发送时间: | 送信日時: | enviada: | enviada em: | tarih: | elküldve: | 寄件日期: | 보낸 날짜: | надіслано: | στάλθηκε:
    trimis: | נשלח: | odoslané: | poslano: | gönderildi: | gönderme tarihi: | 日付: | 日期: | 日時: | 날짜: | ημερομηνία:
    """
)
"""How its line with the date begins."""

SUBJECT = _listed(
    """
    subject: | betreff: | objet: | asunto: | assunto: | oggetto: | onderwerp: | ämne: | emne: | temat: | předmět:
    тема: | aihe: | konu: | 主题: | 件名: | tárgy: | 主旨: | 제목: | θέμα: | subiect: | נושא: | predmet: | sujet:
    """
)
"""How its line with the subject begins."""

TO = _listed(
    """
    to: | cc: | an: | à: | pour: | para: | a: | aan: | till: | til: | do: | komu: | кому: | προς:
    宛先: | 收件人: | 收件者: | 받는 사람: | reply-to: | antwort an:
    """
)
"""How its lines with recipients begin."""

ORIGINAL = _listed(
    """
    original message | forwarded message | begin forwarded message | original appointment | reply message
    forwarded by | ursprüngliche nachricht | original-nachricht | originalnachricht | weitergeleitete nachricht
    anfang der weitergeleiteten | anfang der weitergeleiteten nachricht
    message d'origine | message original | message transféré | message transmis
    début du message | début du message réexpédié | début du message transféré
    mensaje original | mensaje reenviado | messaggio originale | messaggio inoltrato
    inizio messaggio inoltrato | oorspronkelijk bericht | doorgestuurd bericht | mensagem original
    mensagem encaminhada | ursprungligt meddelande | originalmeddelande | vidarebefordrat meddelande
    oprindelig meddelelse | opprinnelig melding | videresendt | alkuperäinen viesti | oryginalna wiadomość
    wiadomość oryginalna | původní zpráva | исходное сообщение | пересылаемое сообщение
    wiadomość przekazana dalej | przekazana wiadomość | początek przekazywanej wiadomości | переслане повідомлення
    начало переадресованного сообщения | початок листа, що пересилається | inicio del mensaje reenviado
    begin doorgestuurd bericht | início da mensagem reencaminhada | mensagem reencaminhada | vidarebefordrat brev
    videresendt meddelelse | videresendt melding | edelleenlähetetty viesti | přeposlaná zpráva | továbbított üzenet
    προωθημένο μήνυμα | αρχή προωθημένου μηνύματος | αρχικό μήνυμα | 転送されたメッセージ | 元のメッセージ | 転送メール
    전달된 메일 | 전달된 메시지 | 전달된 메시지 시작 | 원본 메시지
    轉寄的郵件 | 轉寄郵件 | 開始轉寄郵件 | 原始郵件 | 转发的邮件 | 转发邮件 | 开始转发的邮件 | 原始邮件 | 已转发邮件
    """
)
"""What stands between dashes above a letter that is quoted or forwarded whole."""

SENT_FROM = _listed(
    """
    sent from | sent via | sent with | sent using | get outlook for | von meinem | gesendet mit | gesendet von
    diese nachricht wurde von meinem | von unterwegs gesendet | holen sie sich outlook | outlook für
    envoyé de mon | envoyé depuis | envoyé à partir de | obtenir outlook pour | télécharger outlook pour
    enviado desde | enviado do meu | obtener outlook para | inviato da | scarica outlook per
    verstuurd vanaf mijn | verzonden vanaf mijn | skickat från | sendt fra | wysłane z | wysłano z | odesláno z
    отправлено с | отправлено из | lähetetty | yahoo mail:
    """,
    after=" ",
)
"""How the automatic signature of a telephone begins. The writer did not write it."""

DENIALS = frozenset(
    _listed(
        """
        no | not | never | didn't | wasn't | isn't | else | somebody | someone | nein | nicht | nie | kein | keine | non | pas
        nunca | mai | niet | nooit | geen | inte | aldrig | ikke | não | не | нет
        """
    )
)
"""Words that no automatic signature contains."""

AUTOMATIC = _listed(
    """
    automatic reply | auto reply | autoreply | auto-reply | automated reply | automatic response | auto response
    autoresponse | out of office | out of office autoreply | out-of-office | vacation autoreply
    automatische antwort | abwesenheitsnotiz | automatische abwesenheitsnotiz | réponse automatique
    réponse automatique d'absence | absence du bureau | message d'absence | respuesta automática | fuera de la oficina
    risposta automatica | fuori sede | resposta automática | automatisch antwoord | automatisch bericht | afwezig
    autosvar | automatiskt svar | automatisk svar | frånvaro | automaattinen vastaus | automatyczna odpowiedź
    odpowiedź automatyczna | automatická odpověď | automatikus válasz | răspuns automat | otomatik yanıt
    автоматический ответ | автоответ | автоматична відповідь | αυτόματη απάντηση | 自动回复 | 自动答复 | 自動回覆 | 自動答覆
    自動返信 | 自動応答 | 不在通知
    자동 회신 | 자동 응답
    """
)
"""What stands before the colon in the subject of an automatic reply."""

CLOSINGS = _listed(
    """
    cheers | thanks | many thanks | thank you | thx | ta | regards | best regards | kind regards | warm regards
    best | best wishes | all the best | yours | yours sincerely | yours faithfully | sincerely | take care | bye
    love | mfg | lg | vg | gruß | grüße | gruss | gruesse | viele grüße | liebe grüße | beste grüße | schöne grüße
    mit freundlichen grüßen | mit freundlichem gruß | freundliche grüße | danke | vielen dank | cordialement
    bien cordialement | bien à vous | amicalement | merci | à bientôt | saludos | un saludo | gracias | saluti
    cordiali saluti | grazie | ciao | groeten | met vriendelijke groet | groetjes | bedankt | hälsningar
    med vänliga hälsningar | mvh | hilsen | pozdrawiam | abraços | obrigado | obrigada | terveisin
    """
)
"""Closings: a line of these words ends the letter; a name, a firm and a telephone number may follow."""
