# La pagina pubblica di un giocatore, e la pagina dove il giocatore la mostra o la nasconde.

history-none = Non ci sono ancora risultati da mostrare.
history-rate = Match vinti
history-best = Miglior piazzamento
history-points = Punti dopo ogni turno: { $points }
history-open-list = Apri
history-place = { $place }º posto
history-list = Lista
history-list-of = Decklist di { $event }
history-how = Lo score conta vittorie–sconfitte–patte nei turni di svizzera, bye compresi. Sono mostrati solo i tornei pubblici.

history-pages = Pagine del giocatore
history-pages-link = Mostra o nascondi le tue pagine del giocatore
history-pages-why = Una pagina del giocatore mostra a tutti il tuo nome e i tuoi piazzamenti, score e decklist pubblicate nei tornei pubblici di un’organizzazione. È nascosta finché non la mostri tu. Il suo indirizzo non dice nulla di te in altre organizzazioni.
history-pages-none = Non hai una pagina del giocatore: non hai iscrizioni a tornei.
history-shown = La tua pagina la vedono tutti.
history-hidden = La tua pagina è nascosta.
history-open = Apri la pagina
history-show = Mostra la pagina
history-hide = Nascondi la pagina
history-open-of = Apri la pagina per { $store }
history-show-of = Mostra la pagina per { $store }
history-hide-of = Nascondi la pagina per { $store }
