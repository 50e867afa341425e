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
