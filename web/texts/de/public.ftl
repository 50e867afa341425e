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

## Runden

public-pairings = Paarungen
public-results = Ergebnisse
public-seats = Plätze
public-table = Tisch
public-player = Spieler
public-team = Team
public-result = Ergebnis
public-opponent = Gegner
public-bye = Freilos
public-assigned-loss = Zugewiesene Niederlage
public-won = gewonnen
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
    [one] { $count } Zeile des Textes ließ sich nicht als Karte lesen.
   *[other] { $count } Zeilen des Textes ließen sich nicht als Karten lesen.
}
