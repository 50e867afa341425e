# I testi della gestione tornei.

desk-tabs = Parti del torneo
desk-tab-round = Turno
desk-tab-settings = Impostazioni
desk-refused = Non ha funzionato
desk-cancel = Annulla
desk-a-program = Un programma

## Tutti i tornei

desk-no-events = Ancora nessun torneo. Crea il primo: bastano un nome e un formato.
desk-find-event = Cerca un torneo
desk-no-such-event = Nessun torneo con questo nome.
desk-do-create = Crea un torneo
desk-copy-of = Copia { $event }

## Un nuovo torneo, e le impostazioni

desk-new-event = Nuovo torneo
desk-copied-event = Copia di { $name }
desk-event-name = Nome
desk-event-format = Formato
desk-event-starts = Inizio
desk-event-rounds = Turni di svizzera
desk-event-rounds-hint = Lascia vuoto per decidere dopo ogni turno.
desk-event-cut = Giocatori nei playoff
desk-event-cut-hint = 0 per nessuno.
desk-event-capacity = Posti
desk-event-capacity-hint = Gli altri giocatori vanno in lista d’attesa. Lascia vuoto per nessun limite.
desk-event-team-size = Giocatori per squadra
desk-event-team-size-hint = 1 per il gioco individuale.
desk-event-deadline = Scadenza delle decklist
desk-event-deadline-hint = Nel fuso orario del torneo. Ai giocatori viene chiesta una lista solo se c’è una scadenza.
desk-do-save = Salva

## Che cosa c’è da fare adesso

desk-next-players = Aggiungi giocatori: ne servono almeno due.
desk-next-teams = Forma le squadre: ne servono almeno due.
desk-next-first-round = { $players ->
    [one] C’è { $players } giocatore iscritto.
   *[other] Ci sono { $players } giocatori iscritti. Quando ci sono tutti, abbina il primo turno.
}
desk-next-later = Inizia il { $day }. Iscritti finora: { $players }.
desk-next-publish = { $round }: gli abbinamenti sono pronti. Li vede solo lo staff.
desk-next-planned = { $round }: in programma, ancora senza abbinamenti.
desk-next-start = { $round }: gli abbinamenti sono pubblicati. Avvia quando i giocatori sono seduti.
desk-next-results = { $open ->
    [one] Manca il risultato di { $open } tavolo.
   *[other] Mancano i risultati di { $open } tavoli.
}
desk-next-complete = { $round }: ci sono tutti i risultati.
desk-next-third = { $round }: manca solo il risultato della finale per il terzo posto. Può restare senza risultato.
desk-next-meeting = { $round }: concludi quando tutti hanno finito.
desk-next-pair = Adesso tocca al turno { $number }.
desk-next-pools = Gironi: { $pools }, con al massimo { $size }. Turni: { $rounds }.
desk-next-cut = Tutti i turni di svizzera sono conclusi. Passa la top { $size }.
desk-next-cut-pools = I gironi sono conclusi. Passano in { $size }: prima i migliori di ogni girone, poi i secondi.
desk-next-playoff = Si può abbinare il prossimo turno dei playoff.
desk-next-finish = Tutti i turni sono conclusi.
desk-next-publish-lists = Il torneo è concluso. Pubblica le decklist quando vuoi che le vedano tutti.
desk-next-over = Il torneo è concluso.
desk-next-nothing = Il torneo è concluso e le sue decklist sono pubblicate.
desk-do-describe = Modifica la pagina del torneo
desk-do-results = Inserisci i risultati
desk-do-pair = Abbina il turno { $number }
desk-do-publish = Pubblica gli abbinamenti
desk-do-publish-start = Pubblica e avvia { $round }
desk-do-seat = Assegna i posti: { $round }
desk-do-start = Avvia { $round }
desk-do-complete = Concludi { $round }
desk-do-complete-pair = Concludi { $round } e abbina il prossimo turno
desk-do-cut = Taglio alla top { $size }
desk-do-playoff = Abbina i playoff
desk-do-finish = Concludi il torneo
desk-do-publish-lists = Pubblica le decklist

## Che cosa è stato fatto

desk-done-round-completed = { $title }: fine.
desk-done-round-added = { $title }: abbinamenti fatti.
desk-done-pairings-discarded = { $title }: abbinamenti rifatti.
desk-done-pairings-published = { $title }: abbinamenti pubblicati.
desk-done-round-started = { $title }: si gioca.
desk-done-round-removed = Turno rimosso.
desk-done-player-registered = { $player }: { $status }.
desk-done-registration-status-changed = { $player }: { $status }.
desk-done-player-dropped = { $player } si è ritirato.
desk-done-lifecycle-changed = Il torneo ora è: { $status }.
desk-done-details-changed = { $known ->
    [yes] Salvato: { $fields }.
   *[no] Salvato.
}
desk-done-organizing-changed = { $known ->
    [yes] Salvato: { $fields }.
   *[no] Salvato.
}
desk-done-result-reported = Tavolo { $table }: { $result } salvato. { $players }
desk-done-result-corrected = Tavolo { $table }: { $result } salvato. { $players }
desk-done-several = { $count } modifiche salvate.
desk-do-undo = Annulla azione
desk-do-undo-what = Annulla: { $what }

## Giocatori

desk-player-name = Nome di un giocatore
desk-do-add = Aggiungi
desk-players-no-name = Scrivi un nome.
desk-players-no-award = { $name } è nel torneo, ma i bye o le sconfitte non sono stati assegnati. { $why }
desk-players-count = { $count ->
    [one] { $count } giocatore
   *[other] { $count } giocatori
}
desk-players-others = { $count } non in gioco
desk-players-none = Scrivi un nome e premi Invio per iscrivere il primo giocatore.
desk-name = Nome
desk-status = Stato
desk-record = Score
desk-checked-in = Check-in fatto
desk-handed-in = Consegnata
desk-do-check-in = Fai il check-in
desk-do-drop = Droppa
desk-do-disqualify = Squalifica
desk-do-return = Riammetti nel torneo
desk-byes = Bye
desk-byes-hint = Numeri dei turni, per esempio 1, 2.
desk-seat = Tavolo fisso
desk-seat-hint = Il tavolo dove questo giocatore siede sempre. Facoltativo.
desk-paper-list = Consegna la decklist su carta
desk-notes = Note
desk-notes-hint = Le vede solo lo staff.
desk-to-players = Tutti i giocatori
desk-registered = Iscritto
desk-registering = Iscrizione non completata
desk-offered = Posto offerto fino a { $time }

## Turni e risultati

desk-rounds = Turni
desk-no-round = Nessun turno è ancora abbinato.
desk-round-moved-on = Qualcun altro ha fatto prima il passo successivo, quindi non è stato fatto nulla. Questa pagina mostra lo stato attuale.
desk-unpublished = Non pubblicato
desk-table = Tavolo
desk-table-number = Tavolo { $table }
desk-players = Giocatori
desk-against = contro
desk-result = Risultato
desk-reported-by = Inserito da
desk-bye = Bye
desk-assigned-loss = Sconfitta
desk-unreported = Manca
desk-entry-hint = Tavolo, poi partite vinte: 12 2 1 oppure 1221. Aggiungi un terzo numero per le partite patte. 12 x: perdono entrambi.
desk-entry-hint-pod = Tavolo, poi il posto del vincitore: 12 3 oppure 123. 12 d: patta di tutti. 12 d 1 3: patta dei posti 1 e 3. 12 x: perdono tutti. Piazzamenti per posto: 12 1-3-2-4.
desk-entry-hint-places = Tavolo, poi il piazzamento di ogni posto: 12 1-3-2-4. I pari merito hanno lo stesso piazzamento: 12 1-2-2-2. 12 d: patta di tutti. 12 x: perdono tutti.
desk-entry-hint-scores = Tavolo, poi il punteggio di ogni giocatore: 12 150-90. 12 x: perdono entrambi.
desk-do-enter = Inserisci
desk-entered = Tavolo { $table }:
desk-do-correct = Correggi
desk-open-tables = { $count ->
    [one] { $count } tavolo ancora in gioco
   *[other] { $count } tavoli ancora in gioco
}
desk-do-swap = Scambia due giocatori
desk-do-pair-again = Rifai gli abbinamenti
desk-do-remove-round = Rimuovi il turno
desk-do-reopen = Riapri il turno
desk-complete-early = Se concludi il turno adesso, i risultati mancanti valgono come patte.
desk-do-complete-draws = Concludi, risultati mancanti come patte
desk-contested-count = { $count ->
    [one] { $count } risultato è contestato
   *[other] { $count } risultati sono contestati
}
desk-contested = contestato
desk-contested-why = Un giocatore dice che questo risultato è sbagliato. Chiedi ai giocatori al tavolo, poi inserisci il risultato giusto.
desk-complete-contested = Concludere comunque il turno? I risultati contestati valgono così come sono stati inseriti.
desk-complete-missing = I risultati mancanti valgono come patte. Seleziona i tavoli dove perdono tutti, per esempio perché nessuno si è presentato.
desk-both-left = Tutti i giocatori al tavolo { $table } hanno lasciato il torneo.
desk-both-lose = Perdono entrambi
desk-all-lose = Perdono tutti
desk-pod-seat = Posto { $seat }
desk-pod-draw = Patta
desk-pod-draw-of = Patta: posti { $seats }
desk-choice-pod = Posto { $seat }: vince { $player }
desk-choice-won = { $player } { $score }
desk-choice-drawn = Patta { $score }
desk-do-complete-contested = Sì, concludi il turno
desk-to-round = Torna al turno
desk-result-unreadable = Non è un risultato. Scrivi il numero del tavolo, poi le partite vinte da ciascun giocatore: 12 2 1.
desk-result-no-table = In questo turno non c’è nessun match al tavolo { $table }.
desk-result-other-table = Questa pagina riguarda un tavolo diverso dal { $table }. Inserisci quel risultato nella pagina del turno.
desk-result-now = Risultato: { $result }
desk-by = inserito da { $by }
desk-result-conflict = { $by } ha inserito { $result } al tavolo { $table }. È sbagliato?
desk-do-replace = Sostituisci con { $entry }
desk-do-keep = Lascia così
desk-corrected = Il risultato è stato corretto.
desk-effect-standings = È cambiata la classifica dopo questi turni: { $rounds }.
desk-effect-paired = Questi turni sono stati abbinati con il vecchio risultato e sono già cominciati: { $rounds }. Restano così.
desk-effect-pair-again = Il prossimo turno è stato abbinato con il vecchio risultato e non è ancora cominciato.
desk-effect-to-pair = Questi turni vanno abbinati di nuovo: { $rounds }.
desk-effect-cut = Adesso il taglio sarebbe diverso. Rifallo, se il turno successivo non è ancora cominciato.
desk-swap-title = { $round }: scambia due giocatori
desk-swap-one = Questo giocatore
desk-swap-other = fa cambio con
desk-swap-seat = Tavolo { $table }: { $name }
desk-swap-two = Scegli due giocatori diversi.
desk-swap-changed = Nel frattempo il torneo è cambiato. Controlla gli abbinamenti e scegli di nuovo.

## Classifica

desk-no-standings = La classifica appare dopo il primo turno.
desk-recompute = Classifica con altre regole
desk-recompute-hint = Gli stessi risultati, ordinati secondo { $rules }. Non cambia nulla.
desk-recompute-real = Posizione reale
desk-do-recompute = Mostra
desk-standings-after = Classifica dopo: { $round }
desk-rank = Pos.
desk-points = Punti

## Decklist

desk-lists-count = { $handed ->
    [one] { $handed } decklist consegnata su { $all }
   *[other] { $handed } decklist consegnate su { $all }
}
desk-do-lock = Blocca tutte
desk-do-unlock = Sblocca tutte
desk-lock = Modifiche
desk-locked = Bloccate
desk-unlocked = Permesse
desk-by-deadline = Fino alla scadenza
desk-by-start = Fino all’inizio
desk-closed-by-start = Chiuse dall’inizio
desk-on-paper = Su carta
desk-missing = Manca

desk-picture-of = Immagine di { $event }
desk-picture-hint = JPEG, PNG o WebP, al massimo 5 MB. Meglio in formato orizzontale, 1600 × 900 pixel. La vedono tutti.
desk-picture = Immagine
desk-do-to-picture = Scegli un’immagine
desk-staff = Staff di questo torneo
desk-staff-hint = Membri della tua organizzazione che in questo torneo possono fare più che altrove. Conta il migliore dei due ruoli. Il ruolo finisce qui, o quando la persona lascia l’organizzazione.
desk-staff-none = Nessun membro ha un ruolo solo per questo torneo.
desk-staff-role = Ruolo
desk-staff-left = non è più membro
desk-staff-end-of = Togli il ruolo a { $name }
desk-staff-assign = Dai un ruolo a un membro
desk-staff-member = Membro
desk-do-end-staff = Togli il ruolo
desk-do-assign-staff = Assegna
desk-do-to-staff = Scegli lo staff
desk-do-to-settings = Alle impostazioni
desk-next-incomplete = { $teams ->
    [one] A una squadra mancano giocatori e non giocherà.
   *[other] A { $teams } squadre mancano giocatori e non giocheranno.
}
desk-next-agents = { $players ->
    [one] Un giocatore non ha una squadra.
   *[other] { $players } giocatori non hanno una squadra.
}
