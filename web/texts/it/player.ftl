# La pagina del giocatore.

player-my-match = Il mio match
player-me = Io
player-no-events = Non partecipi a nessun torneo.
player-refused = Operazione non riuscita
player-stale = La pagina non era aggiornata, e non è stato fatto nulla. Adesso mostra lo stato più recente.
player-no-link = Questo link non si apre
player-no-link-why = È stato revocato, ce n’è uno più recente, oppure manca una lettera. Chiedine uno nuovo allo staff del torneo.

player-against = contro { $name }
player-bye = Hai un bye: vinci questo turno senza giocare.
player-loss = Questo turno vale come sconfitta: non hai un avversario.
player-seat = Questo è il tuo posto.
player-both-lost = Avete perso entrambi
player-all-lost = Avete perso tutti
player-pod-won = Hai vinto
player-pod-lost = Hai perso
player-pod-drew = Hai pareggiato
player-other-won = Ha vinto { $name }
player-outcome = { $kind ->
    [won] Hai vinto { $score }
    [lost] Hai perso { $score }
   *[drew] Hai pattato { $score }
}
player-clock-left = { $minutes ->
    [0] Tempo scaduto
    [one] Manca { $minutes } minuto
   *[other] Mancano { $minutes } minuti
}
player-clock-ends = fino alle { $time }
player-result-confirmed = Questo risultato è confermato.
player-result-contested = Questo risultato è contestato. Un judge viene al tuo tavolo.
player-result-yours = L’hai inserito tu. Il tuo avversario può confermarlo.
player-result-yours-side = L’ha inserito la tua parte. I tuoi avversari possono confermarlo.
player-result-theirs = L’ha inserito il tuo avversario. È giusto?
player-result-yours-pod = L’hai inserito tu. Un altro giocatore del tuo tavolo può confermarlo.
player-result-theirs-pod = L’ha inserito un altro giocatore del tuo tavolo. È giusto?
player-result-staffs = L’ha inserito lo staff del torneo. È giusto?
player-report = Inserisci il risultato
player-report-again = Inserisci un altro risultato
player-own-score = Il tuo punteggio
player-score-of = Punteggio di { $name }
player-places-hint = 1 è il piazzamento migliore. I giocatori a pari merito hanno lo stesso numero.
player-own-place = Il tuo piazzamento
player-place-of = Piazzamento di { $name }
player-do-confirm = Sì, conferma
player-do-contest = No, contesta
player-called = Il judge è stato chiamato.

player-next-round = Il prossimo turno non è ancora pubblicato. Il tuo tavolo apparirà qui.
player-not-begun = Sei iscritto. Il torneo non è ancora cominciato. Il tuo tavolo apparirà qui.
player-over = Il torneo è finito.
player-event-canceled = Il torneo è annullato.
player-has-left = Hai lasciato il torneo.
player-canceled = La tua iscrizione è annullata. Se è un errore, chiedi allo staff.
player-declined = L’organizzatore non ha accettato la tua iscrizione. Se hai domande, chiedi allo staff.
player-on-waitlist = Sei al numero { $position } della lista d’attesa.
player-in-waiting-room = Non sei ancora iscritto: l’organizzatore deve confermare la tua iscrizione. Fino ad allora un posto è riservato a te.
player-offer = C’è un posto libero per te
player-offer-until = Riservato a te fino a
player-offer-then = Poi passa alla persona successiva.
player-do-accept = Accetta il posto
player-do-decline = Rifiuta il posto…
player-do-decline-now = Sì, rifiuta il posto
player-decline-why = Il posto passa alla persona successiva e la tua iscrizione viene annullata.
player-eliminated = Non hai passato il taglio per i playoff.
player-out = I playoff per te sono finiti.
player-lost-once = Hai perso una volta e continui nel tabellone perdenti. Il tuo prossimo tavolo apparirà qui.
player-pool-done = Il tuo girone ha giocato tutti i suoi turni.
player-no-pool = Non sei in nessun girone e non hai match in questi turni. Chiedi allo staff.

player-record = Score { $record } (vittorie, sconfitte, patte)
player-place = { $place }º piazzamento
player-checked-in = check-in fatto
player-earlier = I tuoi turni

player-list = La tua decklist
player-list-on-paper = La tua decklist è su carta.
player-list-received = Versione { $number } della tua lista ricevuta:
player-list-missing = Non hai ancora consegnato una decklist.
player-list-deadline = Le decklist si accettano fino a:
player-list-closed = La lista non si può più modificare. Può sbloccarla lo staff del torneo.
player-list-picture = Mostra l’immagine della tua lista
player-list-text = Carte, una per riga, per esempio “4 Island”
player-list-empty = La lista non ha carte. Incollala, una carta per riga.
player-list-no-cards = Nessuna carta trovata.
player-do-check-list = Controlla la lista
player-do-hand-in = Consegna la lista

player-leave = Lascia il torneo
player-leave-why = Non avrai più abbinamenti. I risultati ottenuti finora restano. Solo lo staff del torneo può riammetterti.
player-do-leave = Lascia il torneo …
player-do-drop = Sì, lascia il torneo
player-stay = No, resto

## Iscriversi

player-sign-up = Iscriviti
player-sign-up-shown = Il tuo nome appare nella pagina pubblica del torneo.
player-sign-up-closed = Al momento non ci si può iscrivere a questo torneo. Se pensi che sia un errore, chiedi allo staff.
player-closed-since = Le iscrizioni a questo torneo si sono chiuse: { $time }.
player-join-approval = L’organizzatore conferma ogni iscrizione. Lo vedrai nella tua pagina.
player-sign-up-event = Pagina del torneo
player-join-code = Codice di iscrizione
player-join-code-hint = È sul volantino, per esempio 61-KXQF7M2P.
player-join-next = Avanti
player-join-needs-code = Questo torneo richiede il suo codice di iscrizione. È sul volantino nel negozio.
player-join-wrong = Questo codice non porta a nessun torneo. Forse è scritto male, o uno più recente lo ha sostituito.
player-join-name = Il tuo nome
player-join-email-hint = Ti inviamo il link alla tua pagina.
player-join-places = { $count ->
    [one] C’è ancora un posto.
   *[other] Ci sono ancora { $count } posti.
}
player-join-in-line = Non ci sono posti liberi. Saresti il numero { $number } in lista d’attesa.
player-join-another = Iscrivi un’altra persona
player-join-forget = Questo non è il mio telefono: dimentica qui la mia pagina e iscrivi la persona seguente
player-join-several = Queste persone si sono iscritte su questo telefono. Ognuna ha la sua pagina.
player-join-same = Una persona di nome { $name } è già iscritta. Sei tu?
player-join-same-yes = Se sei tu: apri la pagina che hai ricevuto con l’iscrizione, o chiedi allo staff.
player-join-same-no = Se sei un’altra persona: aggiungi qualcosa che ti distingua, come un’iniziale.
player-join-too-many = Si stanno iscrivendo moltissime persone. Riprova tra { $minutes } min.
player-join-mailbox = Oggi questo indirizzo ha già ricevuto diversi di questi messaggi. Lascialo vuoto: la tua pagina funziona anche senza.
player-kept = Conserva questa pagina: è la tua chiave
player-kept-why = Qui vedi il tuo tavolo e riporti i risultati, senza account. Questo telefono ritrova la pagina se inquadri il volantino. Per aprirla su un altro telefono inquadra lì questo codice; non mostrarlo ad altri.

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
player-kind-offer = Un posto libero quando sei in attesa
player-kind-event-changed = Tornei spostati o annullati
player-kind-message = Messaggi dello staff
player-kind-digest = Nuove iscrizioni, in un riepilogo
player-mail-to = Le e-mail vanno a { $address }.
player-mail-to-account = Le e-mail vanno all’indirizzo del tuo account.
player-mail-no-address = Non è noto alcun indirizzo e-mail, quindi non ricevi e-mail.
player-mail-off = Questo server non invia e-mail.
player-unsubscribe = Non ricevere più queste e-mail
player-unsubscribe-why = Non riceverai più e-mail su: { $kind }
player-unsubscribe-address = Questo indirizzo non riceverà più messaggi sulle iscrizioni. Viene tolto da questa iscrizione.
player-unsubscribed = Non ricevi più queste e-mail
player-unsubscribed-why = Disattivato: { $kind }. Puoi riattivarlo nella tua pagina «Notifiche».
player-unsubscribed-address = Questo indirizzo non riceve più messaggi sulle iscrizioni.
player-unsubscribe-unknown = Nel link manca una lettera, oppure non è di questo server. Puoi scegliere le tue e-mail nella tua pagina «Notifiche».

player-claim = Risultati per il tuo account
player-claim-lead = Sei { $name }? Allora porta i risultati nel tuo account. Prima chiediamo all’organizzazione, a meno che tu abbia confermato l’indirizzo e-mail indicato qui.
player-claim-do = Sono i miei risultati
player-claim-waits = Chiediamo all’organizzazione se questi risultati sono tuoi.
player-claim-sign-in = Un account conserva questi risultati per te. Dopo l’accesso, questa pagina si riapre e li porti nell’account.
player-claim-create = Crea un account per conservare questi risultati
player-claims = Risultati precedenti al tuo account
player-claims-found = Ci sono risultati con il tuo indirizzo e-mail. Sono tuoi?
player-claims-none = Non ci sono altri risultati con il tuo indirizzo e-mail confermato. Se hai un link privato, aprilo dopo l’accesso.
player-claims-of = { $store }, { $count ->
    [one] un torneo
   *[other] { $count } tornei
}
player-claims-not-mine = Non sono miei

## Teams, and groups of friends

player-to-team = Vai alla squadra
player-team-of = Squadra { $team }
player-team-none = Non hai ancora una squadra.
player-team-why = Crea una squadra e condividi il suo link, oppure apri il link di una squadra. Giocano solo le squadre al completo.
player-team-open = { $free ->
    [one] Un posto è libero. La squadra gioca solo al completo.
   *[other] { $free } posti sono liberi. La squadra gioca solo al completo.
}
player-team-complete = La squadra è al completo.
player-team-unconfirmed = La squadra è al completo, ma non tutti i membri hanno già un posto nel torneo.
player-team-captain = Capitano
player-team-name = Nome della squadra
player-team-name-hint = Crei la squadra e ricevi un link per gli altri. Lascia vuoto se non hai ancora una squadra.
player-do-found = Crea la squadra
player-team-link = Link per gli altri
player-team-link-why = Chi apre questo link o scansiona il codice può unirsi a voi.
player-do-renew-link = Crea un nuovo link; quello vecchio smette di funzionare
player-do-rename = Rinomina la squadra
player-do-remove = Togli
player-do-make-captain = Nomina capitano
player-do-seat-up = Un posto più su
player-do-leave-team = Lascia la squadra
player-team-fixed = Le squadre non possono più cambiare. Lo staff può aiutare.
player-agents = Giocatori senza squadra
player-do-invite = Invita
player-invited = Invitato
player-team-invites = La squadra { $team } ti invita.
player-do-join-team = Entra nella squadra
player-do-decline-team = Rifiuta
player-team-asked = Vuoi entrare nella squadra { $team }?
player-group = Vieni con gli amici
player-to-group = Vai al gruppo
player-group-members = Il tuo gruppo
player-group-why = I giocatori di un gruppo ricevono insieme i posti dalla lista d’attesa. Il gruppo aspetta nella posizione del suo ultimo membro.
player-group-asked = Vuoi entrare in questo gruppo di amici?
player-do-begin-group = Crea un link per gli amici
player-do-join-group = Entra nel gruppo
player-do-leave-group = Lascia il gruppo
player-join-team = Entri nella squadra { $team }.
player-join-group = Entri in un gruppo di amici.
player-queue = La coda
player-queue-waits = Sei il numero { $position } in coda. Un evento inizia con { $size } giocatori.
player-queue-standby = Sei di riserva: vieni chiamato solo se gli altri non bastano. Posizione: { $position }
player-queue-called = Il tuo tavolo è pronto. Vieni ora.
player-queue-here = Ci sei. L’evento inizia quando ci sono { $size } giocatori.
player-queue-declined = Non sei in coda.
player-queue-timed-out = Non hai risposto in tempo alla chiamata e non sei più in coda.
player-queue-moved = Questa coda ha creato un evento per te.
player-queue-plays = Giochi in { $event }. La coda ti chiamerà quando avrai finito.
player-queue-called-elsewhere = Sei chiamato da { $event }.
player-queue-open = Apri il mio evento
player-queue-group = Una coda chiama insieme i giocatori di un gruppo. Il gruppo sta al posto dell’ultimo arrivato.
player-do-queue-come = Arrivo
player-do-queue-no = No
player-do-queue-standby = Resta di riserva
player-do-queue-wait = Torna in coda
player-do-queue-leave = Lascia la coda
player-do-queue-return = Rimettiti in coda
