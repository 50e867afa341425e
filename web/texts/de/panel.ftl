# Das Panel: Einloggen, Mitglieder, Schlüssel, das Protokoll und das eigene Konto.

panel-username = Benutzername
panel-password = Passwort
panel-created = Erstellt
panel-last-day = Letzter Tag
panel-first-name = Vorname
panel-last-name = Nachname
panel-email = E-Mail-Adresse
panel-pronouns = Pronomen
panel-none = keiner
panel-never = nie
panel-keep-it = Behalten
panel-saved-it = Ich habe es gespeichert
panel-continue = Weiter
panel-already-sent = Dieses Formular wurde schon gesendet und ausgeführt. Der Wert wurde in der Antwort gezeigt und wird nicht noch einmal gezeigt.
panel-already-sent-value = Wenn Sie den Wert nicht gespeichert haben, widerrufen Sie ihn und erstellen Sie einen neuen.

## Einloggen und ausloggen

panel-waits-for-set-up = Diese Installation ist noch nicht eingerichtet. Crosstable hat den Link dafür beim Start ausgegeben; er steht auch in der Datei set-up-link im Datenordner.
panel-sign-in-wrong = Benutzername und Passwort passen nicht zusammen. Achten Sie bei beiden auf Groß- und Kleinschreibung.
panel-sign-in-note = Noch kein Passwort, oder vergessen? Ein Administrator Ihrer Organisation kann Ihnen einen Link geben, mit dem Sie eines setzen.
panel-sign-out = Ausloggen?
panel-sign-out-means = Das beendet die Sitzung in diesem Browser. Auf der Seite Ihres Kontos können Sie alle beenden.
panel-stay-signed-in = Eingeloggt bleiben
panel-set-password = Passwort setzen
panel-do-set-password = Passwort setzen
panel-set-password-for = Für { $name }. Sie sind danach gleich eingeloggt.
panel-repeat-password = Passwort wiederholen
panel-new-password = Neues Passwort
panel-new-password-hint = 10 bis 128 Zeichen. Mehrere Wörter merkt man sich leichter als Sonderzeichen und Ziffern.
panel-repeat-new-password = Neues Passwort wiederholen
panel-passwords-differ = Die beiden Passwörter sind verschieden. Geben Sie zweimal dasselbe ein.
panel-no-link = Dieser Link funktioniert nicht mehr
panel-no-link-why = Er wurde schon benutzt, er ist älter als ein Tag, ein neuerer Link hat ihn ersetzt, oder es fehlt ein Zeichen. Bitten Sie die Person, die ihn Ihnen gegeben hat, um einen neuen.

## Die Einrichtung

panel-is-set-up = Diese Installation ist eingerichtet.
panel-set-up-title = Crosstable einrichten
panel-set-up-lead = Diese Seite legt Ihr Geschäft und Ihr Konto an. Danach gilt der Link nicht mehr.
panel-set-up-do = Einrichten
panel-set-up-organization = Name Ihres Geschäfts oder Vereins
panel-set-up-zone-hint = Eine Stadt genügt, etwa Berlin. Neue Turniere haben diese Zone.
panel-set-up-name = Ihr Name
panel-set-up-username-hint = Damit loggen Sie sich ein. Er lässt sich später nicht ändern.
panel-set-up-address = Adresse dieses Servers
panel-set-up-address-hint = Links und QR-Codes beginnen damit. Handys müssen sie erreichen: die Adresse dieses Rechners in Ihrem Netz oder ein Name wie https://events.example.
panel-set-up-mail-hint = Optional: ohne sie wird keine E-Mail verschickt
panel-set-up-smtp = Mailserver
panel-set-up-smtp-hint = smtps://mail.example oder smtp://mail.example:587
panel-set-up-from = Absenderadresse
panel-set-up-smtp-user = Benutzername dort
panel-set-up-smtp-password = Passwort dort
panel-set-up-wrong = Das lässt sich nicht verwenden. Prüfen Sie es oder lassen Sie es leer.
panel-set-up-done = Ihr Server ist eingerichtet
panel-set-up-next = Nächste Schritte
panel-set-up-staff = Team einladen
panel-set-up-demo = Beispieldaten zeigt dieser Befehl, in einem anderen Ordner:
panel-set-up-try = Mit einem Handy ausprobieren
panel-set-up-only-here = Nur dieser Rechner erreicht die Adresse. Für Handys starten Sie Crosstable mit --listen 0.0.0.0:8080 und --public-url mit der Adresse dieses Rechners in Ihrem Netz.
panel-set-up-no-tls = Ohne HTTPS kann sich das Team nur an diesem Rechner einloggen, und Handys bekommen keine Mitteilungen. Links von Gästen funktionieren.

## Die Übersicht

panel-to-do = Zu tun
panel-newest-events = Neueste Turniere
panel-no-events = Es gibt noch kein Turnier.
panel-event = Turnier
panel-begins = Beginn
panel-public-page = Öffentliche Seite
panel-public-page-of = Öffentliche Seite von { $name }
panel-not-public = nicht öffentlich
panel-no-date = kein Termin
panel-todo-results = { $count ->
    [one] { $count } Match hat noch kein Ergebnis
   *[other] { $count } Matches haben noch kein Ergebnis
}{ $round ->
    [-1] {""}
    [0] { " " }in der Spielerversammlung
   *[other] { " " }in Runde { $round }
}
panel-todo-invited = { $name } lädt Sie ein, Mitglied zu werden.
panel-todo-one-administrator = Es gibt nur einen Administrator. Kann diese Person sich nicht mehr einloggen, kann hier niemand helfen: Machen Sie ein weiteres Mitglied zum Administrator.
panel-todo-webhook-gone = Der Webhook „{ $name }“ wurde abgeschaltet: Seine Adresse antwortete mit 410 Gone.
panel-todo-webhook-given-up = Der Webhook „{ $name }“ wurde abgeschaltet: Seine Adresse nahm fünf Tage lang nichts an.
panel-todo-webhook-fails = Die Adresse des Webhooks „{ $name }“ nimmt keine Nachrichten an.
panel-todo-key-ends = Der Schlüssel „{ $name }“ gilt bis zum Ende des { $day } (UTC).

## Mitglieder und Personen

panel-new-account = Konto anlegen
panel-to-invite = Mit Benutzernamen einladen
panel-find-person = Person suchen
panel-members-hint = Die Mitglieder dieser Organisation und ihre Rollen.
panel-signing-in = Login
panel-active-keys = Aktive Schlüssel
panel-keys-count = { $count ->
    [one] { $count } Schlüssel
   *[other] { $count } Schlüssel
}
panel-you = Sie
panel-invitations = Einladungen
panel-unanswered = Diese Personen haben noch nicht geantwortet. Sie loggen sich ein und nehmen unter { $address } an oder lehnen ab.
panel-invited = Eingeladen
panel-withdraw-of = Einladung von { $username } zurückziehen
panel-sign-in-alone = Verwaltet das Konto selbst
panel-sign-in-can = Kann sich einloggen
panel-sign-in-no-username = Kein Konto zum Einloggen
panel-sign-in-link = Link noch nicht benutzt
panel-sign-in-no-password = Noch kein Passwort
panel-role-in-organization = Rolle in der Organisation
panel-choose-role = Rolle wählen
panel-do-change-role = Rolle ändern
panel-do-change-profile = Profil ändern
panel-new-link = Passwort-Link erstellen
panel-account-alone = Die Person verwaltet dieses Konto selbst. Ist das Passwort verloren, kann helfen, wer den Dienst betreibt.
panel-member-no-keys = Dieses Mitglied hat keine Schlüssel.
panel-remove-member = Aus der Organisation entfernen
panel-member-with-role = Ist bereits Mitglied, mit der Rolle { $role }. Ändern Sie die Rolle auf der Seite des Mitglieds.
panel-invited-with-role = Ist bereits eingeladen, mit der Rolle { $role }. Ziehen Sie zuerst diese Einladung zurück.
panel-remove-title = { $name } entfernen?
panel-remove-means = { $name } ist dann nicht mehr Mitglied von { $organization }. Das funktioniert sofort nicht mehr:
panel-remove-key = der Schlüssel „{ $name }“
panel-remove-tokens = { $count ->
    [one] { $count } Token
   *[other] { $count } Tokens
} dieser Person für die Organisation
panel-remove-sessions = die Sitzungen dieser Person in der Organisation
panel-remove-yourself = das sind Sie selbst: Sie sehen diese Seiten dann nicht mehr
panel-do-remove = Mitglied entfernen
panel-keep-member = Mitglied behalten
panel-invite-title = Mitglied mit Benutzernamen einladen
panel-invite-hint = Für Personen, die auf diesem Dienst schon ein Konto haben. Sie werden Mitglied, sobald sie die Einladung annehmen. Für alle anderen legen Sie ein Konto an.
panel-invite-username-hint = Der Name, mit dem sich die Person einloggt.
panel-no-such-username = Kein Konto hat diesen Benutzernamen. Achten Sie auf Groß- und Kleinschreibung.
panel-do-invite = Person einladen
panel-to-find-person = Person nach Namen suchen
panel-to-new-account = Stattdessen ein Konto anlegen
panel-withdraw-title = Diese Einladung zurückziehen?
panel-withdraw-means = „{ $username }“ ist mit der Rolle { $role } eingeladen und hat noch nicht geantwortet.
panel-do-withdraw = Einladung zurückziehen
panel-do-create-account = Konto anlegen
panel-new-account-hint = Sie bekommen einen Link, mit dem die Person ein Passwort setzt. Ihre Organisation verwaltet das Konto.
panel-account-was-created = Das Konto wurde angelegt
panel-name-hint = So, wie er in Paarungen und Tabellen steht.
panel-username-hint = Zum Einloggen. Er lässt sich später nicht ändern; Groß- und Kleinschreibung zählt.
panel-username-fixed = Er lässt sich nicht ändern.
panel-email-hint = Nur für Sie; dorthin wird nichts gesendet.
panel-find-person-hint = Unter den Konten, die diese Organisation verwaltet, ihren Mitgliedern und den Spielern ihrer Turniere.
panel-find-field = Name oder Benutzername
panel-found = { $count ->
    [one] { $count } Person gefunden.
   *[other] { $count } Personen gefunden.
}
panel-find-elsewhere = Eine Person aus einer anderen Organisation wird mit ihrem Benutzernamen eingeladen.
panel-not-a-member = kein Mitglied
panel-show-member = Mitglied zeigen
panel-invite = Einladen
panel-profile-of = Profil von { $name }
panel-link-for = Passwort-Link für { $name } erstellen?
panel-link-means = Damit setzt die Person ein neues Passwort: einmal, innerhalb eines Tages. Ein früherer Link funktioniert dann nicht mehr.
panel-link-until = Das bisherige Passwort gilt, bis der Link benutzt wird; dann enden alle Sitzungen.
panel-do-create-link = Link erstellen
panel-link-was-created = Der Link wurde erstellt
panel-link-title = Ein Link zum Setzen eines Passworts
panel-link-give = Geben Sie ihn { $name } so, dass niemand sonst ihn lesen kann. Der Benutzername ist „{ $username }“.
panel-link = Link
panel-link-works = Er funktioniert einmal, bis { $time }.
panel-link-first = Wer ihn zuerst öffnet, setzt das Passwort.

## Was Rollen dürfen

panel-roles-may = Was jede Rolle darf
panel-may-read-events = Conventions, Turniere, Tabellen und Decklisten lesen
panel-may-read-own-keys = die eigenen Schlüssel lesen
panel-may-read-own-registrations = die eigenen Anmeldungen lesen
panel-may-manage-own-account = das eigene Konto und die eigenen Mitgliedschaften verwalten
panel-may-read-registrations = Anmeldungen, Strafen, Einstellungen und Protokolle von Turnieren lesen
panel-may-write-decklists = Decklisten schreiben
panel-may-judge = Matches als Judge betreuen, Strafen geben und Rufe nach einem Judge beantworten
panel-may-register = Spieler anmelden und Anmeldungen verwalten
panel-may-run-rounds = Runden leiten und Ergebnisse eintragen
panel-may-search-people = Personen suchen
panel-may-manage-events = Conventions und Turniere verwalten
panel-may-manage-store-page = die Seite des Ladens ändern
panel-may-manage-members = Mitglieder verwalten
panel-may-manage-webhooks = Webhooks verwalten
panel-may-manage-keys = Schlüssel verwalten
panel-may-read-audit = das Protokoll der Organisation lesen

## Schlüssel

panel-keys-hint = Mit einem Schlüssel liest und schreibt ein Programm für diese Organisation: ein Overlay, eine Anzeige der Paarungen, eine Website.
panel-no-keys = Es gibt noch keine Schlüssel.
panel-last-use = Zuletzt benutzt
panel-key-number = Nr. { $number }
panel-key-read-only = nur lesend
panel-revoke = Widerrufen
panel-revoke-key-of = Schlüssel { $name } widerrufen
panel-new-key = Schlüssel erstellen
panel-do-create-key = Schlüssel erstellen
panel-key-name-hint = Wofür er ist, zum Beispiel „Stream-Overlay“.
panel-make-read-only = Der Schlüssel darf nur lesen
panel-make-read-only-hint = Er ändert nichts, auch wenn seine Rolle das dürfte.
panel-last-day-hint = Gültig bis zum Ende dieses Tages in UTC.
panel-key-last-day-hint = Gültig bis zum Ende dieses Tages in UTC. Ohne Tag läuft der Schlüssel nicht ab; ein vergangener Tag beendet ihn sofort.
panel-no-day = Das ist kein Datum. Schreiben Sie Jahr, Monat und Tag: 2026-12-31.
panel-key-was-created = Der Schlüssel wurde erstellt
panel-your-key = Ihr neuer Schlüssel
panel-key = Schlüssel
panel-it-is-called = Name: „{ $name }“.
panel-key-header = Programme senden ihn im Header X-API-Key.
panel-key-role = Er hat die Rolle { $role }.
panel-key-role-read-only = Er hat die Rolle { $role } und darf nur lesen.
panel-key-tied = Er gehört zu { $name }: Seine Rolle ändert sich mit der Rolle dieses Mitglieds, und er funktioniert nicht mehr, wenn das Mitglied die Organisation verlässt.
panel-does-not-expire = Kein Ablaufdatum: bitte widerrufen, sobald es niemand mehr braucht.
panel-works-until = Gültig bis zum Ende des { $day } (UTC).
panel-key-title = Schlüssel „{ $name }“
panel-to-keys = Zurück zu den Schlüsseln
panel-to-revoke-key = Diesen Schlüssel widerrufen
panel-key-fact = Er hat die Rolle { $role } und gehört zu { $name }.
panel-key-fact-read-only = Er hat die Rolle { $role }, darf nur lesen und gehört zu { $name }.
panel-key-made = Erstellt: { $created }. Zuletzt benutzt: { $used }.
panel-key-state = Zustand: { $state }.
panel-state-revoked = Widerrufen
panel-state-member-left = Mitglied ausgeschieden
panel-state-expired = Abgelaufen
panel-state-ends-soon = Läuft bald ab
panel-state-active = Aktiv
panel-revoke-key-title = „{ $name }“ widerrufen?
panel-revoke-key-means = Programme mit diesem Schlüssel funktionieren innerhalb einer Sekunde nicht mehr. Das lässt sich nicht zurücknehmen.
panel-never-used = Er wurde nie benutzt.
panel-last-used = Er wurde zuletzt benutzt: { $time }.
panel-do-revoke-key = Schlüssel widerrufen

## Das Protokoll der Organisation

panel-audit-hint = Was zuletzt geschehen ist, das Neueste zuerst. Einträge lassen sich nicht ändern.
panel-audit-none = Es gibt keine älteren Einträge.
panel-audit-action = Aktion
panel-audit-time = Zeit
panel-audit-by = Von
panel-audit-quoted = „{ $name }“
panel-organization-created = Organisation „{ $name }“ angelegt
panel-organization-renamed = Organisation umbenannt in „{ $name }“
panel-organization-time-zone-set = Die Zeitzone ist jetzt { $time_zone }
panel-organization-store-texts-changed = Texte der Seite des Ladens geändert
panel-organization-store-brand-changed = Adresse und Farbe der Seite des Ladens geändert: /stores/{ $slug }/
panel-organization-logo-set = { $logo ->
    [none] Das Logo wurde entfernt
   *[some] Das Logo wurde gesetzt
}
panel-organization-member-added = { $name } wurde Mitglied: { $role }
panel-organization-member-invited = „{ $name }“ wurde eingeladen: { $role }
panel-organization-invitation-declined = „{ $name }“ hat die Einladung abgelehnt
panel-organization-invitation-withdrawn = Die Einladung von „{ $name }“ wurde zurückgezogen
panel-organization-member-role-changed = { $name } bekam die Rolle { $role }
panel-organization-member-role-provided = { $name } hat diese Rolle durch den Login mit { $provider }
panel-organization-member-removed = { $name } wurde entfernt
panel-organization-api-key-issued = Schlüssel { $key } erstellt
panel-organization-api-key-narrowed = Schlüssel { $key } darf nur noch lesen
panel-organization-api-key-renamed = Schlüssel { $key_id } umbenannt in „{ $name }“
panel-organization-api-key-expiry-set = { $expires_at ->
    [none] Schlüssel { $key } läuft nicht mehr ab
   *[other] Schlüssel { $key } läuft ab: { $time }
}
panel-organization-api-key-revoked = Schlüssel { $key } widerrufen
panel-organization-webhook-added = Webhook hinzugefügt: { $webhook }
panel-organization-webhook-changed = { $enabled ->
    [yes] Webhook geändert: { $webhook }
   *[no] Webhook geändert, er ist ausgeschaltet: { $webhook }
}
panel-organization-webhook-secret-rotated = Geheimnis eines Webhooks erneuert: { $webhook }
panel-organization-webhook-disabled = Webhook abgeschaltet, weil seine Adresse keine Nachrichten annimmt: { $webhook }
panel-organization-webhook-removed = Webhook entfernt: { $webhook }
panel-organization-series-planned = Eventreihe geplant
panel-organization-series-ended = Eventreihe beendet
panel-organization-api-key-used = Schlüssel { $key } benutzt
panel-audit-member-number = Mitglied { $number }
panel-audit-event-number = Turnier { $number }
panel-audit-convention-number = Convention { $number }
panel-audit-decklist-number = Deckliste { $number }
panel-audit-user-number = Person { $number }

## Das eigene Konto

panel-your-account = Ihr Konto
panel-profile = Profil
panel-your-profile = Ihr Profil
panel-password-and-sessions = Passwort und Sitzungen
panel-signed-in-for = Sie bleiben eine Woche lang eingeloggt.
panel-change-password = Ihr Passwort ändern
panel-do-change-password = Passwort ändern
panel-change-password-ends = Das beendet alle Ihre Sitzungen; dieser Browser bekommt eine neue.
panel-end-sessions = Überall ausloggen?
panel-do-end-sessions = Überall ausloggen
panel-end-sessions-means = Alle Ihre Sitzungen enden, in jedem Browser. Dieser Browser bekommt eine neue.
panel-end-sessions-tokens = Tokens bleiben gültig; widerrufen Sie sie einzeln.
panel-invitations-hint = Sie werden erst Mitglied, wenn Sie annehmen. Die Organisation sieht dann Ihren Namen auf ihren Seiten.
panel-accept = Annehmen
panel-accept-of = Einladung von { $name } annehmen
panel-decline = Ablehnen
panel-decline-of = Einladung von { $name } ablehnen
panel-accept-title = Einladung von { $name } annehmen?
panel-accept-means = Sie werden Mitglied von { $name }: { $role }. Ihr Name steht dann auf den Seiten der Organisation.
panel-do-accept = Einladung annehmen
panel-not-now = Jetzt nicht
panel-organizations = Organisationen
panel-organization-number = Organisation { $number }
panel-you-work-here = Sie arbeiten hier
panel-do-switch-here = Hierhin wechseln
panel-end-account = Austreten oder löschen
panel-leave-of = { $name } verlassen
panel-leave-title = { $name } verlassen?
panel-leave-means = Sie sind dann nicht mehr Mitglied von { $name }. Das funktioniert sofort nicht mehr:
panel-leave-keys = Ihre Schlüssel dieser Organisation
panel-leave-tokens = Ihre Tokens und Sitzungen für sie
panel-do-leave = Organisation verlassen
panel-stay-member = Mitglied bleiben
panel-you-are-last = Sie sind der einzige Administrator. Machen Sie zuerst ein anderes Mitglied zum Administrator.
panel-tokens = Tokens
panel-tokens-hint = Mit einem Token lesen und schreiben Ihre eigenen Programme Decklisten in Ihrem Namen.
panel-no-tokens = Sie haben keine Tokens.
panel-acts-for = Handelt für
panel-me-only = nur für mich
panel-revoke-token-of = Token { $name } widerrufen
panel-new-token = Token erstellen
panel-new-token-hint = Mit einem Token kann ein Programm ohne Ihr Passwort in Ihrem Namen handeln.
panel-do-create-token = Token erstellen
panel-token-name-hint = Wofür es ist, zum Beispiel „mein Deck-Programm“.
panel-only-me = Nur für mich
panel-only-me-hint = Es liest und schreibt meine eigenen Decklisten.
panel-as-member = Als Mitglied von { $name }
panel-as-member-hint = Es hat dort meine Rechte an Decklisten, mit der Rolle { $role }.
panel-token-was-created = Das Token wurde erstellt
panel-your-token = Ihr neues Token
panel-token = Token
panel-token-header = Programme senden es im Header Authorization, nach dem Wort Token.
panel-token-acts = Wer es hat, kann in Ihrem Namen handeln.
panel-revoke-token-title = Dieses Token widerrufen?
panel-revoke-token-means = Programme mit dem Token „{ $name }“ funktionieren sofort nicht mehr. Das lässt sich nicht zurücknehmen.
panel-do-revoke-token = Token widerrufen

panel-erase = Person löschen
panel-erase-title = { $name } löschen?
panel-erase-goes = Gelöscht werden Name, Benutzername, E-Mail-Adresse, Passwort, Token, private Links und Mitgliedschaften.
panel-erase-merged-too = Auch Konten, die mit diesem zusammengelegt wurden, werden gelöscht.
panel-erase-stays = Ergebnisse und Listen bleiben, unter „Player { $number }“.
panel-erase-for-ever = Kommt die Person wieder, dann mit einem neuen Konto.
panel-do-erase = Endgültig löschen
# Webhooks.
panel-webhooks-hint = Ein Webhook sendet eine Nachricht an Ihr eigenes Programm, wenn sich in den Turnieren der Organisation etwas ändert.
panel-no-webhooks = Es gibt noch keine Webhooks.
panel-new-webhook = Webhook hinzufügen
panel-do-add-webhook = Webhook hinzufügen
panel-webhook-url = Adresse
panel-webhook-url-hint = Sie beginnt mit https:// und ist aus dem Internet erreichbar.
panel-webhook-description-hint = Wofür er ist, zum Beispiel „Bildschirme im Saal“.
panel-webhook-enabled = Nachrichten senden
panel-webhook-enabled-hint = Solange dies aus ist, wird nichts gesendet, und was inzwischen geschieht, wird später nicht gesendet.
panel-webhook-types-hint = Wählen Sie die Arten von Nachrichten. Ist keine gewählt, werden alle gesendet, auch solche späterer Versionen.
panel-webhook-types = Nachrichten
panel-webhook-all-types = Alle
panel-webhook-on = An
panel-webhook-off = Aus
panel-webhook-fails = Nimmt nichts an
panel-webhook-gone = Abgeschaltet: 410 Gone
panel-webhook-given-up = Abgeschaltet: nahm fünf Tage lang nichts an
panel-webhook-your-secret = Das Geheimnis Ihres Webhooks
panel-webhook-secret-of = Es signiert die Nachrichten von „{ $name }“. Es wird nur jetzt gezeigt.
panel-webhook-secret = Geheimnis
panel-webhook-starts-now = Der Webhook sendet, was von jetzt an geschieht.
panel-webhook-rotation = 24 Stunden lang haben Nachrichten zwei Signaturen: mit diesem Geheimnis und mit dem vorigen.
panel-webhook-was-added = Der Webhook wurde hinzugefügt
panel-webhook-was-rotated = Das Geheimnis wurde erneuert
panel-webhook-title = Webhook „{ $name }“
panel-to-webhooks = Zurück zu den Webhooks
panel-to-rotate-secret = Geheimnis erneuern
panel-to-remove-webhook = Diesen Webhook entfernen
panel-webhook-fails-since = Seine Adresse nimmt seit { $time } nichts an.
panel-webhook-disabled-at = Er wurde am { $time } abgeschaltet. Schalten Sie ihn ein, um wieder Nachrichten zu senden.
panel-webhook-two-secrets = Nachrichten haben bis { $time } zwei Signaturen.
panel-rotate-webhook-title = Geheimnis von „{ $name }“ erneuern?
panel-rotate-webhook-means = Sie erhalten ein neues Geheimnis. Das jetzige signiert noch 24 Stunden mit; noch ältere signieren sofort nicht mehr.
panel-remove-webhook-title = „{ $name }“ entfernen?
panel-remove-webhook-means = Es wird nichts mehr gesendet, und die Zustellungen werden nicht mehr gezeigt. Das lässt sich nicht rückgängig machen.
panel-do-remove-webhook = Webhook entfernen
panel-deliveries = Zustellungen
panel-deliveries-of = Zustellungen von { $name }
panel-deliveries-title = Zustellungen von „{ $name }“
panel-deliveries-all = Alle zeigen
panel-deliveries-undelivered = Nicht zugestellte zeigen
panel-deliveries-hint = Die Nachrichten der letzten 30 Tage. Eine nicht zugestellte Nachricht kann erneut gesendet werden.
panel-no-deliveries = Hier gibt es keine Zustellungen.
panel-delivery-happened = Geschehen
panel-delivery-last = Letzter Versuch
panel-delivery-answer = Letzte Antwort
panel-delivery-no-answer = keine
panel-delivery-pending = Ausstehend
panel-delivery-delivered = Zugestellt
panel-delivery-undelivered = Nicht zugestellt
panel-delivery-attempts = { $count ->
    [one] { $count } Versuch
   *[other] { $count } Versuche
}
panel-resend-of = Erneut senden: Zustellung { $number }
panel-do-resend = Erneut senden
panel-resend-period = Einen Zeitraum erneut senden
panel-resend-period-hint = Sendet alle Nachrichten über das, was in diesem Zeitraum (UTC) geschah, ob zugestellt oder nicht.
panel-webhook-from = Von
panel-webhook-to = Bis
panel-do-resend-period = Zeitraum erneut senden
panel-webhook-no-time = Das ist kein Datum mit Uhrzeit.

## Das Formular der Seite des Ladens

panel-store-means = Diese Seite sehen alle: Sie zeigt Ihre öffentlichen Turniere und das, was Sie hier schreiben.
panel-store-show = Seite ansehen
panel-store-slug = Adresse der Seite
panel-store-slug-hint = Kleinbuchstaben, Ziffern und Bindestriche. Frühere Adressen führen weiter hierher.
panel-store-about = Über den Laden
panel-store-about-hint = Markdown: **fett**, Listen mit *, Links.
panel-store-address = Postanschrift
panel-store-website = Website
panel-store-accent = Farbe von Knöpfen und Links

panel-logo = Logo
panel-logo-hint = JPEG, PNG oder WebP, höchstens 5 MB. Am besten quadratisch, 512 × 512 Pixel. Alle können es sehen.

# Mail, and a password link by mail.
panel-mail = E-Mail
panel-mail-off = Es werden keine E-Mails gesendet: Kein Mailserver ist eingerichtet. Der Betreiber stellt ihn mit --smtp-url und --mail-from ein.
panel-mail-on = E-Mails kommen von { $address }.
panel-mail-no-address = Ihr Konto hat keine E-Mail-Adresse. Deshalb können Sie keine Testnachricht bekommen.
panel-mail-to = Eine Testnachricht geht an Ihre eigene Adresse, { $address }. Ihre letzten Nachrichten:
panel-mail-test = Testnachricht senden
panel-forgotten = Passwort vergessen?
panel-forgotten-lead = Geben Sie Ihren Benutzernamen ein. Wir senden einen Link an die E-Mail-Adresse des Kontos.
panel-forgotten-do = Link senden
panel-forgotten-sent = Wenn dieses Konto eine E-Mail-Adresse hat, ist ein Link unterwegs. An eine Adresse, die in den letzten sieben Tagen geändert und nicht bestätigt wurde, wird keiner gesendet. Keine E-Mail? Bitten Sie einen Administrator Ihrer Organisation um einen Link.
panel-letter-password = Jemand hat einen Link angefordert, um ein neues Passwort für „{ $username }“ auf { $site } festzulegen.
panel-letter-password-note = Der Link funktioniert einmal, innerhalb von 24 Stunden. Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.
panel-confirm-email = E-Mail-Adresse bestätigen
panel-confirm-email-do = Adresse bestätigen
panel-letter-email = Diese Adresse wurde für „{ $username }“ auf { $site } eingetragen. Wenn sie bestätigt ist, können Sie hier einen Link bekommen, falls Sie Ihr Passwort vergessen.
panel-letter-email-note = Der Link funktioniert einmal, innerhalb von 24 Stunden. Wenn Sie das nicht waren, tun Sie nichts.
panel-email-confirmed = Die Adresse ist bestätigt.
panel-letter-email-changed = Ihre E-Mail-Adresse wurde geändert
panel-letter-email-changed-lead = Die E-Mail-Adresse von „{ $username }“ auf { $site } wurde geändert. An diese hier kommen keine Nachrichten mehr.
panel-letter-email-changed-note = Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest; damit werden alle anderen Geräte ausgeloggt. Tragen Sie dann Ihre Adresse wieder ein. Wenn Sie sich nicht mehr einloggen können, wenden Sie sich an einen Administrator Ihrer Organisation.
panel-create-account = Konto anlegen
panel-create-account-do = Das Konto anlegen
panel-create-account-lead = Mit einem Konto melden Sie sich zu Turnieren an, melden Ergebnisse und finden Ihre früheren Turniere.
panel-create-account-email = Wir senden einen Link dorthin. Öffnen Sie ihn, um die Adresse zu bestätigen.
panel-create-account-off = Dieser Server sendet keine E-Mails, deshalb kann hier niemand selbst ein Konto anlegen. Der Laden legt eines für Sie an.
panel-create-account-have = Ich habe ein Konto
panel-email-state = Stand der Adresse
panel-email-is-confirmed = bestätigt
panel-email-is-not = nicht bestätigt
panel-email-again = Den Link noch einmal senden
panel-unproven = Öffnen Sie den Link in der E-Mail, um Ihre Adresse zu bestätigen. Bis dahin können Sie sich zu keinem Turnier anmelden, und nach 48 Stunden wird das Konto gelöscht. Keine E-Mail? Suchen Sie im Spam-Ordner, oder berichtigen Sie die Adresse in Ihrem Profil.
panel-download-data = Meine Daten herunterladen
panel-delete-account = Mein Konto löschen
panel-deleted = Ihr Konto ist gelöscht
panel-letter-account = Sie haben schon ein Konto
panel-letter-account-lead = Jemand, vermutlich Sie, hat bei { $site } mit dieser Adresse ein Konto angelegt. Sie haben schon eines: „{ $username }“. Melden Sie sich damit an.
panel-letter-account-note = Der Link hilft bei vergessenem Passwort. Wenn Sie ein zweites Konto wollen, melden Sie sich damit an und wählen „Den Link noch einmal senden“. Sonst tun Sie nichts: Es wird nach 48 Stunden gelöscht.
panel-letter-codes = Falsche Codes bei Ihrem Login
panel-letter-codes-lead = Jemand hat bei { $site } das richtige Passwort von { $username } eingegeben und danach viele falsche Codes. Das Konto ist weiter geschützt: 24 Stunden lang braucht ein neuer Browser einen Wiederherstellungscode.
panel-letter-codes-note = Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort.
panel-letter-invitation = Einladung zu { $name }
panel-letter-invitation-lead = { $name } lädt Sie ein, auf { $site } Mitglied des Teams zu werden. Melden Sie sich als „{ $username }“ an, um anzunehmen oder abzulehnen.
panel-mail-answer = der Mailserver antwortete mit { $status }
panel-mail-why = der Grund steht im Log des Dienstes
panel-letter-test = Testnachricht
panel-letter-test-lead = E-Mails von { $site } kommen an.

# Channels at Discord, and posts there.
panel-discord = Discord
panel-discord-lead = Paarungen, Ergebnisse der ersten Tische und Endstände öffentlicher Turniere werden in diesen Kanälen gepostet, in der Sprache, in der Sie den Kanal hinzufügen.
panel-discord-url = Adresse des Webhooks
panel-discord-url-hint = In Discord: Einstellungen des Kanals, Integrationen, Webhooks, Webhook-URL kopieren. Die Adresse ist geheim und wird nicht wieder gezeigt. Beim Hinzufügen wird ein erster Beitrag gesendet.
panel-discord-event-hint = Die Nummer in der Adresse des Turniers, wenn der Kanal nur für ein Turnier ist.
panel-discord-all-events = alle Turniere
panel-discord-add = Kanal hinzufügen
panel-discord-hello = Hier werden Paarungen, Ergebnisse und Endstände von { $site } gepostet.
panel-discord-remove = { $name } entfernen
panel-discord-more = und { $count } weitere

panel-claims = Ansprüche auf Ergebnisse
panel-claims-hint = Eine Person mit Konto sagt, dass die Ergebnisse eines Gastes ihre eigenen sind. Stimmen Sie zu, wenn Sie wissen, dass es so ist: Diese Turniere zeigen dann den Namen des Kontos. Rückgängig machen Sie es in der Turnierleitung auf der Seite der Person. Ein abgelehnter Anspruch kann nicht wiederholt werden.
panel-claims-none = Es sind keine Ergebnisse beansprucht.
panel-claim-guest = Gast
panel-claim-by = Konto
panel-claim-agree = Zustimmen
panel-claim-refuse = Ablehnen
panel-claim-agree-of = Zustimmen, dass { $guest } die Person { $account } ist
panel-claim-refuse-of = Ablehnen, dass { $guest } die Person { $account } ist
panel-todo-staff = { $count ->
    [one] Sie gehören zum Team eines Turniers
   *[other] Sie gehören zum Team von { $count } Turnieren
}
panel-todo-claims = { $count ->
    [one] Die Ergebnisse eines Gastes werden beansprucht
   *[other] Die Ergebnisse von { $count } Gästen werden beansprucht
}

panel-two-step = Login in zwei Schritten
panel-two-step-hint = Nach dem Passwort wird dann nach einem Code einer Authenticator-App gefragt. Scannen Sie dies mit der App, und geben Sie die sechs Ziffern ein, die sie zeigt.
panel-two-step-secret = Wenn Sie nicht scannen können, geben Sie dies in die App ein: { $secret }
panel-two-step-code = Code
panel-two-step-on = Einschalten
panel-two-step-off = Ausschalten
panel-two-step-is-on = Der Login in zwei Schritten ist eingeschaltet. { $count ->
    [one] Ein Wiederherstellungscode ist übrig.
   *[other] { $count } Wiederherstellungscodes sind übrig.
} Zum Ausschalten ist ein Code nötig.
panel-recovery-codes = Wiederherstellungscodes
panel-recovery-codes-lead = Der Login in zwei Schritten ist eingeschaltet. Drucken Sie diese Codes, oder schreiben Sie sie auf: Mit jedem loggen Sie sich einmal ein, wenn Sie Ihr Handy nicht haben.
panel-recovery-codes-once = Sie werden nur einmal gezeigt. Bewahren Sie sie so auf, dass andere sie nicht finden. Wenn Sie sie verlieren, schalten Sie den Login in zwei Schritten aus und wieder ein: Dann bekommen Sie neue.
panel-code-lead = Geben Sie den Code ein, den Ihre Authenticator-App jetzt zeigt, oder einen Wiederherstellungscode.
panel-code-wrong = Dieser Code ist falsch oder wurde schon benutzt. Versuchen Sie den nächsten.
panel-code-recovery = In den letzten 24 Stunden waren zu viele Codes falsch. Benutzen Sie einen Wiederherstellungscode oder einen Browser, in dem Sie schon eingeloggt waren.
panel-two-step-off-of = Login in zwei Schritten von { $name } ausschalten
panel-two-step-off-means = { $name } meldet sich dann allein mit dem Passwort an. Tun Sie das nur, wenn Sie sicher sind, wer das Handy verloren hat.
panel-sign-in-with = Mit { $name } einloggen
panel-no-passwords = Hier loggt man sich mit einem Konto von anderswo ein, nicht mit einem Passwort.
panel-create-account-provider = Sie bekommen hier ein Konto, wenn Sie sich das erste Mal einloggen.
panel-providers = Mit anderen Konten einloggen
panel-providers-none = Sie können sich hier auch mit einem Konto einloggen, das Sie anderswo haben.
panel-providers-linked = Sie loggen sich auch ein mit
panel-link-provider = { $name } verknüpfen
panel-link-provider-lead = { $account } bei { $name } mit Ihrem Konto hier verknüpfen? Dann können Sie sich auch damit einloggen.
panel-link-provider-do = Das Konto verknüpfen
panel-unlink-provider = Verknüpfung aufheben
panel-provider-again = Dieser Login wurde nicht in diesem Browser begonnen, schon benutzt oder hat zu lange gedauert. Bitte beginnen Sie noch einmal.
panel-provider-denied = Sie haben bei { $name } nicht zugestimmt und sind deshalb nicht eingeloggt.
panel-provider-failed = { $name } hat keine gültige Antwort gegeben. Bitte beginnen Sie noch einmal. Wenn das wieder geschieht, sagen Sie es dem Betreiber dieses Dienstes.
panel-provider-down = { $name } antwortet nicht. Bitte versuchen Sie es später noch einmal.
panel-provider-clock = Der Login bei { $name } hat zu lange gedauert, oder die Uhr dieses Servers geht falsch. Bitte beginnen Sie noch einmal.
panel-provider-no-email = Ein neues Konto braucht eine E-Mail-Adresse, die { $name } geprüft hat. Bestätigen Sie dort Ihre Adresse, und loggen Sie sich noch einmal ein.
panel-provider-known = Sie haben hier schon ein Konto. Loggen Sie sich mit Ihrem Passwort ein, und verknüpfen Sie { $name } auf der Seite Ihres Kontos.
panel-provider-known-link = Sie haben hier schon ein Konto. Bitten Sie einen Administrator Ihrer Organisation um einen Link zum Einloggen, und verknüpfen Sie { $name } auf der Seite Ihres Kontos.
