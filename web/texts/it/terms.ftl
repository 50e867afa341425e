# Le parole per stati, turni e penalità. Un test le confronta con quelle dell’interfaccia.

term-registration-open = Iscrizioni aperte
term-waitlist-only = Solo lista d’attesa
term-registration-closed = Iscrizioni chiuse
term-event-in-progress = Torneo in corso
term-event-finished = Torneo concluso
term-decklists-publishing = Pubblicazione delle decklist in corso
term-decklists-published = Decklist pubblicate

term-in-progress = In corso
term-upcoming = In programma
term-complete = Concluso

term-player-meeting = Player meeting
term-random-player-meeting = Player meeting con posti a caso
term-draft-pod = Pod di draft
term-play-vs-opponent = Gioco contro un avversario

term-swiss = Svizzera
term-single-elimination = Eliminazione diretta
term-ranked-single-elimination = Eliminazione diretta con teste di serie riordinate
term-double-elimination = Doppia eliminazione
term-round-robin = Tutti contro tutti in gironi

term-playoff-single-elimination = Eliminazione diretta
term-playoff-single-elimination-third-place = Eliminazione diretta con finale per il terzo posto
term-playoff-double-elimination = Doppia eliminazione con una sola finale
term-playoff-double-elimination-reset = Doppia eliminazione; la finale si rigioca dopo una prima sconfitta

term-round = Turno { $number }
term-final = Finale
term-semifinals = Semifinali
term-quarterfinals = Quarti di finale
term-round-of = Top { $players }
term-winners-bracket = Tabellone vincenti
term-losers-bracket = Tabellone perdenti
term-winners-round = Turno { $number } vincenti
term-winners-final = Finale vincenti
term-losers-round = Turno { $number } perdenti
term-losers-final = Finale perdenti
term-grand-final = Grande finale
term-second-grand-final = Seconda grande finale
term-third-place = Finale per il terzo posto
term-if-needed = { $round } (se necessario)
term-pool = Girone { $number }

term-entry-in-progress = Iscrizione in corso
term-entry-in-waiting-room = In attesa di conferma
term-entry-on-waitlist = In lista d’attesa
term-entry-moved-to-child-event = Passaggio a un altro torneo
term-entry-complete = Iscritto
term-entry-canceled = Iscrizione annullata
term-entry-dropped = Drop
term-entry-disqualified = Squalificato
term-entry-eliminated = Eliminato

term-caution = Richiamo
term-warning = Warning
term-game-loss = Game loss
term-match-loss = Match loss
term-disqualification = Squalifica

term-other-format = Altro

term-role-admin = Amministratore
term-role-organizer = Organizzatore
term-role-scorekeeper = Scorekeeper
term-role-judge = Judge
term-role-read-only = Sola lettura

term-rules-casual = Casual
term-rules-regular = Amatoriale (Regular)
term-rules-competitive = Agonistico (Competitive)
term-rules-professional = Professionistico (Professional)
term-policy-everyone = Tutti, con o senza account
term-policy-join-code = Chiunque abbia il codice di iscrizione
term-policy-accounts = Chi ha un account
term-policy-staff = Solo lo staff, per i giocatori

term-hook-tournament-created = È stato creato un torneo
term-hook-tournament-changed = Sono cambiate le informazioni, le impostazioni o lo stato di un torneo, oppure è stato eliminato
term-hook-round-published = Sono stati pubblicati gli abbinamenti di un turno, oppure il turno è cominciato
term-hook-round-completed = È finito un turno
term-hook-result-corrected = È stato corretto un risultato
term-hook-standings-final = Si è concluso un torneo
term-hook-lists-published = Sono state pubblicate le decklist di un torneo
term-hook-registration-added = Si è iscritto un giocatore, oppure un’iscrizione è stata completata
term-hook-registration-dropped = Un giocatore o una squadra ha lasciato un torneo

## Rule sets and tiebreakers

term-tiebreaker-omw = Percentuale di match vinti dagli avversari
term-tiebreaker-gw = Percentuale di partite vinte
term-tiebreaker-ogw = Percentuale di partite vinte dagli avversari
term-tiebreaker-oomw = Percentuale di match vinti dagli avversari degli avversari
term-tiebreaker-late = Non in ritardo al turno 1
term-tiebreaker-score = Punteggio
term-tiebreaker-margin = Margine di vittoria
term-tiebreaker-sos = Forza degli avversari
term-tiebreaker-esos = Forza estesa degli avversari
term-tiebreaker-head-to-head = Scontro diretto
term-tiebreaker-wins = Match vinti
term-tiebreaker-buchholz = Buchholz
term-tiebreaker-buchholz-cut-1 = Buchholz senza l’avversario più debole
term-tiebreaker-sonneborn-berger = Sonneborn-Berger
term-tiebreaker-ctb = Tiebreaker cumulativo
term-rule-set-score = Punteggio e margine
term-convention-scheduled = Programmata
term-convention-unlisted = Non elencata
term-convention-details-pending = Dettagli in arrivo
term-convention-use-external-schedule = Programma altrove
term-convention-canceled = Annullata
term-convention-archived = Archiviata
term-region-usa = USA
term-region-canada = Canada
term-region-emea = Europa, Medio Oriente e Africa
term-region-aus-nz = Australia e Nuova Zelanda
term-region-china = Cina
term-region-jp-kr = Giappone e Corea
term-region-sea = Sud-est asiatico
term-region-chinese-taipei = Taipei cinese
term-region-brazil = Brasile
term-region-central-america = America centrale
term-region-south-america = Sud America
