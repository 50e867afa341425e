# Notifications, as mail and on phones: short enough for a lock screen, and nothing secret.

letter-open = Abrir o evento
letter-round = { $event }, rodada { $round }
letter-pairings = Mesa { $table }, contra { $opponents }
letter-pairings-seat = Mesa { $table }
letter-pairings-none = Você não tem oponente nesta rodada.
letter-result-reported = { $opponents } informou o resultado da sua partida.
letter-result-contested = { $opponents } contesta o resultado que você informou.
letter-judge-called = Um juiz é necessário na mesa { $table }.
letter-judge-called-elsewhere = Um juiz é necessário.
letter-call-answered = Um juiz está a caminho.
letter-clock-ended = O tempo da rodada acabou.
letter-list-missing = Falta a lista: { $event }
letter-list-missing-lead = Falta a sua lista para { $event }. Entregue-a até { $time }.
letter-registered = Inscrição: { $event }
letter-registered-lead = Sua inscrição em { $event } foi recebida.
letter-waitlisted = Na lista de espera: { $event }
letter-waitlisted-lead = Você está na lista de espera de { $event }.
letter-moved-up = Você tem uma vaga: { $event }
letter-moved-up-lead = Você saiu da lista de espera e tem uma vaga em { $event }.
letter-registration-canceled = Inscrição cancelada: { $event }
letter-registration-canceled-lead = Sua inscrição em { $event } foi cancelada pelo organizador.
letter-event-moved = Novo horário ou local: { $event }
letter-event-moved-lead = { $event } tem um novo horário ou local:
letter-event-canceled = Cancelado: { $event }
letter-event-canceled-lead = { $event } não será realizado.
