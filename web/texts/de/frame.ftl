# Der Rahmen der Seiten für angemeldete Personen und die Seiten über Fehler.

frame-skip = Zum Inhalt springen
frame-pages = Seiten
frame-crumbs = Wo Sie sind
frame-tabs = Seiten dieses Turniers
frame-desk = Turnierleitung
frame-administration = Verwaltung
frame-sign-in = Einloggen
frame-sign-out = Ausloggen
frame-overview = Übersicht
frame-events = Turniere
frame-store = Seite des Ladens
frame-members = Mitglieder
frame-keys = Schlüssel
frame-webhooks = Webhooks
frame-audit = Protokoll
frame-own-events = Meine Turniere
frame-account = Konto
frame-to-overview = Zur Übersicht
frame-to-account = Zu Ihrem Konto

## Fehler

frame-error-not-signed-in = Sie sind nicht eingeloggt
frame-error-not-allowed = Nicht erlaubt
frame-error-not-found = Nicht gefunden
frame-error-nothing-here = Unter dieser Adresse gibt es nichts. Vielleicht enthält sie einen Tippfehler, oder der Inhalt wurde entfernt.
frame-error-method = Diese Methode ist hier nicht erlaubt
frame-error-busy = Im Moment nicht verfügbar
frame-error-internal = Etwas ist schiefgegangen
frame-error-not-understood = Die Anfrage wurde nicht verstanden

## Was getan wurde

frame-done-saved = Gespeichert.
frame-done-saved-link = Gespeichert. Wir senden einen Link an Ihre E-Mail-Adresse: Öffnen Sie ihn, um die Adresse zu bestätigen.
frame-done-account-created = Ihr Konto wurde angelegt. Wir senden einen Link an Ihre E-Mail-Adresse: Öffnen Sie ihn, um die Adresse zu bestätigen.
frame-done-link-sent = Der Link ist unterwegs.
frame-done-email-confirmed = Ihre Adresse ist bestätigt.
frame-done-member-added = Das Mitglied wurde hinzugefügt.
frame-done-invited = Die Person ist eingeladen und wird Mitglied, sobald sie annimmt.
frame-done-invitation-withdrawn = Die Einladung wurde zurückgezogen.
frame-done-joined = Sie sind jetzt Mitglied.
frame-done-declined = Sie haben die Einladung abgelehnt.
frame-done-left = Sie haben die Organisation verlassen. Ihre Schlüssel, Tokens und Sitzungen für sie funktionieren nicht mehr.
frame-done-role-changed = Die Rolle wurde geändert. Sie gilt auch für die Schlüssel des Mitglieds.
frame-done-member-removed = Das Mitglied wurde entfernt. Schlüssel, Tokens und Sitzungen dieser Mitgliedschaft funktionieren nicht mehr.
frame-done-person-erased = Die Person ist gelöscht.
frame-done-claimed = Die Ergebnisse gehören jetzt zu Ihrem Konto.
frame-done-claim-made = Die Veranstalter werden gefragt, ob diese Ergebnisse Ihre sind. Nach der Zustimmung finden Sie sie hier.
frame-done-claim-answered = Der Anspruch ist beantwortet.
frame-done-key-revoked = Der Schlüssel wurde widerrufen. Er funktioniert nicht mehr.
frame-done-webhook-removed = Der Webhook wurde entfernt.
frame-done-messages-resent = Die Nachrichten werden erneut gesendet.
frame-done-token-revoked = Das Token wurde widerrufen. Es funktioniert nicht mehr.
frame-done-password-set = Ihr Passwort wurde gesetzt. Alle anderen Sitzungen sind beendet.
frame-done-sessions-ended = Alle anderen Sitzungen sind beendet.
frame-done-event-canceled = Das Turnier ist abgesagt.
frame-done-event-resumed = Das Turnier findet statt.
frame-done-taken-back = Die Änderung wurde zurückgenommen.
frame-done-event-deleted = Das Turnier wurde gelöscht.
frame-done-registered = Die Person ist angemeldet.
frame-done-some-registered = Einige Spieler konnten nicht angemeldet werden. Fügen Sie sie hier hinzu.
frame-done-moved = Sie arbeiten jetzt in dieser Organisation.

frame-person = Person { $number }
frame-error-role = Ihre Rolle in dieser Organisation ist { $role }. Sie erlaubt das nicht: { $what }. Diese Rollen erlauben es: { $roles }.
frame-error-no-member = Das ist nur Mitgliedern einer Organisation erlaubt: { $what }. Diese Rollen erlauben es: { $roles }.
frame-done-events-created = Die Turniere sind angelegt.
frame-done-some-events-created = Einige Turniere sind angelegt, andere wurden abgelehnt. Vergleichen Sie die beiden Tage.
frame-done-events-removed = Die Turniere sind gelöscht.
frame-done-some-events-kept = Turniere, die Spieler haben oder sich inzwischen geändert haben, sind geblieben.
frame-done-announced = Durchgesagt.
frame-done-announcement-removed = Die Durchsage ist zurückgenommen.
