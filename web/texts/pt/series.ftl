# Séries de eventos na mesa de organização.

desk-series = Séries de eventos
desk-series-none = Ainda não há séries. Abra as configurações de um evento e escolha “Repetir toda semana”.
desk-series-ended = Encerrada
desk-series-rule = { $weekday ->
    [1] Segunda-feira
    [2] Terça-feira
    [3] Quarta-feira
    [4] Quinta-feira
    [5] Sexta-feira
    [6] Sábado
   *[other] Domingo
}, { $time } ({ $zone }), { $weeks ->
    [1] toda semana
   *[other] a cada { $weeks } semanas
}{ $until ->
    [never] { "" }
   *[other] { ", " }até { $until }
}
desk-series-change = Alterar o plano
desk-series-resume = Retomar a série
desk-series-over = Esta série terminou. Primeiro, retome-a.
desk-series-days = Próximos dias
desk-series-no-days = Esta série não tem próximos dias.
desk-series-day = Dia
desk-series-to-event = Abrir o evento
desk-series-event-of = Abrir o evento de { $day }
desk-series-skipped = Sem evento
desk-series-not-made = Ainda não criado
desk-series-players = { $count ->
    [one] { $count } jogador
   *[other] { $count } jogadores
}
desk-series-has-players = Ele tem jogadores: decida se será cancelado.
desk-series-skip = Pular
desk-series-skip-day = Pular { $day }
desk-series-keep = Não pular
desk-series-keep-day = Não pular { $day }
desk-series-end = Encerrar a série
desk-series-end-means = Ela não cria mais eventos. Os já criados ficam.
desk-series-like = Repetir { $name }
desk-series-means = O serviço cria os eventos com antecedência, sozinho. Cada um recebe as configurações deste evento e um código de inscrição próprio. Seus horários ficam tão longe do início quanto aqui.
desk-series-change-means = A alteração vale para os eventos que ainda não foram criados.
desk-series-plan = Planejar a série
desk-series-first-day = Primeiro dia
desk-series-first-day-hint = Ele define o dia da semana.
desk-series-last-day = Último dia
desk-series-last-day-hint = Deixe vazio se a série não tem fim.
desk-series-every-weeks = Semanas de um evento ao próximo
desk-series-weeks-ahead = Semanas para as quais eventos são criados com antecedência
desk-series-weeks-ahead-hint = De 1 a 26.
desk-series-one = Série
desk-series-one-hint = O serviço cria os eventos que se repetem toda semana ou a cada poucas semanas.
desk-series-repeat = Repetir toda semana
desk-series-to-series = Ir para a série
desk-series-following = Este e todos os seguintes
desk-series-following-hint = O que você altera aqui muda também em todos os eventos seguintes da série que não começaram. Cada um fica no seu dia.
