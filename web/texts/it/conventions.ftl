# Conventions at the desk.

desk-conventions = Convention
desk-convention-tabs = Parti della convention
desk-convention-tab-schedule = Programma
desk-convention-tab-events = Tornei
desk-convention-tab-hall = Sala
desk-convention-tab-counter = Banco
desk-convention-tab-queues = Code
desk-convention-tab-announcements = Annunci
desk-convention-tab-settings = Impostazioni
desk-new-convention = Nuova convention
desk-no-conventions = Non c’è ancora nessuna convention.
desk-convention-days = Giorni
desk-convention-place = Luogo

# The hall, the counter, and several players at once.
desk-hall-empty = Nessun torneo della convention è ancora da giocare.
desk-hall-changed = { $count ->
    [one] I tavoli di { $count } torneo sono stati cambiati.
   *[other] I tavoli di { $count } tornei sono stati cambiati.
}
desk-hall-undo = Annulla la modifica
desk-hall-proposal = Questa è una proposta. Non è ancora salvato nulla: guarda la pianta, cambia ciò che vuoi e salva.
desk-hall-plan = Pianta della sala
desk-hall-drawing = I tavoli da sinistra a destra, il tempo dall’alto in basso. La tabella sotto ha gli stessi numeri.
desk-hall-tables = Tavoli dei tornei
desk-hall-time = Orario
desk-hall-needs = Tavoli necessari
desk-hall-shares = Condivide i tavoli
desk-hall-collides = Sovrapposizione
desk-hall-taken = Occupa i tavoli da { $first } a { $last }
desk-hall-first-of = Primo tavolo di { $event }
desk-hall-last-of = Ultimo tavolo di { $event }
desk-hall-shares-of = { $event } condivide i tavoli
desk-hall-hint = Un torneo occupa i suoi tavoli quando viene abbinato e li tiene fino alla fine. Un altro torneo nello stesso momento non può occuparli, a meno che uno dei due condivida i suoi tavoli. Un nuovo intervallo vale dal prossimo abbinamento.
desk-hall-discard = Scarta la proposta
desk-hall-propose = Proponi i tavoli
desk-hall-propose-hint = Assegna a ogni torneo di questo giorno tavoli secondo la capienza, senza sovrapposizioni. I tavoli occupati e gli intervalli senza sovrapposizioni restano.
desk-hall-from = Primo tavolo della sala
desk-hall-to = Ultimo tavolo della sala
desk-hall-do-propose = Mostra una proposta
desk-hall-no-room = Non ci sono abbastanza tavoli per { $events }. Indica più tavoli della sala o lascia che un torneo condivida i suoi.
desk-hall-collision = { $one } e { $other } prevedono gli stessi tavoli nello stesso momento.
desk-hall-undated = Senza data
desk-counter-hint = Scrivi l’inizio di un nome per trovare le iscrizioni di una persona in tutti i tornei della convention.
desk-counter-more = Altri nomi iniziano così. Scrivi più lettere.
desk-paid = Pagato
desk-not-paid = Non pagato
desk-pays-later = Ha chiesto di pagare dopo
desk-do-paid = Segna come pagato
desk-do-unpaid = Segna come non pagato
desk-do-check-out = Annulla il check-in
desk-do-untag = Togli l’etichetta { $tag }
desk-tag = Etichetta
desk-do-tag = Aggiungi l’etichetta
desk-several = Più giocatori
desk-several-all = Tutti i { $count } giocatori
desk-several-none = Seleziona almeno un giocatore.
desk-several-no-target = Non si possono spostare giocatori in questo torneo. Scegline uno dall’elenco.
desk-several-moved = { $count ->
    [one] { $count } giocatore è stato spostato.
   *[other] { $count } giocatori sono stati spostati.
}
desk-several-no-children = I giocatori si possono spostare in tornei collegati, le cui impostazioni indicano questo torneo come principale, e in altri tornei della sua convention. Ora non ce ne sono.
desk-several-to = Sposta in
desk-several-becomes-child = { $event } (diventa un torneo collegato)
desk-do-move = Sposta i giocatori
desk-to-move = Sposta in un altro torneo
desk-payment-method = Metodo di pagamento
desk-payment-any = Non indicato
desk-payment-card = Carta
desk-payment-wallet = Portafoglio digitale
desk-tags = Etichette
desk-tags-hint = Separate da virgole. Le vede solo lo staff.
desk-queue-empty = Nessuna coda è aperta. Un evento lo è se le impostazioni indicano i giocatori di una coda.
desk-queue-none = Scegli un giocatore di una coda di questa convention.
desk-queue-fired = L’evento è creato.
desk-queue-full = Ci sono abbastanza giocatori. Se entro pochi secondi non nasce un evento, il pulsante dice perché.
desk-queue-called = Chiamati
desk-queue-here = Presenti
desk-queue-line = In coda
desk-queue-out = Fuori dalla coda
desk-queue-until = Risponde entro { $time }
desk-do-queue-call = Chiama ora
desk-do-queue-here = È qui
desk-do-queue-wait = Metti in coda
desk-do-queue-last = Alla fine
desk-do-queue-standby = Di riserva
desk-do-queue-remove = Togli
desk-do-queue-end = Termina la chiamata
desk-do-queue-fire = Inizia con i presenti
desk-convention-ends = Fine
desk-convention-url = Pagina web
desk-convention-url-hint = Con lo stato “Programma altrove”, la pagina della convention rimanda qui.
desk-convention-hotel = Hotel
desk-convention-ticket = I visitatori hanno bisogno di un biglietto
desk-convention-filters = Il programma si può filtrare per tipo di gioco
desk-convention-latitude = Latitudine
desk-convention-latitude-hint = In gradi, ad esempio 52,52. Lascia vuoti entrambi i campi se non li conosci.
desk-convention-longitude = Longitudine
desk-convention-color = Colore
desk-convention-color-hint = Sei cifre esadecimali, ad esempio 1f6feb.
desk-convention-second-color = Secondo colore
desk-convention-header = Indirizzo di un’immagine di testata
desk-convention-header-hint = Per i programmi che leggono la convention. Queste pagine mostrano solo un’immagine caricata.
desk-convention-slug = Nome nell’indirizzo
desk-convention-slug-hint = Lettere, cifre e trattini. Se lo lasci vuoto, si ricava dal nome. Se lo cambi, i vecchi link non funzionano più.
desk-convention-region = Regione di un campionato regionale
desk-convention-no-region = Nessuna
desk-convention-regional = Ha un campionato regionale
desk-convention-buzzer = Identificativo del cercapersone degli arbitri
desk-convention-hub-id = Identificativo su un’altra piattaforma
desk-convention-series = Numero della sua serie
desk-convention-products = Numeri dei suoi elenchi di prodotti
desk-convention-products-hint = Separati da virgole.
desk-convention-visitors = Per i visitatori
desk-convention-visitors-hint = Testo, pagina web, hotel, formati principali
desk-convention-where = Posizione
desk-convention-where-hint = Indirizzo e posizione sulla mappa
desk-convention-look = Aspetto
desk-convention-look-hint = Colori e immagine di testata
desk-convention-elsewhere = Indirizzo e altri sistemi
desk-convention-elsewhere-hint = Nome nell’indirizzo, campionato, numeri altrove
desk-convention-formats = Formati principali
desk-convention-status-hint = Non elencata: nessuna pagina pubblica. Dettagli in arrivo: una pagina senza programma. Programma altrove: un link al posto del programma.
desk-convention-final = Una convention archiviata resta com’è.
desk-convention-picture = Immagine di testata
desk-convention-do-create = Crea la convention
desk-convention-no-status = Scegli uno stato.
desk-convention-archive = Archiviare { $name }?
desk-convention-archive-effect = La sua pagina resta tra le convention passate. Non si potrà più modificare, e non si può annullare.
desk-convention-do-archive = Archivia
desk-convention-made = { $count ->
    [one] Un torneo è stato creato. Si può eliminare di nuovo finché non ha giocatori.
   *[other] { $count } tornei sono stati creati. Si possono eliminare di nuovo finché non hanno giocatori.
}
desk-convention-players = Giocatori: { $players }
desk-convention-overlap = Sala occupata due volte
desk-convention-move = Sposta
desk-convention-move-event = Sposta { $event }
desk-convention-move-hint = La fine prevista, la chiusura delle iscrizioni e la scadenza delle decklist si spostano insieme.
desk-convention-to-table = Tornei da una tabella
desk-convention-to-duplicate = Duplica un giorno
desk-convention-no-events = Ancora nessun torneo. Creane uno o incolla una tabella.
desk-convention-day = Giorno
desk-convention-room = Sala
desk-convention-no-room = Senza sala
desk-convention-tables = Tavoli
desk-convention-no-time = Inserisci un giorno e un’ora.
desk-convention-no-day = Inserisci due giorni.
desk-convention-same-day = Scegli un giorno diverso da quello duplicato.
desk-convention-empty-day = In quel giorno non ci sono tornei da duplicare.
desk-convention-duplicate-hint = I tornei vengono creati di nuovo, con le stesse impostazioni e gli stessi orari. I giocatori non vengono copiati.
desk-convention-target-day = Giorno delle copie
desk-convention-duplicate-preview = { $count ->
    [one] Sarà creato un torneo: { $day }.
   *[other] Saranno creati { $count } tornei: { $day }.
}
desk-convention-is-there = Ce n’è già uno con questo nome
desk-convention-do-create-events = { $count ->
    [one] Crea un torneo
   *[other] Crea { $count } tornei
}
desk-convention-other-day = Scegli altri giorni
desk-table-title = Tornei da una tabella
desk-table-field = Tabella
desk-table-hint = Incolla da un foglio di calcolo, al massimo 100 tornei. La prima riga dà i nomi delle colonne: Nome, Formato, Giorno, Ora, Sala, Posti, Tavoli (1-40) o qualsiasi altro campo di un torneo. Vedrai un’anteprima prima che venga creato qualcosa.
desk-table-preview = { $count ->
    [one] Un torneo è pronto da creare.
   *[other] { $count } tornei sono pronti da creare.
}
desk-table-do-change = Modifica la tabella
desk-table-faults = Alcune righe non si possono leggere. Correggile nel campo e rifai l’anteprima.
desk-table-cells = Letto
desk-table-wrong = Errori
desk-table-no-name = Nessuna colonna si chiama “Nome”.
desk-table-too-long = Una tabella può avere al massimo { $most } tornei. Metti gli altri in una seconda tabella.
desk-table-no-day = C’è un’ora ma non un giorno.
desk-table-bad-day = “{ $day }” non è un giorno, come 24/10/2026.
desk-table-bad-time = “{ $time }” non è un’ora, come 10:00.
desk-table-bad-tables = “{ $tables }” non è un intervallo di tavoli, come 1-40.
desk-table-bad-format = “{ $format }” non è un formato conosciuto.
desk-table-bad-yes = «{ $value }» non è né sì né no.
desk-announcement-new = Nuovo annuncio
desk-announcement-do-post = Pubblica
desk-announcement-do-change = Modifica il testo
desk-announcement-to-players = Invialo anche a tutti i giocatori dei suoi tornei
desk-announcement-to-players-hint = Ogni persona riceve un solo messaggio, in quanti tornei si trovi.
desk-announcement-posted = Annunci
desk-announcement-do-remove = Ritira
desk-announcement-empty = Scrivi un testo.
desk-announcement-page = Appare nella pagina della convention.
desk-queue-timed-out = Nessuna risposta
