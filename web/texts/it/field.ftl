# Squadre, draft, playoff, giocatori in ritardo e abbinamenti a mano.

desk-tab-teams = Squadre

## Squadre

desk-do-to-teams = Forma le squadre
desk-next-first-round-teams = { $players ->
    [one] C’è { $players } squadra.
   *[other] Ci sono { $players } squadre. Quando ci sono tutte, abbina il primo turno.
}
desk-team-name = Nome della squadra
desk-team-hint = Poi i suoi giocatori, nell’ordine dei posti. I nuovi giocatori vengono iscritti con la squadra.
desk-team-seat = Posto { $seat }
desk-do-form-team = Forma la squadra
desk-do-drop-team = Droppa la squadra { $team }
desk-teams-count = { $count ->
    [one] { $count } squadra
   *[other] { $count } squadre
}
desk-teams-none = Inserisci la prima squadra e i suoi giocatori.
desk-teams-without = { $count ->
    [one] { $count } giocatore non ha una squadra
   *[other] { $count } giocatori non hanno una squadra
}
desk-teams-incomplete = Inserisci il nome della squadra e un giocatore per ogni posto.
desk-teams-twice = { $name } c’è due volte. Una persona non può avere due posti.
desk-teams-taken = { $name } ha già un’iscrizione, ed è in una squadra o non gioca più. Se è un’altra persona con lo stesso nome, prima iscrivila nella scheda Giocatori.
desk-teams-several = Più giocatori senza squadra si chiamano { $name }. Scegline uno dall’elenco: { $choices }.
desk-teams-known = { $name } potrebbe essere qualcuno che conosci già: { $people }. Prima iscrivi quella persona nella scheda Giocatori, poi forma la squadra.
desk-teams-new = Se { $name } è un’altra persona, forma la squadra con persone nuove.
desk-do-form-team-new = Forma la squadra con persone nuove
desk-teams-unknown = Questa squadra non è nel torneo.
desk-team-matches = Match delle squadre
desk-tables = Tavoli
desk-seats-won = Posti vinti
desk-team-open = In gioco
desk-team-decided = Deciso

## Draft, player meeting e altri modi di proseguire

desk-draft = Draft
desk-no-tables = In questo turno nessuno è abbinato.
desk-ways = Altre opzioni
desk-do-pods = Assegna i posti nei pod di draft
desk-do-pair-swiss = Abbina il turno { $number } senza pod
desk-do-pair-in-pods = Abbina il turno { $number } nei pod
desk-do-meeting = Player meeting con posti per nome
desk-do-random-meeting = Player meeting con posti a caso
desk-next-pods = I pod hanno giocato tutti i loro turni. Forma nuovi pod per il turno { $number }, oppure prosegui senza pod.

## Il taglio e i playoff

desk-do-to-cut = Controlla il taglio
desk-cut = Taglio
desk-cut-size = Quanti passano
desk-do-show-cut = Mostra
desk-cut-preview = Anteprima del taglio
desk-cut-pools = Prima vengono i migliori di ogni girone, poi i secondi, e così via. A parità di posto, tranne per i primi, l’ordine cambia in modo che due dello stesso girone si incontrino tardi.
desk-cut-seed = Testa di serie
desk-cut-advances = Passa
desk-cut-out = Fuori
desk-cut-by-lot = Non è stato giocato nessun turno. Un sorteggio decide chi passa e le teste di serie.
desk-cut-changed = Il torneo è cambiato da quando questa pagina è stata mostrata, quindi non è stato fatto nulla. Guarda di nuovo l’anteprima.
desk-cut-later = Il taglio si può fare quando tutti i turni sono conclusi.
desk-cut-means = Tutti gli altri sono eliminati. Il taglio si può rifare finché non comincia il turno successivo.
desk-cut-again = Il taglio è fatto. Dopo una correzione o un drop si può rifare; poi il turno successivo va abbinato di nuovo.
desk-do-cut-again = Rifai il taglio alla top { $size }
desk-cut-tie = { $last } e { $next } sono a pari punti, e decidono i tiebreaker ({ $heads }). { $last }: { $of_last }. { $next }: { $of_next }.
desk-cut-lot = { $last } e { $next } sono pari per punti e per tutti i tiebreaker. Decide un sorteggio.
desk-cut-equal = { $last } e { $next } sono pari per punti e per tutti i tiebreaker numerici. Decidono gli altri tiebreaker, poi un sorteggio.
desk-bracket = Tabellone
desk-bracket-open = Da giocare
desk-bracket-won = ha vinto
desk-bracket-wins = { $name } vince { $score }
desk-do-win = Vince
desk-places = Piazzamenti finali

## Giocatori in ritardo

desk-missed = Bye o sconfitte per i turni persi
desk-missed-title = Turni saltati da { $name }
desk-missed-none = Questo giocatore non ha saltato turni da completare.
desk-missed-hint = Da adesso in poi un bye vale come match vinto e una sconfitta come match perso. Le classifiche dei turni già finiti restano come sono.
desk-missed-nothing = Niente
desk-missed-each = Per ogni turno saltato

## Abbinamenti a mano

desk-do-by-hand = Abbina a mano
desk-by-hand-title = { $round }: giocatori senza match
desk-by-hand-none = Tutti quelli in gioco hanno un match.
desk-by-hand-one = Questo giocatore
desk-by-hand-other = gioca contro
desk-by-hand-bye = Nessuno: un bye
desk-by-hand-loss = Nessuno: una sconfitta
desk-do-pair-by-hand = Abbina
desk-by-hand-matches = Match del turno
desk-by-hand-two = Scegli due giocatori diversi senza match in questo turno.
desk-do-remove = Rimuovi
desk-do-remove-table = Rimuovi il match al tavolo { $table }
desk-warnings = L’abbinamento automatico farebbe diversamente
desk-warn-rematch = { $names } si sono già incontrati.
desk-warn-another-bye = { $names }: ha già avuto un bye.
desk-warn-bye-missing = { $names }: aveva un bye promesso per questo turno e non ce l’ha.
desk-warn-left-out = { $names }: non ha un match.
desk-warn-fixed-seat = { $names }: ha un tavolo fisso e siede a un altro.
desk-warn-never-meet = { $names }: non si incontrano, perché sono entrambi soli nel primo turno del loro girone.
desk-team-lacks = { $free ->
    [one] Un posto libero
   *[other] { $free } posti liberi
}
desk-team-waits = Non tutti i membri hanno un posto
desk-do-dissolve = Sciogli
desk-do-dissolve-team = Sciogli { $team }
