# Meldungen der Leseseite, nach ihren Codes.

problem-archetypes-not-public = Das Turnier { $id } hat seine Decklisten nicht veröffentlicht, darum sind seine Archetypen nicht öffentlich.
problem-dumps-being-replaced = Die Abzüge werden gerade durch neuere ersetzt. Bitte versuchen Sie es noch einmal.
problem-export-not-accepted = Der Export kommt als { $json } oder { $ndjson }; die Kopfzeile Accept schließt beide aus.
problem-export-table-not-accepted = Der Export kommt als { $ndjson }, { $json } oder { $csv }; die Kopfzeile Accept schließt alle aus.
problem-for-api-keys-only = Diese Adresse ist nur für API-Schlüssel.
problem-media-type-not-accepted = Diese Adresse antwortet mit { $media_type }, was die Kopfzeile Accept ausschließt.
problem-no-dumps = Dieser Dienst bietet keine Abzüge an.
problem-no-line-of-player = Die Tabelle dieser Runde hat keine Zeile der Person „{ $player }“.
problem-no-such-dump = Unter den Abzügen ist keine solche Datei; das Verzeichnis nennt alle.
problem-no-such-page = Es gibt keine Seite { $number }: In dieser Größe gehen die Seiten von 1 bis { $pages }.
problem-no-such-public-file = Die öffentlichen Seiten haben keine solche Datei.
problem-not-a-valid-format = Nötig ist ein gültiges Format.
problem-page-after-the-end = Es gibt keine Seite { $number }: Die Liste endet vorher.
problem-part-not-readable = In dieser Antwort fehlt vielleicht, was zu diesem Consistency-Token gehört, weil ein Teil der Daten nicht lesbar ist. Ohne Token bekommen Sie die Antwort, wie sie ist.
problem-standings-being-replaced = Die laufende Runde wurde gerade entfernt. Bitte versuchen Sie es in einer Sekunde noch einmal.
problem-start-again-without-since = { $why } Beginnen Sie noch einmal ohne since.
problem-starting = Der Dienst startet gerade. Bitte versuchen Sie es gleich noch einmal.
problem-team-matches-for-staff = Nur die Turnierleitung darf die Matches der Teams lesen.
problem-too-many-drawings = Es werden gerade viele Seiten gezeichnet. Bitte versuchen Sie es in einer Sekunde noch einmal.
problem-unknown-event-format = „{ $format }“ ist kein gültiges Format. Möglich sind { $valid }.
problem-write-not-readable-yet = Was zu diesem Consistency-Token gehört, ist gespeichert, aber noch nicht lesbar. Bitte versuchen Sie es noch einmal; mit „Prefer: wait=5“ wartet die Anfrage länger.
