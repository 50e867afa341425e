# As atualizações das páginas que acompanham um evento e a página para o telão.

live-pause = Pausar atualizações
live-resume = Retomar atualizações
live-updated = Atualizada às
live-paused = As atualizações estão pausadas.
live-resumed = A página voltou a ser atualizada.
live-news = As atualizações estão pausadas. Há novidades.
live-gone = Esta página não pode mais ser aberta e não é mais atualizada.

## A página para o telão

live-screen = Telão
live-screen-open = { $count ->
    [one] { $count } mesa ainda joga
   *[other] { $count } mesas ainda jogam
}
live-screen-empty = Os pareamentos vão aparecer aqui.
live-screen-join = Inscreva-se pelo telefone
live-screen-join-code = O código de inscrição está no cartaz.
live-screen-stop = Pausar a rotação
live-screen-turn = Retomar a rotação
live-screen-sound = Som quando o tempo acabar
live-clock-over = O tempo acabou.
live-screen-called = Chamados: venham às mesas, por favor
