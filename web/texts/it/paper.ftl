# I testi dei fogli da stampare.

desk-tab-paper = Stampa
desk-paper-size = Formato della carta
desk-paper-a4 = A4
desk-paper-letter = Letter
desk-paper-choose = Scegli
desk-paper-sheets = Fogli da stampare
desk-paper-none = Prima iscrivi i giocatori. Poi i loro fogli sono qui.
desk-paper-nothing = Questo foglio è vuoto: nel turno scelto non c’è nulla da metterci.
desk-paper-back = Torna a tutti i fogli
desk-paper-how = Stampa questa pagina con Ctrl+P o ⌘P, al 100 %.
desk-paper-print = Stampa

## I fogli

desk-paper-names = Abbinamenti per nome
desk-paper-names-hint = Da appendere: i giocatori trovano il loro tavolo.
desk-paper-teams = Abbinamenti per squadra
desk-paper-teams-hint = Da appendere: le squadre trovano tavoli e posti.
desk-paper-tables = Abbinamenti per tavolo
desk-paper-tables-hint = Per lo scorekeeper e i judge.
desk-paper-slips = Slip dei risultati
desk-paper-slips-hint = Uno per ogni match. Taglia tutta la pila e metti i mazzetti uno sopra l’altro: gli slip sono in ordine.
desk-paper-seatings = Disposizione dei posti
desk-paper-seatings-hint = Da appendere: i giocatori trovano il loro posto al player meeting o al draft.
desk-paper-pods = Pod di draft
desk-paper-pods-hint = Ogni pod con i suoi posti, per i judge.
desk-paper-standings-hint = Da appendere, dopo il turno.
desk-paper-players = Tutti i giocatori
desk-paper-players-hint = Per nome, con una casella da spuntare per ogni giocatore presente.
desk-paper-checks-hint = Giocatori per tavolo, con le loro liste e caselle da spuntare.
desk-paper-forms = Moduli per la decklist
desk-paper-forms-hint = Una pagina per ogni giocatore, con nome e tavolo.
desk-paper-cards = Cartellini QR
desk-paper-cards-hint = Un cartellino per ogni giocatore, che porta alla sua pagina con un link privato, o alla pagina del torneo. Si tagliano come gli slip.
desk-paper-flyer = Volantino
desk-paper-flyer-hint = Per il banco: i giocatori lo inquadrano e si iscrivono dal telefono.
desk-paper-flyer-scan = Inquadra questo codice con la fotocamera del telefono.
desk-paper-flyer-name = Scrivi il tuo nome.
desk-paper-flyer-keep = Conserva la pagina che si apre: mostra il tuo tavolo.
desk-paper-flyer-type = Oppure apri { $address } e scrivi:
desk-paper-flyer-no-code = Questo torneo non ha ancora un codice di iscrizione. Creane uno nella pagina dei giocatori.

## Parole sui fogli

desk-paper-points = Punti
desk-paper-first = Giocatore
desk-paper-team = Squadra
desk-paper-tables-number = Tavoli { $tables }
desk-paper-seats = Posti
desk-paper-pod = Pod
desk-paper-pod-number = Pod { $pod }
desk-paper-seat = Posto
desk-paper-games-won = Partite vinte
desk-paper-won = Vince
desk-paper-score = Punteggio
desk-paper-seats-won = Posti vinti
desk-paper-drop = Drop
desk-paper-draws = Partite patte
desk-paper-signature = Firma
desk-paper-signature-player = Firma del giocatore
desk-paper-list-checked = Lista
desk-paper-remark = Nota
desk-paper-form-title = Lista del mazzo
desk-paper-deck-name = Nome del mazzo
desk-paper-main-deck-more = Mazzo principale, continua
desk-paper-total = Numero di carte
desk-paper-checked-by = Controllo di
desk-paper-code = Codice
desk-paper-links-why = Un link privato apre la pagina del giocatore sul telefono, senza account. Chi ha il link agisce come il giocatore.
desk-do-make-links = Crea link privati per tutti i giocatori
desk-paper-link-secret = Questo link è solo tuo: inserisce i tuoi risultati.
desk-paper-count = N.
desk-paper-present = Presente
