# Die Texte der öffentlichen Seiten.

public-canceled = Abgesagt
public-fee = Startgeld: { $fee }
public-time-utc = { $time } (UTC)
public-time = { $time } ({ $zone })

## Die Startseite und die Seite für Adressen ohne Seite

public-front-what = Conventions, Turniere, Tabellen und Decklisten von Spieleläden als Daten.
public-front-programs = Programme lesen unter /api/v1/ mit einem API-Schlüssel im Header X-API-Key; Ergebnisse beendeter Turniere stehen unter /api/export-decklists/. Die öffentliche Seite eines Turniers steht unter /events/, gefolgt von der Nummer des Turniers.
public-front-docs = API-Dokumentation (englisch)
public-front-document = Dasselbe als OpenAPI-Dokument
public-not-found = Nicht gefunden
public-not-found-why = Hier gibt es keine öffentliche Seite. Vielleicht ist das Turnier nicht gelistet, oder die Adresse enthält einen Tippfehler.

## Die Liste der Turniere

public-events = Turniere
public-account = Konto und Kalender
public-calendar = Kalender (iCal)
public-sign-in = Anmelden
public-filter = Turniere auswählen
public-filter-store = Laden
public-filter-format = Format
public-filter-after = Von
public-filter-before = Bis
public-filter-all = Alle
public-filter-button = Zeigen
public-filter-none = Alle Turniere zeigen
public-owner = Ist das Ihre Installation? Melden Sie sich an und legen Sie ein Turnier an. Ohne Konto legen Sie dort, wo Crosstable läuft, eines mit Ihrer Organisation an:
public-running = Läuft gerade
public-running-none = Im Moment läuft kein Turnier.
public-upcoming = Demnächst
public-upcoming-none = Es ist kein Turnier angekündigt. Die Turnierleitung legt Turniere unter /desk/ an.
public-finished = Beendet
public-finished-none = Es ist noch kein Turnier beendet.
public-none-chosen = Kein Turnier passt dazu. Ändern Sie die Auswahl oben, oder lassen Sie sich alle Turniere zeigen.
public-more-running = Weitere laufende Turniere
public-more-upcoming = Spätere Turniere
public-more-finished = Frühere Turniere
public-about = Über diesen Dienst

## Turniere

public-rounds = Runden
public-playoff = Playoff
public-standings-final = Endstand
public-standings-after = Tabelle nach Runde { $number }
public-standings-during = Tabelle während Runde { $number }
public-rank = #
public-name = Name
public-points = Punkte
public-record = Bilanz
public-omw = OMW %
public-gw = GW %
public-ogw = OGW %
public-to-list = Liste
public-dropped = ausgestiegen
public-players = { $count ->
    [one] { $count } Person
   *[other] { $count } Personen
}
public-places = { $taken } von { $capacity } Plätzen sind belegt.
public-sign-up = Zum Turnier anmelden
public-add-to-calendar = In einen Kalender eintragen (iCal)
public-registered = Angemeldet
public-lists = Decklisten
public-lower-places = Um die Plätze dahinter
public-open-place = offen

## Einen Namen finden

public-find = Ihren Namen finden
public-find-button = Suchen
public-found = Gefunden: { $name }
public-found-none = Kein Name hier hat Wörter, die mit „{ $name }“ beginnen. Prüfen Sie die Schreibweise, oder geben Sie weniger vom Namen ein.
public-found-more = Nur die ersten { $count } werden gezeigt. Geben Sie mehr vom Namen ein.
public-show-all = Alle zeigen

## Runden

public-pairings = Paarungen
public-results = Ergebnisse
public-seats = Plätze
public-table = Tisch
public-result = Ergebnis
public-opponent = Gegner
public-bye = Freilos
public-assigned-loss = Zugewiesene Niederlage
public-lost = verloren
public-against = gegen { $name }
public-by-name = Nach Namen
public-by-table = Nach Tischen
public-letters = Anfangsbuchstaben
public-at-pod-seat = Pod { $number }, Platz { $seat }
public-intentional-draw = ID
public-intentional-draw-means = ID: ein Unentschieden, auf das sich beide ohne Spiel geeinigt haben.
public-won = gewonnen
public-both-lost = Beide verloren
public-drawn = unentschieden
public-clock-ends = Die Zeit endet um { $time } Uhr ({ $zone }).
public-clock-paused = Die Uhr ist angehalten. Restzeit: { $left }.
public-then = Danach: { $rule }.
public-seating = Sitzplan
public-at-table = Tisch { $number }
public-at-pod = Pod { $number }
public-no-pairings = Es gibt noch keine Paarungen.

## Decklisten

public-decklist = Deckliste
public-picture = Bild der Liste; ihr Text folgt
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
