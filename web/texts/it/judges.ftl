# I testi dei judge: chiamate, penalità, deck check, tempo addizionale.

desk-tab-judges = Judge
desk-judges-unknown = Non esiste più. Controlla la pagina e riprova.
desk-judges-busy = Qualcun altro ha modificato il torneo nello stesso momento, quindi non è stato salvato nulla. Invia di nuovo.
desk-judges-no-player = Nessun giocatore di questo torneo si chiama { $name }. Scegli un nome dall’elenco.
desk-judges-two-players = Più giocatori si chiamano { $name }. Registra la penalità nella pagina del giocatore.
desk-judges-minutes = Scrivi il tempo addizionale in minuti, per esempio 4.

## Chiamate

desk-calls = Chiamate judge
desk-no-calls = Nessuna chiamata aperta.
desk-bell-on = Attiva il suono
desk-bell-off = Disattiva il suono
desk-bell-hint = Suona a ogni nuova chiamata finché questa pagina è in primo piano.
desk-call-place = Dove
desk-call-contested = Il risultato inserito è contestato.
desk-call-note = Motivo
desk-call-waiting = In attesa
desk-call-minutes = { $minutes } min
desk-call-taken = Presa da { $by }
desk-calls-closed = { $count ->
    [one] { $count } chiamata chiusa.
   *[other] { $count } chiamate chiuse.
}
desk-do-take = Prendi
desk-do-close = Chiudi
desk-do-call = Chiama un judge

## Penalità

desk-penalties = Penalità
desk-no-penalties = Nessuna penalità registrata.
desk-penalties-elsewhere = In altri tornei
desk-infraction = Infrazione
desk-infractions =
    Ritardo
    Gioco lento
    Guardare carte extra
    Violazione di una regola di gioco
    Abilità innescata dimenticata
    Errore con carte nascoste
    Errore nella procedura di mulligan
    Mancato mantenimento dello stato di gioco
    Problema con la decklist
    Problema con il mazzo
    Violazione di procedura nel Limited
    Violazione delle regole di comunicazione
    Carte segnate
    Mescolamento insufficiente
    Aiuto esterno
    Condotta antisportiva – minore
    Condotta antisportiva – maggiore
    Determinazione impropria del vincitore
    Corruzione e scommesse
    Comportamento aggressivo
    Furto di materiale del torneo
    Perdere tempo di proposito (Stalling)
    Barare
desk-penalty = Penalità
desk-penalty-no-round = Nessun turno
desk-penalty-note = Nota
desk-penalty-hint = Una penalità viene solo registrata. Inserisci la partita o il match perso con il risultato.
desk-do-penalty = Registra la penalità
desk-do-withdraw = Ritira
desk-do-restore = Ripristina
desk-withdrawn = Ritirata
desk-issued-recorded = Penalità registrata per { $player }: { $penalty }.
desk-issued-loss = Penalità registrata per { $player }: { $penalty }. Il risultato non cambia da solo: inserisci la sconfitta con il risultato.
desk-issued-disqualification = Penalità registrata per { $player }: { $penalty }. Il giocatore resta nel torneo finché non lo squalifichi nella sua pagina.
desk-issued-enter = Inserisci il risultato
desk-penalty-none = nessuna penalità
desk-suggestion = { $infraction } – { $number ->
        [1] { $penalty }
       *[other] n. { $number } di oggi: { $penalty }
    }{ $at ->
        [0] { "" }
       *[other] ; n. { $at }: { $upgraded }
    }
desk-infraction-other = Altra infrazione
desk-penalties-today = Penalità di oggi

## Deck check e tempo addizionale

desk-deck-checks = Deck check
desk-no-checks = Deck check e tempo addizionale sono disponibili quando un turno è abbinato.
desk-check-count = { $round }: tavoli a caso da controllare
desk-check-hint = Prima vengono i giocatori controllati meno spesso. Per scegliere tu un tavolo, apri il suo match.
desk-check-done = Controllato
desk-do-draw = Sorteggia i tavoli
desk-do-check = Inizia un deck check
desk-do-checked = Deck check finito
desk-do-uncheck = Annulla il deck check
desk-do-feature = Segna come feature match
desk-do-unfeature = Togli il feature match
desk-extensions = Tempo addizionale
desk-no-extensions = Nessun tavolo ha tempo addizionale.
desk-extension-now = Tempo addizionale: { $minutes } min
desk-minutes = Minuti addizionali
desk-do-extend = Dai tempo addizionale
desk-check-took = Il deck check è durato { $minutes } min. Il tempo addizionale usuale è questa durata e tre minuti per mescolare.

## The floor

desk-floor = Sala
desk-to-floor = Tutti i tavoli (sala)
desk-floor-convention = Alla convention
desk-floor-call = Chiamata aperta
desk-floor-contested = Contestato
desk-floor-over = Tempo scaduto
desk-floor-reported = Comunicato, non confermato
desk-floor-check = Deck check in corso
desk-floor-extension = Tempo addizionale
desk-floor-playing = In gioco
desk-floor-done = Risultato ricevuto
desk-floor-last = { $count ->
    [one] Ultimo tavolo: { $count }
   *[other] Ultimi tavoli: { $count }
}
desk-floor-left = Tempo rimasto
desk-floor-tables = Tavoli
desk-floor-none = Nessun torneo è in corso. I tavoli compaiono qui quando inizia un turno.
desk-floor-go = Vai al tavolo
desk-floor-states = Stati dei tavoli
desk-floor-all = Tutti i tavoli
desk-floor-no-table = Nessun tavolo è in questo stato o ha questo numero.
desk-floor-between = Nessun turno è in corso.
desk-floor-list = Lista del mazzo
desk-floor-whole-list = Mostra tutta la lista
