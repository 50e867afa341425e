# I testi delle impostazioni di un torneo e del timer di un turno.

## Gruppi del modulo, e di che cosa trattano

desk-group-about = Il torneo
desk-group-about-hint = Testo, luogo, premi, quota di iscrizione
desk-group-registration = Iscrizioni
desk-group-registration-hint = Check-in, chi vede il torneo
desk-group-play = Turni e match
desk-group-play-hint = Durata dei turni, partite per match, squadre
desk-group-rules = Punti e tiebreaker
desk-group-rules-hint = Come da regole
desk-group-lists = Decklist
desk-group-lists-hint = Scadenza
desk-group-other = Tavoli e abbinamenti
desk-group-other-hint = Numeri dei tavoli, bye, chi siede per primo
desk-event-value = { $label }: { $value }
desk-usual-rounds = { $cut ->
    [0] { $players } giocatori: { $rounds } turni.
   *[other] { $players } giocatori: { $rounds } turni, top { $cut }.
}
desk-do-usual-rounds = Imposta questi turni
desk-copy-day = Proposta: { $weekday ->
    [1] lunedì
    [2] martedì
    [3] mercoledì
    [4] giovedì
    [5] venerdì
    [6] sabato
   *[other] domenica
} { $day }.
desk-regulars-hint = Seleziona chi gioca di nuovo: l’iscrizione è immediata.

## Impostazioni

desk-event-zone = Fuso orario
desk-event-zone-hint = Una città come Roma, o un fuso come Europe/Rome. UTC se vuoto.
desk-event-description = Descrizione
desk-event-description-hint = La vedono tutti. Funziona Markdown: **grassetto**, [link](https://example.org), elenchi che cominciano con “-”.
desk-event-prizes = Premi
desk-event-venue = Luogo
desk-event-address = Indirizzo
desk-event-address-hint = Le pagine lo collegano a una mappa.
desk-event-rules = REL (livello di applicazione delle regole)
desk-event-contact = Contatto
desk-event-contact-hint = Un indirizzo e-mail, un link o poche parole. Lo vedono tutti.
desk-event-policy = Chi può iscriversi
desk-event-policy-hint = Lo staff può iscrivere chiunque, qualunque sia la scelta. Il codice di iscrizione è nella pagina Giocatori.
desk-event-approval = Conferma tu ogni iscrizione
desk-event-approval-hint = Chi si iscrive attende nella pagina Giocatori e conserva un posto finché non lo approvi o rifiuti.
desk-event-opens = Apertura iscrizioni
desk-event-opens-hint = Le iscrizioni si aprono e si chiudono da sole a questi orari. Tu puoi iscrivere giocatori in ogni momento.
desk-event-closes = Chiusura iscrizioni
desk-event-offer = Minuti per accettare un posto offerto
desk-event-offer-hint = Un posto libero è offerto per questo tempo alla prima persona in lista d’attesa, poi alla successiva. Vuoto: i posti li assegna lo staff.
desk-event-fee = Quota di iscrizione
desk-event-fee-hint = Per esempio “10 €, si paga alla cassa”. La vedono tutti.
desk-event-check-in = Abbina solo i giocatori che hanno fatto il check-in
desk-event-check-in-hint = Gli altri restano iscritti, e vengono abbinati dopo il check-in. Nei playoff non serve.
desk-event-best-of = Partite per match
desk-event-best-of-any = –
desk-event-best-of-3 = Al meglio delle tre
desk-event-best-of-1 = Partita singola
desk-event-minutes = Minuti per turno
desk-event-minutes-hint = Il timer parte con il turno. Nessun timer se vuoto.
desk-event-end-rule = Allo scadere del tempo
desk-event-end-rule-hint = Appare quando il timer arriva a zero, per esempio “Cinque turni addizionali”.
desk-event-first-table = Primo tavolo
desk-event-first-table-hint = Il numero di tavolo più basso. 1 se vuoto.
desk-event-last-table = Ultimo tavolo
desk-event-last-table-hint = Il numero di tavolo più alto. Nessun limite se vuoto.
desk-event-attendance = Pianifica i turni di svizzera in base ai giocatori
desk-event-attendance-hint = Quando si abbina il turno 1, si pianificano i turni consueti. Sostituisce il numero scritto sopra. Non con i gironi e i pod di draft.
desk-event-lowest-bye = Il bye va all’ultimo in classifica
desk-event-lowest-bye-hint = Altrimenti a un giocatore a caso tra quelli con meno punti. Un secondo bye solo quando tutti ne hanno avuto uno.
desk-event-squares = Evita prima le grandi differenze di punti
desk-event-squares-hint = La somma dei quadrati delle differenze è la minima, come in Netrunner. Altrimenti lo è la somma delle differenze.
desk-event-sides = Bilancia chi siede per primo
desk-event-sides-hint = In un match siede per primo chi lo ha fatto meno spesso. In Netrunner, il primo è la Corp.
desk-event-row = Tavoli per fila
desk-event-row-hint = Nessun match a squadre supera la fine di una fila. Lascia vuoto se le file non contano.
desk-event-ends = Fine prevista
desk-event-ends-hint = Lascia vuoto se dipende dal numero di turni.
desk-event-queue = Coda su richiesta: giocatori per evento
desk-event-queue-hint = Ogni volta che se ne iscrivono tanti, vengono chiamati e si crea un evento per loro. 0 per nessuna coda.
desk-event-answer = Minuti per rispondere a una chiamata
desk-event-answer-hint = Cinque se vuoto. Poi viene chiamato il giocatore successivo della coda.
desk-event-shares-tables = I tavoli possono essere quelli di un altro evento in corso
desk-event-shares-tables-hint = Altrimenti due eventi in corso di una convention non hanno mai lo stesso tavolo.
desk-event-publish = Pubblica gli abbinamenti appena sono fatti
desk-event-publish-hint = Altrimenti li guardi prima e li pubblichi tu.
desk-event-power = Abbina l’ultimo turno prima dei playoff secondo la classifica
desk-event-power-hint = Il primo contro il secondo, e così via.
desk-event-ranked = Riordina le teste di serie prima di ogni turno dei playoff
desk-event-ranked-hint = Altrimenti il tabellone resta com’è.
desk-event-playoff = Tipo di playoff
desk-event-pod = Giocatori per pod di draft
desk-event-pod-size = Giocatori per tavolo
desk-event-pod-size-hint = 2 per partite a due; da 3 a 5 per pod, come in Commander.
desk-event-short-pods = Tavoli più piccoli, se non si riempiono tutti
desk-event-short-pods-last = In fondo alla classifica
desk-event-short-pods-first = In cima alla classifica
desk-event-short-pods-byes = Nessuno: gli ultimi ricevono un bye
desk-event-pool-size = Giocatori per girone
desk-event-pool-size-hint = In un girone ognuno incontra tutti gli altri, al posto dei turni di svizzera. 0 per nessuno.
desk-event-together = I membri di una squadra giocano insieme un match
desk-event-together-hint = Due contro due, come in Two-Headed Giant. Solo per squadre di 2.
desk-event-seat-formats = Formati dei posti di una squadra
desk-event-seat-formats-hint = Un codice per ogni posto, come STANDARD, PIONEER, MODERN. Lascia vuoto se tutti giocano il formato del torneo.
desk-event-grace = Secondi dopo la scadenza
desk-event-grace-hint = Una decklist consegnata in questo tempo è ancora valida.
desk-event-unlisted = Senza pagine pubbliche
desk-event-unlisted-hint = Nessun elenco per i giocatori mostra il torneo.
desk-event-test = Torneo di prova
desk-event-test-hint = Non viene mai esportato e non ha pagine pubbliche.
desk-next-check-in = Fai il check-in dei giocatori: ne servono almeno due.
desk-next-checked-in = Check-in fatti: { $here } giocatori su { $players }.
desk-event-rule-set = Regole della classifica
desk-event-rule-set-hint = Non si possono cambiare dopo l’inizio del gioco.
desk-event-tiebreakers = Tiebreaker, in ordine
desk-event-tiebreakers-hint = Nomi separati da virgole: omw, gw, ogw, oomw, late, score, margin, sos, esos, head_to_head, wins, buchholz, buchholz_cut_1, sonneborn_berger, ctb. Se è vuoto, come da regole.
desk-event-win = Punti per una vittoria
desk-event-draw = Punti per una patta
desk-event-loss = Punti per una sconfitta
desk-event-by-place = Punti per piazzamento al tavolo
desk-event-by-place-hint = Un numero per ogni giocatore al tavolo, come 5, 3, 1, 0. Se è vuoto, contano vittoria, patta e sconfitta.
