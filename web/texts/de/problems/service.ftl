# Meldungen der gemeinsamen Teile des Dienstes, nach ihren Codes.

problem-address-too-large = Adresse und Kopfzeilen dürfen zusammen { $limit } Bytes haben, es sind { $size }: Die Adresse hat { $own } Bytes.
problem-answer-too-late = Die Antwort hat zu lange gedauert. Bitte versuchen Sie es noch einmal.
problem-authorization-not-understood = Die Kopfzeile Authorization ist unverständlich. Senden Sie ein Token als „Authorization: Token ut_…“.
problem-body-incomplete = Der Inhalt ist unvollständig.
problem-body-too-large = Der Inhalt darf höchstens { $most } Bytes haben.
problem-body-too-large-as-declared = Der Inhalt darf höchstens { $most } Bytes haben; dieser hat { $bytes }.
problem-body-too-late = Der Inhalt der Anfrage ist nicht rechtzeitig angekommen.
problem-change-from-other-site = Eine Seite einer anderen Website darf nichts in Ihrem Namen ändern.
problem-consistency-token-not-issued-here = Die Kopfzeile Consistency-Token stammt nicht von diesem Dienst.
problem-consistency-token-of-other-organization = Die Kopfzeile Consistency-Token gehört zu einer anderen Organisation.
problem-consistency-token-of-replaced-log = Die Kopfzeile Consistency-Token ist älter als die Sicherung, aus der dieser Dienst wiederhergestellt wurde, und ihre Änderung ist vielleicht verloren. Lesen Sie ohne sie.
problem-credential-expired = { $what ->
    [token] Dieses Token
   *[other] Dieser Schlüssel
} ist am { $expiry } abgelaufen.
problem-credential-revoked = { $what ->
    [token] Dieses Token
   *[other] Dieser Schlüssel
} wurde widerrufen.
problem-data-away = Die gespeicherten Daten sind gerade nicht erreichbar. Bitte versuchen Sie es noch einmal.
problem-data-being-restored = Ein Teil der Daten war beschädigt und wird gerade wiederhergestellt. Bitte versuchen Sie es noch einmal.
problem-data-damaged = Die gespeicherten Daten sind beschädigt, und der Dienst nimmt keine Änderungen an, bis sie repariert sind. Nichts wurde gespeichert.
problem-given-twice = Das wurde mehr als einmal angegeben.
problem-header-too-large = Adresse und Kopfzeilen dürfen zusammen { $limit } Bytes haben, es sind { $size }: Die Kopfzeile { $name } hat { $own } Bytes.
problem-internal = Bei uns ist etwas schiefgegangen. Es steht im Protokoll. Bitte versuchen Sie es später noch einmal.
problem-invalid-host = Die Kopfzeile Host muss einen Rechner nennen, etwa events.example oder events.example:8080.
problem-little-room = Der Speicher ist fast voll, und der Rest ist für die Turnierleitung reserviert. Nichts wurde gespeichert.
problem-malformed-api-key = Der Wert von { $header } ist kein API-Schlüssel: Er ist vertippt oder abgeschnitten. Ein Schlüssel besteht aus „sk_“ und 36 Buchstaben und Ziffern.
problem-malformed-consistency-token = Die Kopfzeile Consistency-Token ist kein gültiges Token: Senden Sie es so, wie es in der Antwort auf eine Änderung stand.
problem-malformed-token = Der Wert von Authorization ist kein Token: Er ist vertippt oder abgeschnitten. Ein Token besteht aus „ut_“ und 36 Buchstaben und Ziffern.
problem-members-only = Das dürfen nur Mitglieder einer Organisation.
problem-membership-ended = Sie sind nicht mehr Mitglied der Organisation, für die das gilt.
problem-method-not-allowed = Hier ist nur { $allow } möglich.
problem-missing-host = Die Kopfzeile Host fehlt. HTTP/1.1 verlangt sie.
problem-no-api-key = Es kam kein API-Schlüssel. Senden Sie einen in der Kopfzeile X-API-Key.
problem-no-credential = Es kamen keine Zugangsdaten. Senden Sie einen API-Schlüssel in der Kopfzeile X-API-Key oder ein Token als „Authorization: Token ut_…“, oder loggen Sie sich unter /login/ ein.
problem-no-room = Es ist kein Platz mehr, um das zu speichern. Nichts wurde gespeichert.
problem-no-session = Sie sind nicht eingeloggt. Loggen Sie sich unter /login/ ein.
problem-no-token = Es kam kein Token. Senden Sie eines als „Authorization: Token ut_…“. Eine Sitzung genügt nicht; die Seite Ihres Kontos unter /admin/account/ fragt stattdessen nach Ihrem Passwort.
problem-not-by-private-link = Ein privater Link erlaubt das nicht.
problem-not-found = { $what ->
    [announcement] Es gibt keine Durchsage
    [call] Es gibt keinen Ruf
    [convention] Es gibt keine Convention
    [decklist] Es gibt keine Deckliste
    [delivery] Es gibt keine Zustellung
    [event] Es gibt kein Turnier
    [invitation] Es gibt keine Einladung
    [match] Es gibt kein Match
    [member] Es gibt kein Mitglied
    [membership] Es gibt keine Mitgliedschaft
    [organization] Es gibt keine Organisation
    [penalty] Es gibt keine Strafe
    [registration] Es gibt keine Anmeldung
    [round] Es gibt keine Runde
    [team] Es gibt kein Team
    [token] Es gibt kein Token
    [user] Es gibt keine Person
    [webhook] Es gibt keinen Webhook
   *[other] Es gibt nichts
} mit der Nummer „{ $id }“.
problem-not-ready = Nicht bereit: { $parts }.
problem-not-stored = Im Moment lässt sich nichts speichern. Nichts wurde gespeichert. Bitte versuchen Sie es noch einmal.
problem-part-not-ready = { $reason }
problem-quota-of-writes-used = Sie haben Ihre { $most } Änderungen pro Minute verbraucht. Versuchen Sie es in { $seconds } Sekunden noch einmal.
problem-read-only-key = Dieser API-Schlüssel darf nur lesen.
problem-role-of-key = Die Rolle dieses API-Schlüssels, „{ $role ->
    [ADMIN] Administrator
    [ORGANIZER] Veranstalter
    [SCOREKEEPER] Scorekeeper
    [JUDGE] Judge
    [READ_ONLY] Nur Lesen
   *[other] { $role }
}“, darf das nicht. Diese Rollen dürfen es: { $roles }.
problem-role-of-member = Ihre Rolle in dieser Organisation, „{ $role ->
    [ADMIN] Administrator
    [ORGANIZER] Veranstalter
    [SCOREKEEPER] Scorekeeper
    [JUDGE] Judge
    [READ_ONLY] Nur Lesen
   *[other] { $role }
}“, darf das nicht. Diese Rollen dürfen es: { $roles }.
problem-role-of-members-only = Das dürfen nur Mitglieder einer Organisation. Diese Rollen dürfen es: { $roles }.
problem-session-over = Ihre Sitzung ist abgelaufen. Loggen Sie sich unter /login/ neu ein.
problem-several-hosts = Die Anfrage hat mehrere Host-Kopfzeilen, es muss genau eine sein.
problem-stored-but-unanswered = Die Änderung ist gespeichert, aber die Antwort ist gerade nicht lesbar. Wiederholen Sie die Anfrage mit demselben Idempotency-Key, um sie zu bekommen.
problem-too-many-answers = Es werden schon { $already } { $what ->
    [lists] Listen
    [exports] Exporte
    [streams] Streams
   *[other] Antworten
} gesendet, und mehr sind nicht möglich. Bitte versuchen Sie es noch einmal.
problem-too-many-requests-in-progress = Sie haben { $most } Anfragen gleichzeitig gestellt, und mehr sind nicht möglich. Warten Sie, bis einige beantwortet sind.
problem-too-many-writes-wait = Zu viele Änderungen warten darauf, gespeichert zu werden. Nichts wurde gespeichert. Bitte versuchen Sie es noch einmal.
problem-too-much-data = Der Dienst empfängt gerade zu viele Daten. Bitte versuchen Sie es noch einmal.
problem-two-credentials = Es kamen X-API-Key und Authorization: Token, vielleicht von verschiedenen Personen. Senden Sie nur eines von beiden.
problem-unknown-api-key-value = Dieser API-Schlüssel ist hier nicht bekannt.
problem-unknown-name = { $kind ->
    [field] Unbekanntes Feld
   *[other] Unbekannter Parameter
} „{ $sent }“.
problem-unknown-name-with-a-similar-one = { $kind ->
    [field] Unbekanntes Feld
   *[other] Unbekannter Parameter
} „{ $sent }“. Meinten Sie „{ $near }“?
problem-unknown-part = Dieser Prozess hat diese Rolle nicht. Alle Rollen stehen unter „parts“ bei /readyz.
problem-unknown-token-value = Dieses Token ist hier nicht bekannt.
problem-unused-parameter = { $name }: { $fault } { $taken }
problem-unused-parameters = { $several } Parameter sind ungültig, siehe „errors“. { $taken }
problem-write-too-late = Die Antwort hat zu lange gedauert. Vielleicht wurde die Änderung ausgeführt, vielleicht nicht. Wiederholen Sie die Anfrage mit demselben Idempotency-Key: Sie wird nur einmal ausgeführt.
problem-write-uncertain = Beim Speichern ist ein Fehler aufgetreten. Vielleicht wurde das ausgeführt, vielleicht nicht. Wiederholen Sie die Anfrage mit demselben Idempotency-Key: Sie wird nur einmal ausgeführt.
