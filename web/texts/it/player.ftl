# La pagina del giocatore.

player-my-match = Il mio match
player-me = Io
player-own-events = I miei tornei
player-past-events = Tornei passati
player-no-events = Non partecipi a nessun torneo.
player-refused = Operazione non riuscita
player-stale = La pagina non era aggiornata, e non è stato fatto nulla. Adesso mostra lo stato più recente.
player-no-link = Questo link non si apre
player-no-link-why = È stato revocato, ce n’è uno più recente, oppure manca una lettera. Chiedine uno nuovo allo staff del torneo.

player-table = Tavolo { $table }
player-against = contro { $name }
player-bye = Hai un bye: vinci questo turno senza giocare.
player-loss = Questo turno vale come sconfitta: non hai un avversario.
player-seat = Questo è il tuo posto.
player-both-lost = Avete perso entrambi
player-outcome = { $kind ->
    [won] Hai vinto { $score }
    [lost] Hai perso { $score }
   *[drew] Hai pattato { $score }
}
player-clock-left = { $minutes ->
    [0] Tempo scaduto.
    [one] Manca { $minutes } minuto.
   *[other] Mancano { $minutes } minuti.
}
player-clock-ends = fino alle { $time }
player-result-confirmed = Questo risultato è confermato.
player-result-contested = Questo risultato è contestato. Un judge viene al tuo tavolo.
player-result-yours = L’hai inserito tu. Il tuo avversario può confermarlo.
player-result-theirs = L’ha inserito il tuo avversario. È giusto?
player-result-staffs = L’ha inserito lo staff del torneo. È giusto?
player-report = Inserisci il risultato
player-report-again = Inserisci un altro risultato
player-do-confirm = Sì, conferma
player-do-contest = No, contesta
player-do-call = Chiama un judge
player-called = Il judge è stato chiamato.

player-next-round = Il prossimo turno non è ancora pubblicato. Il tuo tavolo apparirà qui.
player-not-begun = Il torneo non è ancora cominciato. Il tuo tavolo apparirà qui.
player-over = Il torneo è finito.
player-event-canceled = Il torneo è annullato.
player-has-left = Hai lasciato il torneo.
player-on-waitlist = Sei in lista d’attesa.
player-eliminated = Non hai passato il taglio per i playoff.

player-record = Score { $record } (vittorie, sconfitte, patte)
player-place = { $place }º posto
player-checked-in = check-in fatto
player-do-check-in = Fai il check-in
player-earlier = I tuoi turni

player-list = La tua decklist
player-list-on-paper = La tua decklist è su carta.
player-list-received = Versione { $number } della tua lista ricevuta:
player-list-missing = Non hai ancora consegnato una decklist.
player-list-deadline = Le decklist si accettano fino a:
player-list-closed = La lista non si può più modificare. Può sbloccarla lo staff del torneo.
player-list-picture = Mostra l’immagine della tua lista
player-list-name = Nome del mazzo
player-list-text = Carte, una per riga, per esempio “4 Island”
player-list-empty = La lista non ha carte. Incollala, una carta per riga.
player-list-no-cards = Nessuna carta trovata.
player-list-unknown = { $count ->
    [one] { $count } riga non riconosciuta
   *[other] { $count } righe non riconosciute
}
player-list-line = Riga { $number }:
player-board-maybeboard = Maybeboard
player-do-check-list = Controlla la lista
player-do-hand-in = Consegna la lista

player-leave = Lascia il torneo
player-leave-why = Non avrai più abbinamenti. I risultati ottenuti finora restano. Solo lo staff del torneo può riammetterti.
player-do-leave = Lascia il torneo …
player-do-drop = Sì, lascia il torneo
player-stay = No, resto

## Iscriversi

player-sign-up = Iscriviti
player-sign-up-waitlist = Non ci sono posti liberi: vai in lista d’attesa, e lo staff ti avvisa se si libera un posto.
player-sign-up-shown = Il tuo nome appare nella pagina pubblica del torneo.
player-sign-up-closed = Al momento non ci si può iscrivere a questo torneo. Se pensi che sia un errore, chiedi allo staff.
player-sign-up-event = Pagina del torneo

## Notifiche

player-notifications = Notifiche
player-notifications-sign-in = Hai un account. Accedi per scegliere di che cosa ricevere avvisi.
player-do-phone = Avvisami su questo telefono
player-phone = Questo telefono
player-phone-why = Il tuo telefono può suonare quando esce il tuo tavolo, quando un avversario inserisce un risultato o quando lo staff ti scrive. Il browser te lo chiede una volta.
player-phone-needs-scripts = Servono gli script, che in questo browser non funzionano.
player-phone-off = Questo browser qui non può mostrare notifiche: è troppo vecchio o in modalità privata, oppure questo indirizzo non inizia con https.
player-phone-install = Su iPhone o iPad aggiungi prima questa pagina alla schermata Home: tocca «Condividi», poi «Aggiungi alla schermata Home», e aprila da lì.
player-phone-denied = Il browser blocca le notifiche di questo sito. Puoi consentirle nelle sue impostazioni.
player-phone-failed = Non è stato possibile attivare le notifiche. Riprova tra qualche minuto.
player-phone-on = Questo telefono riceve gli avvisi.
player-phones = Telefoni e browser che ricevono gli avvisi
player-phone-remove = Rimuovi
player-phone-remove-of = Rimuovi: telefono { $number }
player-kinds = Di che cosa ricevi avvisi
player-kind-by-phone = Telefono
player-kind-by-mail = E-mail
player-kind-pairings = Il tuo tavolo in un nuovo turno
player-kind-reports = Risultati che gli avversari inseriscono o contestano
player-kind-judge = Chiamate a un judge
player-kind-clock = Fine del tempo del turno
player-kind-list-missing = Una decklist che manca
player-kind-registration = La tua iscrizione
player-kind-event-changed = Tornei spostati o annullati
player-kind-message = Messaggi dello staff
player-kind-digest = Nuove iscrizioni, in un riepilogo
player-mail-to = Le e-mail vanno a { $address }.
player-mail-to-account = Le e-mail vanno all’indirizzo del tuo account.
player-mail-no-address = Non è noto alcun indirizzo e-mail, quindi non ricevi e-mail.
player-mail-off = Questo server non invia e-mail.
player-unsubscribe = Non ricevere più queste e-mail
player-unsubscribe-why = Non riceverai più e-mail su: { $kind }
player-do-unsubscribe = Non ricevere più queste e-mail
player-unsubscribed = Non ricevi più queste e-mail
player-unsubscribed-why = Disattivato: { $kind }. Puoi riattivarlo nella tua pagina «Notifiche».
player-unsubscribe-unknown = Nel link manca una lettera, oppure non è di questo server. Puoi scegliere le tue e-mail nella tua pagina «Notifiche».
