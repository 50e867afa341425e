# Die Texte der öffentlichen Seiten.

public-canceled = Abgesagt
public-fee = Startgeld: { $fee }
public-own-time = { $time } Ihrer Zeit
public-time-utc = { $time } (UTC)
public-time = { $time } ({ $zone })

## Die Startseite und die Seite für Adressen ohne Seite

public-front-docs = API-Dokumentation (englisch)
public-not-found-page = Unter dieser Adresse gibt es keine Seite. Vielleicht enthält sie einen Tippfehler.
public-not-found-event = Dieses Turnier hat keine öffentliche Seite. Vielleicht ist es nicht gelistet, oder die Adresse enthält einen Tippfehler.
public-not-found-round = Diese Runde gibt es in diesem Turnier nicht.
public-not-found-list = Diese Deckliste ist nicht öffentlich. Listen sind zu sehen, sobald die Turnierleitung sie veröffentlicht.
public-not-found-player = Diese Spielerseite gibt es nicht. Spieler entscheiden selbst, ob sie ihre zeigen.
public-not-found-store = Unter dieser Adresse gibt es keinen Laden.
public-not-found-convention = Unter dieser Adresse gibt es keine öffentliche Convention. Vielleicht ist sie nicht gelistet, oder die Adresse ist falsch geschrieben.
public-to-events = Alle Turniere

## Die Liste der Turniere

public-calendar = Diese Turniere abonnieren (iCal)
public-filter = Turniere filtern
public-filter-store = Laden
public-filter-after = Von
public-filter-before = Bis
public-filter-all = Alle
public-filter-button = Zeigen
public-filter-none = Alle Turniere zeigen
public-owner = Ist das Ihre Installation? Melden Sie sich an und legen Sie ein Turnier an. Eine neue Installation richten Sie mit dem Link ein, den Crosstable beim Start ausgegeben hat; er steht auch in der Datei set-up-link im Datenordner.
public-empty = Noch keine Turniere
public-to-desk = Zur Turnierleitung
public-running = Läuft gerade
public-running-none = Im Moment läuft kein Turnier.
public-upcoming = Demnächst
public-upcoming-none = Zurzeit ist kein Turnier geplant.
public-finished = Beendet
public-finished-none = Es ist noch kein Turnier beendet.
public-none-chosen = Kein Turnier passt. Ändern Sie den Filter, oder zeigen Sie alle Turniere.
public-more-running = Weitere laufende Turniere
public-more-upcoming = Spätere Turniere
public-more-finished = Frühere Turniere

## Turniere

public-playoff = Playoff
public-standings = Tabelle
public-decks = Decks
public-more-pages = Weitere Seiten dieser Liste
public-now = Jetzt: { $round }
public-next = Als Nächstes: { $round }
public-to-pairings = Alle Paarungen
public-place = Platz { $place }
public-structure-swiss = { $rounds ->
    [one] { $rounds } Runde Schweizer System
   *[other] { $rounds } Runden Schweizer System
}
public-structure-cut = { $rounds ->
    [one] { $rounds } Runde Schweizer System, dann Top { $cut }
   *[other] { $rounds } Runden Schweizer System, dann Top { $cut }
}
public-structure-some = Schweizer System, dann Top { $cut }
public-structure-pools = Gruppen bis zu { $size }
public-structure-pools-cut = Gruppen bis zu { $size }, dann Top { $cut }
public-structure-best-of = { $games ->
    [1] Ein Spiel pro Match
   *[other] Best of { $games }
}
public-structure-minutes = { $minutes } Minuten pro Runde
public-structure-teams = Teams zu { $size }
public-structure-together = Teams zu { $size }, die ein Match zusammen spielen
public-structure-pods = Tische zu { $size }
public-all-standings = Ganze Tabelle ({ $count })
public-all-players = Alle { $count } Spieler
public-cut-line = Die besten { $cut } kommen ins Playoff.
public-playoff-decides = Das Playoff entscheidet die Plätze 1 bis { $cut }. Punkte und Bilanz sind die der Runden davor.
public-not-listed = { $count ->
    [one] Ein angemeldeter Spieler hat kein Match und steht nicht in der Tabelle.
   *[other] { $count } angemeldete Spieler haben kein Match und stehen nicht in der Tabelle.
}
public-tiebreakers = { $count ->
    [0] Bei gleichen Punkten entscheidet das Los.
   *[other] Bei gleichen Punkten zählen nacheinander: { $list }. Dann entscheidet das Los.
}
public-percent-of = { $name } %
public-rules = Regeln: { $rules }
public-rules-changed = Regeln: { $rules }, vom Veranstalter geändert
public-up = { $count ->
    [one] { $count } Platz gewonnen
   *[other] { $count } Plätze gewonnen
}
public-down = { $count ->
    [one] { $count } Platz verloren
   *[other] { $count } Plätze verloren
}
public-no-standings = Die Tabelle erscheint hier, wenn die erste Runde beginnt.
public-no-bracket = Der Turnierbaum erscheint hier, wenn das Playoff beginnt.
public-no-lists = Es sind keine Decklisten veröffentlicht.
public-no-players = Noch ist niemand angemeldet.
public-standings-final = Endstand
public-standings-after = Tabelle nach Runde { $number }
public-standings-during = Tabelle während Runde { $number }
public-rank = #
public-to-list = Liste
public-dropped = ausgestiegen
public-players = { $count } Spieler
public-places = { $left ->
    [0] Alle { $capacity } Plätze sind belegt
    [one] Noch { $left } von { $capacity } Plätzen frei
   *[other] Noch { $left } von { $capacity } Plätzen frei
}
public-sign-up = Anmelden
public-sign-up-waitlist = Auf die Warteliste
public-add-to-calendar = In den Kalender
public-registered = Angemeldet
public-about-event = Über das Turnier
public-facts = Gut zu wissen
public-map = Karte
public-rules-level = Regelstufe
public-who-approved = { $who }. Der Laden bestätigt jede Anmeldung.
public-opens-at = Anmeldung ab: { $time }
public-winner = Gewonnen hat { $name }
public-lower-places = Um die Plätze dahinter
public-open-place = offen

## Einen Namen finden

public-find = Ihren Namen finden
public-found = Gefunden: { $name }
public-found-none = Kein Vor- oder Nachname beginnt mit „{ $name }“. Prüfen Sie die Schreibweise, oder geben Sie weniger Buchstaben ein.
public-found-more = Nur die ersten { $count } werden gezeigt. Geben Sie mehr vom Namen ein.
public-show-all = Alle zeigen

## Runden

public-pairings = Paarungen
public-results = Ergebnisse
public-seats = Plätze
public-opponent = Gegner
public-assigned-loss = Zugewiesene Niederlage
public-lost = verloren
public-against = gegen { $name }
public-by-name = Nach Namen
public-by-table = Nach Tischen
public-letters = Anfangsbuchstaben
public-at-pod-seat = Pod { $number }, Sitz { $seat }
public-intentional-draw = ID
public-intentional-draw-means = ID: ein Unentschieden, auf das sich beide ohne Spiel geeinigt haben.
public-won = gewonnen
public-both-lost = Beide verloren
public-drawn = unentschieden
public-unconfirmed = unbestätigt
public-unconfirmed-means = Ein unbestätigtes Ergebnis zählt, sobald ein Gegner es bestätigt oder die Runde endet.
public-clock-ends = Ende um { $time } Uhr.
public-then = Danach: { $rule }.
public-seating = Sitzplan
public-at-table = Tisch { $number }
public-at-table-seat = Tisch { $number }, Sitz { $seat }
public-at-pod = Pod { $number }
public-no-pairings = Es gibt noch keine Paarungen.

## Decklisten

public-decklist = Deckliste
public-picture = Die Liste als Bild
public-lists-of-archetype = Weitere Listen dieses Turniers: { $archetype }
public-list-text = Text
public-list-elsewhere = Die Liste steht unter
public-cards = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
}
public-cards-and-sideboard = { $cards }, { $sideboard } im Sideboard
public-more-cards = und { $count } weitere
public-no-cards = keine Karten
public-no-cards-here = Hier gibt es keine Karten zu zeigen.
public-kept-elsewhere = Diese Liste steht anderswo:
public-nothing-read = Keine Zeile der Liste ließ sich als Karte lesen.
public-lines-not-read = { $count ->
    [one] { $count } Zeile ließ sich nicht als Karte lesen: Zeile { $lines }.
   *[other] { $count } Zeilen ließen sich nicht als Karten lesen: { $lines }.
}

## Die Seite eines Ladens

public-store-next = Nächste Turniere
public-store-next-none = Zurzeit sind keine Turniere geplant.
public-store-past = Vergangene Turniere
public-store-all = Alle Turniere

## Conventions

public-conventions-description = Conventions für Sammelkartenspiele: wann und wo sie stattfinden und ihre Zeitpläne.
public-conventions-coming = Laufend und kommend
public-conventions-none = Zurzeit ist keine Convention geplant.
public-conventions-past = Vergangen
public-hub-pending = Einzelheiten folgen.
public-hub-canceled = Diese Convention ist abgesagt.
public-hub-archived = Diese Convention ist vorbei.
public-hub-external = Der Zeitplan steht auf der eigenen Seite der Convention.
public-hub-external-link = Zum Zeitplan
public-hub-ticket = Besucher brauchen ein Ticket
public-hub-championship = Regionalmeisterschaft
public-hub-announcements = Durchsagen
public-hub-about = Über die Convention
public-hub-hotels = Hotels
public-hub-zone = Alle Zeiten gelten für { $zone }.
public-hub-day = { $weekday ->
    [1] Montag
    [2] Dienstag
    [3] Mittwoch
    [4] Donnerstag
    [5] Freitag
    [6] Samstag
   *[other] Sonntag
}, { $day }
public-hub-undated = Noch ohne Termin
public-hub-empty = Im Zeitplan stehen noch keine Turniere.
public-hub-filter = Zeitplan filtern
public-hub-filter-none = Ganzen Zeitplan zeigen
public-hub-headliner = Hauptturnier
public-hub-calendar = Ganzen Zeitplan abonnieren (iCal)
public-agenda = Meine Agenda
public-agenda-choose = In meiner Agenda: { $name }
public-agenda-hint = Wählen Sie Turniere mit dem Stern für Ihre Agenda. Sie bleibt auf diesem Gerät.
public-agenda-show = Meine Agenda zeigen
public-agenda-empty = Ihre Agenda ist leer. Wählen Sie Turniere im Zeitplan.
public-agenda-overlap = { $first } und { $second } überschneiden sich.
public-agenda-update = Agenda aktualisieren
public-agenda-calendar = Meine Agenda abonnieren (iCal)

## Was Suchmaschinen und Chats von der Startseite zeigen

public-description = Turniere mit Sammelkarten: wann und wo sie stattfinden, Paarungen, Tabellen und Decklisten.
public-queues = Warteschlangen für spontane Turniere
public-queues-why = Stellen Sie sich an. Wenn genug Personen warten, werden Sie an einen Tisch gerufen.
public-queues-none = Keine Warteschlange ist offen.
public-queue-line = Beginnt mit { $size } Personen. In der Schlange: { $waiting }
public-queue-begins = Beginn: { $time }
public-queue-join = Anstellen
public-queue-join-name = Anstellen: { $name }
