# Meldungen der Seiten, nach ihren Codes.

problem-account-not-managed = Ihre Organisation verwaltet dieses Konto nicht, oder die Person ist auch Mitglied einer anderen Organisation. Die Person selbst kann es ändern, oder wer den Dienst betreibt.
problem-empty = Das Feld darf nicht leer sein.
problem-no-such-picture = Dieses Bild gibt es nicht.
problem-page-form-from-other-site = Dieses Formular kam von einer Seite einer anderen Website.
problem-page-form-not-whole = Das Formular kam nicht vollständig an. Bitte senden Sie es noch einmal.
problem-page-form-of-another-type = Die Formulare dieser Seiten werden als { $most } gesendet.
problem-page-form-of-other-session = Dieses Formular gehört zu einer anderen Sitzung: Sie haben sich inzwischen neu eingeloggt oder die Organisation gewechselt. Nichts wurde ausgeführt. Gehen Sie zurück, laden Sie die Seite neu und senden Sie sie noch einmal.
problem-page-form-too-large = Dieses Formular ist zu groß.
problem-not-a-member-there = Sie sind nicht Mitglied der gewählten Organisation.
problem-not-signed-in = Sie sind nicht eingeloggt.
problem-page-not-found = Unter dieser Adresse ist nichts. Vielleicht ist sie vertippt, oder der Inhalt wurde entfernt.
problem-page-write-uncertain = Beim Speichern ist ein Fehler aufgetreten. Vielleicht wurde das ausgeführt, vielleicht nicht: Prüfen Sie das, bevor Sie es noch einmal versuchen.
problem-stopping = Der Dienst hält gerade an. Bitte verbinden Sie sich neu.
