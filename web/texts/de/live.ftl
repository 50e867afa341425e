# Das Aktualisieren von Seiten, die einem Turnier folgen, und die Seite für die Wand.

live-pause = Aktualisierung anhalten
live-resume = Wieder aktualisieren
live-updated = Aktualisiert um
live-paused = Die Aktualisierung ist angehalten.
live-resumed = Die Seite wird wieder aktualisiert.
live-news = Die Aktualisierung ist angehalten. Es gibt Neues.
live-gone = Diese Seite lässt sich nicht mehr öffnen und wird nicht mehr aktualisiert.

## Die Seite für die Wand

live-screen = Großbildschirm
live-screen-open = { $count ->
    [one] { $count } Tisch spielt noch
   *[other] { $count } Tische spielen noch
}
live-screen-empty = Hier erscheinen die Paarungen.
live-screen-join = Mit dem Telefon anmelden
live-screen-join-code = Der Beitrittscode steht auf dem Aushang.
live-screen-stop = Umblättern anhalten
live-screen-turn = Weiter umblättern
live-screen-sound = Ton bei Ablauf der Zeit
live-clock-over = Die Zeit ist um.
live-screen-called = Aufgerufen: bitte an die Tische kommen
