# Annullare ed eliminare un torneo, il suo registro, la sua fine, e ciò che altri hanno cambiato nel frattempo.

## Annullare ed eliminare

desk-next-canceled = Il torneo è annullato. Puoi ripristinarlo nelle impostazioni.
desk-end-title = Annulla o elimina
desk-end-hint = Un torneo annullato resta visibile. Un torneo eliminato sparisce per sempre.
desk-do-to-cancel = Annulla il torneo
desk-do-to-resume = Ripristina il torneo
desk-do-to-delete = Elimina il torneo
desk-to-settings = Torna alle impostazioni
desk-cancel-title = Annulla questo torneo
desk-cancel-visible = Il torneo resta visibile, con la scritta “Annullato”.
desk-cancel-closed = Nessuno può iscriversi, e nessun turno può essere abbinato o giocato.
desk-cancel-players = { $players ->
    [0] Non ci sono iscritti.
    [one] C’è { $players } giocatore iscritto, e non riceve messaggi: avvisalo tu.
   *[other] Ci sono { $players } giocatori iscritti, e non ricevono messaggi: avvisali tu.
}
desk-cancel-back = Puoi ripristinarlo in qualsiasi momento.
desk-cancel-over = Il torneo si è svolto, quindi non si può annullare. Puoi eliminarlo.
desk-resume-title = Ripristina il torneo
desk-resume-effect = Il torneo torna com’era prima dell’annullamento: i giocatori possono iscriversi se le iscrizioni sono aperte, e si possono giocare turni.
desk-do-resume-event = Ripristina il torneo
desk-delete-title = Elimina questo torneo
desk-delete-what = Insieme al torneo si eliminano { $players ->
    [one] { $players } iscrizione
   *[other] { $players } iscrizioni
} e { $rounds ->
    [one] { $rounds } turno
   *[other] { $rounds } turni
}, con tutti i risultati.
desk-delete-everywhere = Il torneo sparisce da ogni elenco, da ogni pagina e dall’export. Il suo indirizzo smette di funzionare.
desk-delete-lists = Le decklist restano ai loro proprietari.
desk-delete-for-ever = Non si può annullare.
desk-delete-name = Per confermare, scrivi il nome del torneo
desk-delete-name-differs = Non è il nome del torneo. Scrivi: { $name }

## Decklist

desk-lists-deadline = I giocatori possono consegnare e modificare le liste fino a:
desk-lists-no-deadline = Nessuna scadenza: i giocatori possono consegnare e modificare le liste finché il torneo non comincia.
desk-lists-closed = Nessuna scadenza: i giocatori potevano consegnare e modificare le liste fino all’inizio del torneo.
desk-lists-staff = Le liste le vede solo lo staff.
desk-lists-public = Le liste sono pubblicate e definitive.
desk-deck = Mazzo
desk-cards = Carte
desk-deck-count = { $board } { $count }
desk-deck-elsewhere = Un link
desk-board-commander = Comandante
desk-board-companion = Companion
desk-board-main = Mazzo principale
desk-board-sideboard = Sideboard
desk-board-maybeboard = Non giocate
desk-not-understood-count = { $count ->
    [one] { $count } riga non riconosciuta
   *[other] { $count } righe non riconosciute
}
desk-line = Riga { $number }:
desk-deck-made = Consegna:
desk-deck-fixed = Vale questa versione, anche se il giocatore cambia la lista in seguito.
desk-deck-on-paper = Questo giocatore consegna la lista su carta.
desk-deck-missing = Questo giocatore non ha consegnato una lista.
desk-deck-text = La lista così come è stata consegnata
desk-do-lock-one = Blocca questa lista
desk-do-unlock-one = Sblocca questa lista
desk-to-lists = Tutte le decklist

## Il registro: chi ha fatto che cosa. `by` è una persona, una chiave o il servizio.

desk-audit-title = Che cosa è successo
desk-audit-hint = Dalla voce più nuova. Alcune modifiche si possono annullare qui.
desk-audit-none = Nulla di precedente.
desk-audit-older = Più vecchie
desk-audit-newest = Più nuove
desk-audit-moved-on = Non si può più annullare: nel frattempo il torneo è cambiato. Questa pagina mostra lo stato attuale.
desk-by-service = Il servizio
desk-by-operator = Chi gestisce il server
desk-by-private-link = { $player } (con il link privato)
desk-by-key = La chiave “{ $key }”
desk-audit-round = del turno { $number }
desk-audit-meeting = del player meeting
desk-audit-created = { $by } ha creato il torneo.
desk-audit-imported = { $by } ha importato il torneo, così come è stato giocato su { $platform }.
desk-audit-deleted = { $by } ha eliminato il torneo.
desk-audit-details-changed = { $known ->
    [yes] { $by } ha modificato le impostazioni: { $fields }.
   *[no] { $by } ha modificato le impostazioni.
}
desk-audit-picture-set = { $picture ->
    [none] { $by } ha rimosso l’immagine.
   *[some] { $by } ha impostato l’immagine.
}
desk-audit-staff-assigned = { $role ->
    [none] { $by } ha tolto a { $person } il ruolo per questo torneo.
   *[other] { $by } ha dato a { $person } il ruolo «{ $role_name }» per questo torneo.
}
desk-audit-organizing-changed = { $known ->
    [yes] { $by } ha modificato le impostazioni: { $fields }.
   *[no] { $by } ha modificato le impostazioni.
}
desk-audit-lifecycle-changed = { $by } ha portato lo stato del torneo a “{ $status }”.
desk-audit-lists-locked = { $by } ha bloccato tutte le decklist.
desk-audit-lists-unlocked = { $by } ha sbloccato tutte le decklist.
desk-audit-list-revisions-fixed = { $count ->
    [one] Fissata la versione valida di { $count } decklist.
   *[other] Fissate le versioni valide di { $count } decklist.
}
desk-audit-team-formed = { $by } ha formato la squadra { $team_name }.
desk-audit-team-dropped = { $by } ha droppato la squadra { $team }.
desk-audit-player-registered = { $own ->
    [yes] { $by } ha fatto la propria iscrizione.
   *[no] { $by } ha iscritto { $player }.
}
desk-audit-registration-status-changed = { $own ->
    [yes] { $by } ha portato la propria iscrizione a “{ $status }”.
   *[no] { $by } ha portato l’iscrizione di { $player } a “{ $status }”.
}
desk-audit-player-dropped = { $own ->
    [yes] { $by } ha droppato.
   *[no] { $by } ha droppato { $player }.
}
desk-audit-player-disqualified = { $by } ha squalificato { $player }.
desk-audit-place-offered = { $by } ha offerto un posto a { $player }.
desk-audit-place-declined = { $own ->
    [yes] { $by } ha rifiutato il posto offerto.
   *[no] { $by } ha rifiutato il posto offerto a { $player }.
}
desk-audit-offer-expired = { $player } non ha accettato in tempo il posto offerto.
desk-audit-payment-changed = { $by } ha modificato il pagamento di { $player }.
desk-audit-check-in-changed = { $status ->
    [CHECKED_IN] { $own ->
        [yes] { $by } ha fatto il check-in.
       *[no] { $by } ha fatto il check-in di { $player }.
    }
    [DECLINED] { $by } ha segnato che { $player } non fa il check-in.
    [TIMED_OUT] { $by } ha segnato che { $player } non ha risposto in tempo.
    [WAITING_FOR_PLAYER_RESPONSE] { $by } ha chiamato { $player } per il check-in.
    [none] { $by } ha annullato il check-in di { $player }.
   *[other] { $by } ha messo { $player } in coda per il check-in.
}
desk-audit-queue-group-changed = { $role ->
    [some] { $by } ha messo { $player } in un gruppo.
   *[none] { $by } ha tolto { $player } dal gruppo.
}
desk-audit-tags-changed = { $count ->
    [0] { $by } ha tolto le etichette di { $player }.
   *[other] { $by } ha dato etichette a { $player }: { $tags }.
}
desk-audit-notes-changed = { $by } ha modificato la nota su { $player }.
desk-audit-seat-fixed = { $fixed_seat ->
    [none] { $by } ha tolto il tavolo fisso di { $player }.
   *[other] { $by } ha dato a { $player } il tavolo fisso { $fixed_seat }.
}
desk-audit-byes-awarded = { $count ->
    [0] { $by } ha tolto i bye di { $player }.
   *[other] { $by } ha dato a { $player } un bye in questi turni: { $round_numbers }.
}
desk-audit-paper-decklist-marked = { $using_paper_decklist ->
    [yes] { $by } ha segnato che { $player } consegna la decklist su carta.
   *[no] { $by } ha segnato che { $player } non consegna la decklist su carta.
}
desk-audit-decklist-attached = { $decklist_id ->
    [none] { $own ->
        [yes] { $by } ha ritirato la decklist.
       *[no] { $by } ha rimosso la decklist di { $player }.
    }
   *[some] { $own ->
        [yes] { $by } ha consegnato una decklist.
       *[no] { $by } ha consegnato una decklist per { $player }.
    }
}
desk-audit-list-locked = { $by } ha bloccato la decklist di { $player }.
desk-audit-list-unlocked = { $by } ha sbloccato la decklist di { $player }.
desk-audit-private-link-made = { $by } ha creato un link privato per { $player }.
desk-audit-private-link-revoked = { $by } ha revocato il link privato di { $player }.
desk-audit-join-code-made = { $by } ha creato un nuovo codice di iscrizione.
desk-audit-phase-added = È cominciata una nuova fase del torneo: { $round_type }.
desk-audit-round-added = { $by } ha deciso l’aggiunta { $round }.
desk-audit-matches-paired = { $count ->
    [one] { $by } ha abbinato { $count } tavolo { $round }.
   *[other] { $by } ha abbinato { $count } tavoli { $round }.
}
desk-audit-teams-paired = { $count ->
    [one] { $by } ha abbinato { $count } match a squadre { $round }.
   *[other] { $by } ha abbinato { $count } match a squadre { $round }.
}
desk-audit-pairings-completed = Gli abbinamenti { $round } erano completi.
desk-audit-pairings-hidden = Gli abbinamenti { $round } li vedeva solo lo staff.
desk-audit-pairings-published = { $by } ha pubblicato gli abbinamenti { $round }.
desk-audit-pairings-discarded = { $by } ha scartato gli abbinamenti { $round }.
desk-audit-round-removed = { $by } ha deciso la rimozione { $round }.
desk-audit-round-started = { $by } ha segnato l’inizio { $round }.
desk-audit-round-completed = { $by } ha segnato la fine { $round }.
desk-audit-clock-changed = { $runs ->
    [yes] { $by } ha regolato il timer { $round }: è in corso e ha { $minutes } minuti.
   *[no] { $by } ha regolato il timer { $round }: è in pausa e restano { $left }.
}
desk-audit-cut-made = { $by } ha fatto il taglio: passano in { $count }.
desk-audit-ties-drawn = L’ordine dei giocatori a pari merito è stato sorteggiato.
desk-audit-game-wins-stated = { $by } ha inserito le percentuali di partite vinte.
desk-audit-places-stated = { $by } ha inserito i piazzamenti finali pubblicati.
desk-audit-result-reported = { $by } ha inserito { $result } al tavolo { $table } { $round }: { $players }.
desk-audit-result-corrected = { $by } ha corretto in { $result } il risultato al tavolo { $table } { $round }: { $players }.
desk-audit-result-confirmed = { $by } ha confermato il risultato al tavolo { $table } { $round }.
desk-audit-result-contested = { $by } ha contestato il risultato al tavolo { $table } { $round }.
desk-audit-team-result-reported = { $by } ha inserito un risultato { $round }, { $result }: { $teams }.
desk-audit-match-featured = { $is_feature_match ->
    [yes] { $by } ha scelto il tavolo { $table } { $round } come feature match.
   *[no] { $by } ha tolto il feature match al tavolo { $table } { $round }.
}
desk-audit-judge-assigned = { $judge_user_id ->
    [none] { $by } ha tolto il judge dal tavolo { $table } { $round }.
   *[some] { $by } ha assegnato { $judge } al tavolo { $table } { $round }.
}
desk-audit-time-extended = { $minutes ->
    [0] { $by } ha tolto il tempo addizionale al tavolo { $table } { $round }.
    [one] { $by } ha dato { $minutes } minuto addizionale al tavolo { $table } { $round }.
   *[other] { $by } ha dato { $minutes } minuti addizionali al tavolo { $table } { $round }.
}
desk-audit-deck-check-marked = { $completed ->
    [yes] { $by } ha completato il deck check al tavolo { $table } { $round }.
   *[no] { $started ->
        [yes] { $by } ha iniziato un deck check al tavolo { $table } { $round }.
       *[no] { $by } ha annullato il deck check al tavolo { $table } { $round }.
    }
}
desk-audit-penalty-issued = { $by } ha dato una penalità a { $player }: { $penalty } per { $infraction }.
desk-audit-penalty-withdrawn = { $by } ha ritirato una penalità di { $player }: { $penalty } per { $infraction }.
desk-audit-penalty-restored = { $by } ha ripristinato una penalità di { $player }: { $penalty } per { $infraction }.
desk-audit-judge-called = { $table ->
    [0] { $by } ha chiamato un judge.
   *[other] { $by } ha chiamato un judge al tavolo { $table }.
}
desk-audit-call-answered = { $table ->
    [0] { $by } ha preso una chiamata judge.
   *[other] { $by } ha preso la chiamata judge al tavolo { $table }.
}
desk-audit-call-closed = { $table ->
    [0] { $by } ha chiuso una chiamata judge.
   *[other] { $by } ha chiuso la chiamata judge al tavolo { $table }.
}
desk-audit-staff-message-sent = { $to ->
    [all] { $by } ha scritto a tutti i giocatori: { $text }
    [tag] { $by } ha scritto ai giocatori con l’etichetta “{ $tag }”: { $text }
    [convention] { $by } ha scritto a tutti alla convention: { $text }
   *[other] { $by } ha scritto a { $player }: { $text }
}

## Impostazioni, per nome

desk-setting-name = nome
desk-setting-event-format = formato
desk-setting-start-datetime = inizio
desk-setting-convention-id = convention
desk-setting-is-test = torneo di prova
desk-setting-is-unlisted = pagina pubblica
desk-setting-is-canceled = annullamento
desk-setting-team-size = giocatori per squadra
desk-setting-pod-size = giocatori per tavolo
desk-setting-short-pods = tavoli più piccoli
desk-setting-capacity = posti
desk-setting-swiss-rounds = turni di svizzera
desk-setting-top-cut = giocatori nei playoff
desk-setting-rules = punti e tiebreaker
desk-setting-decklist-deadline = scadenza delle decklist
desk-setting-decklist-grace-seconds = scadenza delle decklist
desk-setting-power-pair-last-round = abbinamenti
desk-setting-ranked-playoff = abbinamenti
desk-setting-draft-pod-size = abbinamenti
desk-setting-parent-id = torneo principale
desk-setting-publish-when-paired = pubblicazione degli abbinamenti
desk-setting-fee-note = quota di iscrizione
desk-setting-time-zone = fuso orario
desk-setting-best-of = partite per match
desk-setting-end-of-round-rule = fine di un turno
desk-setting-check-in-required = obbligo di check-in
desk-setting-first-table = numeri dei tavoli
desk-setting-last-table = numeri dei tavoli
desk-setting-round-minutes = durata di un turno
desk-setting-offer-minutes = tempo per accettare un posto offerto
desk-setting-description = descrizione
desk-setting-venue-name = luogo
desk-setting-venue-address = luogo
desk-setting-prizes = premi
desk-setting-rules-level = REL
desk-setting-contact = contatto
desk-setting-registration-opens = periodo di iscrizione
desk-setting-registration-closes = periodo di iscrizione
desk-setting-registration-policy = chi può iscriversi
desk-setting-needs-approval = approvazione dello staff
desk-setting-playoff = tipo di playoff
desk-setting-pool-size = giocatori per girone
desk-setting-plays-together = gioco delle squadre
desk-setting-seat-formats = formati dei posti
desk-setting-lowest-gets-bye = abbinamenti
desk-setting-squares-first = abbinamenti
desk-setting-balanced-sides = abbinamenti
desk-setting-tables-per-row = numeri dei tavoli
desk-setting-rounds-by-attendance = turni di svizzera
desk-setting-end-datetime = la fine prevista
desk-setting-queue-size = la dimensione della coda
desk-setting-answer-minutes = il tempo per rispondere a una chiamata
desk-setting-shares-tables = tavoli condivisi con altri eventi
desk-setting-series = la serie
desk-setting-is-from-queue = la coda

## Tornare indietro

desk-undo-left = Riammetti nel torneo
desk-undo-left-waitlist = Rimetti in lista d’attesa
desk-undo-disqualified = Annulla la squalifica
desk-undo-registered = Annulla l’iscrizione
desk-undo-check-in = Annulla il check-in
desk-undo-locked = Sblocca
desk-undo-unlocked = Blocca
desk-undo-extension = Togli il tempo addizionale
desk-undo-penalty = Ritira la penalità
desk-undo-withdrawn = Ripristina la penalità
desk-undo-closed = Riapri le iscrizioni
desk-undo-waitlist = Torna a “Solo lista d’attesa”
desk-undo-begun = Torna a “Iscrizioni chiuse”
desk-undo-finished = Riprendi il torneo
desk-undo-publishing = Nascondi le decklist
desk-undo-published = Torna alla pubblicazione

## Che cosa hanno cambiato altri nel frattempo

desk-someone = Qualcun altro
desk-conflict = { $by } ha cambiato “{ $field }” in { $theirs }. Tu hai inserito: { $mine }.
desk-conflict-again = Non è stato salvato nulla. Salva di nuovo per sostituire l’altra modifica, oppure ricarica la pagina per tenerla.
desk-conflict-status = Lo stato di questo giocatore è cambiato da quando hai aperto la pagina, quindi non è stato fatto nulla. Questa pagina mostra lo stato attuale.
desk-value-yes = sì
desk-value-no = no
desk-value-none = niente

## La fine di un torneo

desk-tab-finish = Chiusura
desk-finish-title = Concludi il torneo
desk-point-done = Fatto
desk-point-open = Da fare
desk-finish-rounds = { $count ->
    [one] { $count } turno concluso.
   *[other] Tutti i { $count } turni sono conclusi.
}
desk-finish-round-open = { $round }: da concludere.
desk-finish-no-rounds = Non è stato giocato nessun turno.
desk-finish-playoff = I playoff della top { $size } sono conclusi.
desk-finish-playoff-open = I playoff della top { $size } non sono conclusi.
desk-finish-lists = { $missing ->
    [0] Tutte le decklist sono state consegnate.
    [one] Manca { $missing } decklist.
   *[other] Mancano { $missing } decklist.
}
desk-finish-not-begun = Il gioco non è cominciato. Puoi concludere il torneo quando tutti i turni sono conclusi.
desk-finish-effect = Un torneo concluso ha una classifica finale ed entra nell’export. Puoi concluderlo quando tutti i turni sono conclusi. I risultati si possono correggere anche dopo.
desk-publish-effect = Dopo la pubblicazione tutti possono leggere le decklist, ciascuna nella versione valida, e i risultati non si possono più correggere.
desk-finish-seen = Pagina pubblica ed export
desk-public-page = Pagina pubblica del torneo
desk-no-public-page = Il torneo non ha una pagina pubblica.
desk-exported = Il torneo fa parte dell’export.
desk-export-at = I programmi lo leggono con una chiave all’indirizzo { $path }
desk-not-exported = Il torneo non fa parte dell’export: ci sono solo i tornei conclusi, tranne quelli di prova.
desk-finish-back = Un passo indietro
desk-finish-back-hint = Se hai fatto un passo per sbaglio. Non si perde nient’altro.

## Iscrizioni e durata dei turni

desk-figures-link = Grafici di iscrizioni e durata dei turni
desk-figures-registrations = Iscrizioni nel tempo
desk-figures-rounds = Durata di ogni turno
desk-figures-when = Quando
desk-figures-players = Iscrizioni
desk-figures-table = Come tabella
desk-figures-none = Non c’è ancora nulla da mostrare.
desk-figures-how = I minuti vanno dall’inizio alla fine di un turno. La durata dei singoli match non viene registrata.
desk-audit-team-changed = { $by } ha modificato la squadra { $team }.
