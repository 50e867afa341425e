# I testi delle pagine pubbliche.

public-canceled = Annullato
public-fee = Iscrizione: { $fee }
public-own-time = { $time } ora tua
public-time-utc = { $time } UTC
public-time = { $time } ({ $zone })

## La pagina iniziale e quella degli indirizzi senza pagina

public-front-docs = Documentazione dell’API
public-not-found-page = A questo indirizzo non c’è nessuna pagina. Forse c’è un errore di battitura.
public-not-found-event = Questo torneo non ha una pagina pubblica. Forse non è in elenco, o c’è un errore di battitura nell’indirizzo.
public-not-found-round = Questo torneo non ha questo turno.
public-not-found-list = Questa decklist non è pubblica. Le liste si vedono quando l’organizzatore le pubblica.
public-not-found-player = Non c’è la pagina di questo giocatore. Ogni giocatore decide se mostrare la propria.
public-not-found-store = A questo indirizzo non c’è nessun negozio.
public-not-found-convention = A questo indirizzo non c’è nessuna convention pubblica. Forse non è in elenco, o l’indirizzo è sbagliato.
public-to-events = Vedi tutti i tornei

## L’elenco dei tornei

public-calendar = Abbonati a questi tornei (iCal)
public-filter = Filtra i tornei
public-filter-store = Negozio
public-filter-after = Dal
public-filter-before = Al
public-filter-all = Tutti
public-filter-button = Mostra
public-filter-none = Mostra tutti i tornei
public-owner = Questa installazione è tua? Accedi e crea un torneo. Una nuova installazione si configura con il link che Crosstable ha mostrato all’avvio; è anche nel file set-up-link nella cartella dei dati.
public-empty = Ancora nessun torneo
public-to-desk = Vai alla gestione tornei
public-running = In corso
public-running-none = In questo momento non si gioca nessun torneo.
public-upcoming = In programma
public-upcoming-none = Al momento non ci sono tornei in programma.
public-finished = Conclusi
public-finished-none = Nessun torneo è ancora concluso.
public-none-chosen = Nessun torneo corrisponde. Cambia il filtro o mostra tutti i tornei.
public-more-running = Altri tornei in corso
public-more-upcoming = Tornei successivi
public-more-finished = Tornei precedenti

## Tornei

public-playoff = Playoff
public-standings = Classifica
public-decks = Mazzi
public-more-pages = Altre pagine di questo elenco
public-now = Adesso: { $round }
public-next = Prossimo: { $round }
public-to-pairings = Vedi tutti gli abbinamenti
public-place = { $place }º
public-structure-swiss = { $rounds ->
    [one] { $rounds } turno di svizzera
   *[other] { $rounds } turni di svizzera
}
public-structure-cut = { $rounds ->
    [one] { $rounds } turno di svizzera, poi top { $cut }
   *[other] { $rounds } turni di svizzera, poi top { $cut }
}
public-structure-some = Turni di svizzera, poi top { $cut }
public-structure-pools = Gironi fino a { $size }
public-structure-pools-cut = Gironi fino a { $size }, poi top { $cut }
public-structure-best-of = { $games ->
    [1] Una partita per match
   *[other] Al meglio delle { $games } partite
}
public-structure-minutes = { $minutes } minuti a turno
public-structure-teams = Squadre da { $size }
public-structure-together = Squadre da { $size } che giocano insieme un unico match
public-structure-pods = Tavoli da { $size }
public-all-standings = Classifica completa ({ $count })
public-all-players = Tutti i { $count } giocatori
public-cut-line = La top { $cut } passa ai playoff.
public-playoff-decides = I playoff decidono i posti da 1 a { $cut }. I punti e gli score sono quelli dei turni precedenti.
public-not-listed = { $count ->
    [one] Un giocatore iscritto non ha incontri e non è in elenco.
   *[other] { $count } giocatori iscritti non hanno incontri e non sono in elenco.
}
public-tiebreakers = { $count ->
    [0] A pari punti, decide il sorteggio.
   *[other] A pari punti, l’ordine dipende da: { $list }. Poi dal sorteggio.
}
public-percent-of = { $name } %
public-rules = Regole: { $rules }
public-rules-changed = Regole: { $rules }, modificate dall’organizzatore
public-up = { $count ->
    [one] su di { $count } posto
   *[other] su di { $count } posti
}
public-down = { $count ->
    [one] giù di { $count } posto
   *[other] giù di { $count } posti
}
public-no-standings = La classifica appare qui quando comincia il primo turno.
public-no-bracket = Il tabellone appare qui quando cominciano i playoff.
public-no-lists = Nessuna decklist pubblicata.
public-no-players = Ancora nessun iscritto.
public-standings-final = Classifica finale
public-standings-after = Classifica dopo il turno { $number }
public-standings-during = Classifica durante il turno { $number }
public-rank = Pos.
public-to-list = lista
public-dropped = drop
public-players = { $count ->
    [one] { $count } giocatore
   *[other] { $count } giocatori
}
public-places = { $left ->
    [0] Tutti i { $capacity } posti sono occupati
    [one] { $left } posto libero su { $capacity }
   *[other] { $left } posti liberi su { $capacity }
}
public-sign-up = Iscriviti
public-sign-up-waitlist = Mettiti in lista d’attesa
public-add-to-calendar = Aggiungi al calendario
public-registered = Giocatori iscritti
public-about-event = Il torneo
public-facts = Buono a sapersi
public-map = Mappa
public-rules-level = REL
public-who-approved = { $who }. Il negozio conferma ogni iscrizione.
public-opens-at = Iscrizioni da: { $time }
public-winner = Vince { $name }
public-lower-places = Per gli altri piazzamenti
public-open-place = da giocare

## Trovare un nome

public-find = Cerca il tuo nome
public-found = Trovato: { $name }
public-found-none = Qui nessun nome ha parole che cominciano con “{ $name }”. Controlla come è scritto, o scrivine solo una parte.
public-found-more = Sono mostrati solo i primi { $count }. Scrivi una parte più lunga del nome.
public-show-all = Mostra tutti

## Turni

public-pairings = Abbinamenti
public-results = Risultati
public-seats = Posti
public-opponent = Avversario
public-assigned-loss = Sconfitta assegnata
public-lost = sconfitta
public-against = contro { $name }
public-by-name = Per nome
public-by-table = Per tavolo
public-letters = Iniziali
public-at-pod-seat = Pod { $number }, posto { $seat }
public-intentional-draw = ID
public-intentional-draw-means = ID: patta intenzionale, concordata senza giocare.
public-won = vittoria
public-both-lost = Sconfitta per entrambi
public-drawn = patta
public-unconfirmed = non confermato
public-unconfirmed-means = Un risultato non confermato vale quando un avversario lo conferma, o quando il turno finisce.
public-clock-ends = Fine alle { $time }.
public-then = Poi: { $rule }.
public-seating = Disposizione dei posti
public-at-table = Tavolo { $number }
public-at-table-seat = Tavolo { $number }, posto { $seat }
public-at-pod = Pod { $number }
public-no-pairings = Non ci sono ancora abbinamenti.

## Decklist

public-decklist = Decklist
public-picture = La lista come immagine
public-lists-of-archetype = Altre liste { $archetype } di questo torneo
public-list-text = Testo
public-list-elsewhere = La lista si può leggere su
public-cards = { $count ->
    [one] { $count } carta
   *[other] { $count } carte
}
public-cards-and-sideboard = { $cards }, { $sideboard } di sideboard
public-more-cards = e altre { $count }
public-no-cards = nessuna carta da mostrare
public-no-cards-here = Qui non ci sono carte da mostrare.
public-kept-elsewhere = Questa lista si trova altrove:
public-nothing-read = Nessuna riga della lista è stata riconosciuta come carta.
public-lines-not-read = { $count ->
    [one] { $count } riga non è stata riconosciuta come carta: riga { $lines }.
   *[other] { $count } righe non sono state riconosciute come carte: { $lines }.
}

## La pagina di un negozio

public-store-next = Prossimi tornei
public-store-next-none = Al momento non ci sono tornei in programma.
public-store-past = Tornei passati
public-store-all = Tutti i tornei

## Conventions

public-conventions-description = Convention di giochi di carte collezionabili: date, luoghi e programmi.
public-conventions-coming = In corso e in arrivo
public-conventions-none = Al momento non è prevista nessuna convention.
public-conventions-past = Passate
public-hub-pending = I dettagli seguiranno.
public-hub-canceled = Questa convention è annullata.
public-hub-archived = Questa convention è finita.
public-hub-external = Il programma è sul sito della convention.
public-hub-external-link = Apri il programma
public-hub-ticket = Serve un biglietto
public-hub-championship = Campionato regionale
public-hub-announcements = Annunci
public-hub-about = Informazioni sulla convention
public-hub-hotels = Hotel
public-hub-zone = Tutti gli orari sono quelli di { $zone }.
public-hub-day = { $weekday ->
    [1] Lunedì
    [2] Martedì
    [3] Mercoledì
    [4] Giovedì
    [5] Venerdì
    [6] Sabato
   *[other] Domenica
}, { $day }
public-hub-undated = Ancora senza data
public-hub-empty = Il programma non ha ancora tornei.
public-hub-filter = Filtra il programma
public-hub-filter-none = Mostra tutto il programma
public-hub-headliner = Torneo principale
public-hub-calendar = Abbonati a tutto il programma (iCal)
public-agenda = La mia agenda
public-agenda-choose = Nella mia agenda: { $name }
public-agenda-hint = Seleziona le stelle dei tornei per comporre la tua agenda. Resta su questo dispositivo.
public-agenda-show = Mostra la mia agenda
public-agenda-empty = La tua agenda è vuota. Scegli i tornei nel programma.
public-agenda-overlap = { $first } e { $second } si sovrappongono.
public-agenda-update = Aggiorna la mia agenda
public-agenda-calendar = Abbonati alla mia agenda (iCal)

## Che cosa mostrano motori di ricerca e chat della pagina iniziale

public-description = Tornei di giochi di carte collezionabili: quando e dove si gioca, abbinamenti, classifiche e decklist.
public-queues = Code degli eventi a richiesta
public-queues-why = Mettiti in coda. Quando ci sono abbastanza giocatori, vieni chiamato a un tavolo.
public-queues-none = Nessuna coda è aperta.
public-queue-line = Inizia con { $size } giocatori. In coda: { $waiting }
public-queue-begins = Inizio: { $time }
public-queue-join = Mettiti in coda
public-queue-join-name = Mettiti in coda: { $name }
