# Serie di tornei al banco.

desk-series = Serie di tornei
desk-series-none = Non c’è ancora nessuna serie. Apri le impostazioni di un torneo e scegli «Ripeti ogni settimana».
desk-series-ended = Terminata
desk-series-rule = { $weekday ->
    [1] Lunedì
    [2] Martedì
    [3] Mercoledì
    [4] Giovedì
    [5] Venerdì
    [6] Sabato
   *[other] Domenica
}, { $time } ({ $zone }), { $weeks ->
    [1] ogni settimana
   *[other] ogni { $weeks } settimane
}{ $until ->
    [never] { "" }
   *[other] { ", " }fino al { $until }
}
desk-series-change = Modifica il piano
desk-series-resume = Riprendi la serie
desk-series-over = Questa serie è terminata. Prima riprendila.
desk-series-days = Prossimi giorni
desk-series-no-days = Questa serie non ha giorni in arrivo.
desk-series-day = Giorno
desk-series-to-event = Apri il torneo
desk-series-event-of = Apri il torneo del { $day }
desk-series-skipped = Nessun torneo
desk-series-not-made = Non ancora creato
desk-series-players = { $count ->
    [one] { $count } giocatore
   *[other] { $count } giocatori
}
desk-series-has-players = Ha dei giocatori: decidi se annullarlo.
desk-series-skip = Salta
desk-series-skip-day = Salta il { $day }
desk-series-keep = Non saltare
desk-series-keep-day = Non saltare il { $day }
desk-series-end = Termina la serie
desk-series-end-means = Non crea più tornei. Quelli creati restano.
desk-series-like = Ripeti { $name }
desk-series-means = Il servizio crea i tornei in anticipo da solo. Ognuno riceve le impostazioni di questo torneo e un proprio codice di iscrizione. I suoi orari distano dall’inizio quanto qui.
desk-series-change-means = La modifica vale per i tornei non ancora creati.
desk-series-plan = Pianifica la serie
desk-series-first-day = Primo giorno
desk-series-first-day-hint = Stabilisce il giorno della settimana.
desk-series-last-day = Ultimo giorno
desk-series-last-day-hint = Lascia vuoto se la serie non ha fine.
desk-series-every-weeks = Settimane da un torneo al successivo
desk-series-weeks-ahead = Settimane per cui i tornei sono creati in anticipo
desk-series-weeks-ahead-hint = Da 1 a 26.
desk-series-one = Serie
desk-series-one-hint = Il servizio crea i tornei che si ripetono ogni settimana o ogni poche settimane.
desk-series-repeat = Ripeti ogni settimana
desk-series-to-series = Vai alla serie
desk-series-following = Questo e tutti i seguenti
desk-series-following-hint = Ciò che modifichi qui cambia anche in tutti i tornei successivi della serie non ancora iniziati. Ognuno resta nel suo giorno.
