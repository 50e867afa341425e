# Gli aggiornamenti delle pagine che seguono un torneo, e la pagina per lo schermo in sala.

live-pause = Sospendi gli aggiornamenti
live-resume = Riprendi gli aggiornamenti
live-updated = Aggiornato alle
live-paused = Gli aggiornamenti sono sospesi.
live-resumed = La pagina si aggiorna di nuovo.
live-news = Gli aggiornamenti sono sospesi. Ci sono novità.
live-gone = Questa pagina non si può più aprire, e non si aggiorna più.

## La pagina per lo schermo in sala

live-screen = Schermo grande
live-screen-open = { $count ->
    [one] { $count } tavolo gioca ancora
   *[other] { $count } tavoli giocano ancora
}
live-screen-empty = Gli abbinamenti appariranno qui.
live-screen-join = Iscriviti con il telefono
live-screen-join-code = Il codice di iscrizione è sul volantino.
live-screen-stop = Sospendi la rotazione
live-screen-turn = Riprendi la rotazione
live-screen-sound = Suono allo scadere del tempo
live-clock-over = Tempo scaduto.
live-screen-called = Chiamati: venite ai tavoli, per favore
