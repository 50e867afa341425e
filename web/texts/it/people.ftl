# I testi sulle persone: i giocatori di un torneo, i doppioni, gli elenchi di nomi.

desk-player-hint = Comincia a scrivere per trovare qualcuno, o scrivi un nome completo per aggiungere una persona nuova.
desk-people-title = Persone
desk-people-find = Il nome comincia con
desk-people-found = { $count ->
    [0] Nessuno con questo nome.
    [one] { $count } persona trovata.
   *[other] { $count } persone trovate.
}
desk-people-last = ultimo torneo: { $event }
desk-people-no-event = ancora nessun torneo
desk-offers-title = Intendevi una di queste persone?
desk-offers-registered = { $name } è un’altra persona? L’iscrizione di { $other } c’è già.
desk-offers-question = { $name } è un’altra persona? L’iscrizione di { $other } c’è già. Premi Invio per aggiungere { $name } come persona nuova, o scrivi un altro nome.
desk-do-add-person = Aggiungi { $name }
desk-do-add-new = Aggiungi { $name } come persona nuova
desk-page-part = { $from }–{ $to } di { $all }
desk-page-before = Pagina precedente
desk-page-after = Pagina successiva
desk-approvals = { $count ->
    [one] Un giocatore attende la tua approvazione
   *[other] { $count } giocatori attendono la tua approvazione
}
desk-next-waiting = { $players ->
    [one] Un giocatore attende la tua approvazione e non sarà abbinato.
   *[other] { $players } giocatori attendono la tua approvazione e non saranno abbinati.
}
desk-do-to-waiting = Mostra chi attende
desk-pair-waiting = Non saranno abbinati nel primo turno. Abbinarlo comunque?
desk-do-pair-waiting = Sì, abbina senza di loro
desk-approvals-none = Questo giocatore non attende più un’approvazione.
desk-do-approve-all = Approva tutti
desk-do-approve = Approva
desk-do-decline = Rifiuta
desk-do-decline-all = Rifiuta tutti
desk-do-approve-of = Approva { $name }
desk-do-decline-of = Rifiuta { $name }
desk-door = I giocatori si iscrivono da soli
desk-door-hint = Scansionano la locandina, o aprono:
desk-do-join-code = Crea un altro codice
desk-do-join-code-hint = Il codice sulle locandine già stampate smette allora di funzionare.
desk-to-paste = Incolla un elenco
desk-to-check-in = Check-in

desk-seating = Bye, tavolo, note
desk-rename = Rinomina
desk-do-rename = Rinomina

## Un elenco incollato

desk-paste-title = Incolla un elenco di giocatori
desk-paste-field = Nomi
desk-paste-hint = Un nome per riga, oppure CSV con una riga di intestazione: Nome, oppure Nome e Cognome. Vedi un’anteprima prima di iscrivere qualcuno.
desk-paste-empty = Incolla almeno un nome.
desk-paste-too-long = Un elenco può avere al massimo { $most } righe. Metti il resto in un secondo elenco.
desk-paste-guess-whole = Manca la riga di intestazione, quindi la prima colonna con parole è stata letta come nome. Se i nomi sono sbagliati, aggiungi un’intestazione come Nome;Mazzo.
desk-paste-guess-parts = Manca la riga di intestazione, quindi le prime due colonne sono state lette come nome e cognome. Se i nomi sono sbagliati, aggiungi un’intestazione come Nome;Cognome.
desk-paste-header = La riga { $line } è stata letta come intestazione: { $names }.
desk-paste-addresses = Gli indirizzi e-mail sono stati tralasciati, perché i nomi sono pubblici.
desk-paste-unread = Colonne ignorate: { $columns }.
desk-do-preview = Mostra un’anteprima
desk-paste-preview = Anteprima
desk-paste-line = Riga
desk-paste-found = Trovato
desk-paste-register = Iscrivi
desk-paste-register-line = Iscrivi la riga { $line }
desk-paste-known = Persona conosciuta, { $about }
desk-paste-several = { $count } persone hanno questo nome. Scegline una.
desk-paste-skip = Nessuno
desk-paste-new = Persona nuova
desk-paste-new-named = Persona nuova { $name }
desk-paste-registered = Iscrizione già presente
desk-paste-similar = Simile a { $name }, già tra gli iscritti
desk-paste-repeated = Due volte nell’elenco
desk-do-register-lines = Iscrivi
desk-do-change-list = Modifica l’elenco
desk-paste-done = { $count ->
    [one] { $count } giocatore iscritto.
   *[other] { $count } giocatori iscritti.
}
desk-paste-not-done = { $count ->
    [one] { $count } riga non è stata iscritta.
   *[other] { $count } righe non sono state iscritte.
}
desk-paste-line-refused = Riga { $line }, { $name }: { $why }
desk-paste-at-line = Riga { $line }: { $why }
desk-paste-in-column = Colonna “{ $column }”: { $why }
desk-to-messages = Scrivi ai giocatori
desk-to-message = Scrivi a questo giocatore
desk-message-to = A
desk-message-to-hint = Chi si è ritirato, ha annullato o è stato squalificato non riceve i messaggi a tutti. Per scrivere a un solo giocatore, apri la sua pagina.
desk-message-all = Tutti i giocatori
desk-message-convention = Tutti alla convention
desk-message-tag = Giocatori con l’etichetta “{ $tag }”
desk-message-for = A: { $to }.
desk-message-to-others = Scrivi ad altri giocatori
desk-message-text = Messaggio
desk-message-hint = Al massimo { $most } caratteri, senza formattazione. Prima dell’invio vedi un’anteprima. I telefoni possono mostrarlo anche se bloccati.
desk-message-reach = Giocatori: { $count }. Per e-mail: { $mail }. Sul telefono: { $phone }.
desk-do-send-message = Invia il messaggio
desk-do-change-message = Modifica il messaggio
desk-messages-sent = Messaggi precedenti
desk-failed = Messaggi non arrivati
desk-failed-hint = E-mail e notifiche push di questo torneo degli ultimi 30 giorni che sono state rifiutate o non è stato possibile inviare in tempo.
desk-failed-none = Nessun messaggio di questo torneo è fallito.
desk-failed-way = Inviato per
desk-failed-link = Link alla pagina del giocatore

## Check-in

desk-check-in-count = Check-in fatti: { $in } su { $all }
desk-check-in-find = Cerca un giocatore
desk-do-find = Cerca
desk-do-show-all = Mostra tutti
desk-check-in-none = Nessun giocatore con questo nome.
desk-check-in-empty = Ancora nessun giocatore.
desk-check-in-hint = Tocca un nome per fare il check-in. Toccalo di nuovo per annullare.

## Un modulo senza risposta

desk-unsent = Non è arrivata nessuna risposta
desk-unsent-why = Forse è stato salvato, forse no: ricarica la pagina e controlla prima di inviare di nuovo. Ciò che hai scritto è ancora qui.
desk-do-send-again = Invia di nuovo

## Doppioni

desk-doubles = È un doppione?
desk-doubles-hint = Unisci questo account se la stessa persona ne ha un altro. I suoi tornei mostrano poi l’altro nome, e le nuove iscrizioni vanno all’altro account. Puoi annullare.
desk-do-merge = Unisci a { $name }
desk-merged = Questo account è stato unito a un altro, il cui nome è mostrato qui.
desk-do-unmerge = Annulla l’unione

## Link privati

desk-private-link = Link privato
desk-private-link-hint = Apre la pagina del giocatore sul telefono, senza account. Chiunque abbia il link agisce come questo giocatore.
desk-do-link = Crea un link privato
desk-do-unlink = Revoca il link privato
