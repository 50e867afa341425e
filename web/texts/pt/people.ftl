# Os textos sobre pessoas: os jogadores de um evento, contas repetidas, listas de nomes.

desk-player-hint = Comece a digitar para achar alguém, ou digite um nome completo para adicionar uma pessoa nova.
desk-people-title = Pessoas
desk-people-find = O nome começa com
desk-people-found = { $count ->
    [0] Ninguém com esse nome.
    [one] { $count } pessoa encontrada.
   *[other] { $count } pessoas encontradas.
}
desk-people-last = último evento: { $event }
desk-people-no-event = nenhum evento ainda
desk-offers-title = Você quis dizer uma destas pessoas?
desk-offers-registered = { $name } é outra pessoa? { $other } já tem inscrição.
desk-offers-question = { $name } é outra pessoa? { $other } já tem inscrição. Pressione Enter para adicionar { $name } como pessoa nova, ou digite outro nome.
desk-do-add-person = Adicionar { $name }
desk-do-add-new = Adicionar { $name } como pessoa nova
desk-page-part = { $from } a { $to } de { $all }
desk-page-before = Página anterior
desk-page-after = Próxima página
desk-approvals = { $count ->
    [one] Um jogador espera sua aprovação
   *[other] { $count } jogadores esperam sua aprovação
}
desk-next-waiting = { $players ->
    [one] Um jogador espera sua aprovação e não será pareado.
   *[other] { $players } jogadores esperam sua aprovação e não serão pareados.
}
desk-do-to-waiting = Ver quem espera
desk-pair-waiting = Eles não serão pareados na primeira rodada. Parear mesmo assim?
desk-do-pair-waiting = Sim, parear sem eles
desk-approvals-none = Este jogador não espera mais aprovação.
desk-do-approve-all = Aprovar todos
desk-do-approve = Aprovar
desk-do-decline = Recusar
desk-do-decline-all = Recusar todos
desk-do-approve-of = Aprovar { $name }
desk-do-decline-of = Recusar { $name }
desk-door = Os jogadores se inscrevem sozinhos
desk-door-hint = Eles escaneiam o cartaz ou abrem:
desk-do-join-code = Criar outro código
desk-do-join-code-hint = O código dos cartazes já impressos deixa então de funcionar.
desk-to-paste = Colar uma lista
desk-to-check-in = Check-in

desk-seating = Byes, mesa, anotações
desk-rename = Renomear
desk-do-rename = Renomear

## Uma lista colada

desk-paste-title = Colar uma lista de jogadores
desk-paste-field = Nomes
desk-paste-hint = Um nome por linha, ou CSV com uma linha de cabeçalho: Nome, ou Nome e Sobrenome. Você vê uma prévia antes de inscrever alguém.
desk-paste-empty = Cole pelo menos um nome.
desk-paste-too-long = Uma lista pode ter no máximo { $most } linhas. Coloque o resto em uma segunda lista.
desk-paste-guess-whole = Não há linha de cabeçalho, então a primeira coluna com palavras foi lida como o nome. Se os nomes estiverem errados, adicione uma linha de cabeçalho como Nome;Deck.
desk-paste-guess-parts = Não há linha de cabeçalho, então as duas primeiras colunas foram lidas como nome e sobrenome. Se os nomes estiverem errados, adicione uma linha de cabeçalho como Nome;Sobrenome.
desk-paste-header = A linha { $line } foi lida como cabeçalho: { $names }.
desk-paste-addresses = Os e-mails ficaram de fora, porque os nomes são públicos.
desk-paste-unread = Colunas ignoradas: { $columns }.
desk-do-preview = Ver uma prévia
desk-paste-preview = Prévia
desk-paste-line = Linha
desk-paste-found = Encontrado
desk-paste-register = Inscrever
desk-paste-register-line = Inscrever a linha { $line }
desk-paste-known = Pessoa conhecida, { $about }
desk-paste-several = { $count } pessoas têm este nome. Escolha uma.
desk-paste-skip = Ninguém
desk-paste-new = Pessoa nova
desk-paste-new-named = Pessoa nova { $name }
desk-paste-registered = Já tem inscrição
desk-paste-similar = Parecido com { $name }, que já tem inscrição
desk-paste-repeated = Duas vezes na lista
desk-do-register-lines = Inscrever
desk-do-change-list = Mudar a lista
desk-paste-done = { $count ->
    [one] { $count } jogador foi inscrito.
   *[other] { $count } jogadores foram inscritos.
}
desk-paste-not-done = { $count ->
    [one] { $count } linha não foi inscrita.
   *[other] { $count } linhas não foram inscritas.
}
desk-paste-line-refused = Linha { $line }, { $name }: { $why }
desk-paste-at-line = Linha { $line }: { $why }
desk-paste-in-column = Coluna “{ $column }”: { $why }
desk-to-messages = Escrever aos jogadores
desk-to-message = Escrever a este jogador
desk-message-to = Para
desk-message-to-hint = Quem desistiu, cancelou ou foi desclassificado não recebe mensagens para todos. Para escrever a um só jogador, abra a página dele.
desk-message-all = Todos os jogadores
desk-message-convention = Todos na convenção
desk-message-tag = Jogadores com a etiqueta “{ $tag }”
desk-message-for = Para: { $to }.
desk-message-to-others = Escrever a outros jogadores
desk-message-text = Mensagem
desk-message-hint = No máximo { $most } caracteres, sem formatação. Você vê uma prévia antes de enviar. Os celulares podem mostrá-la mesmo bloqueados.
desk-message-reach = Jogadores: { $count }. Por e-mail: { $mail }. No celular: { $phone }.
desk-do-send-message = Enviar a mensagem
desk-do-change-message = Mudar a mensagem
desk-messages-sent = Mensagens anteriores
desk-failed = Mensagens que não chegaram
desk-failed-hint = E-mails e notificações push deste evento dos últimos 30 dias que foram recusados ou não puderam ser enviados a tempo.
desk-failed-none = Nenhuma mensagem deste evento falhou.
desk-failed-way = Enviada por
desk-failed-link = Link para a página do jogador

## Check-in

desk-check-in-count = { $in } de { $all } com check-in
desk-check-in-find = Buscar um jogador
desk-do-find = Buscar
desk-do-show-all = Ver todos
desk-check-in-none = Nenhum jogador com esse nome.
desk-check-in-empty = Ainda não há jogadores.
desk-check-in-hint = Toque em um nome para fazer o check-in do jogador. Toque de novo para desfazer.

## Um formulário sem resposta

desk-unsent = Nenhuma resposta chegou
desk-unsent-why = Isso pode ter sido salvo ou não: recarregue a página e confira antes de enviar de novo. O que você digitou ainda está aqui.
desk-do-send-again = Enviar de novo

## Contas repetidas

desk-doubles = É uma conta repetida?
desk-doubles-hint = Una esta conta se a mesma pessoa tiver outra. Os eventos dela passam a mostrar o outro nome, e novas inscrições vão para a outra conta. Você pode desfazer isso.
desk-do-merge = Unir a { $name }
desk-merged = Esta conta foi unida a outra, cujo nome aparece aqui.
desk-do-unmerge = Desfazer a união

## Links privados

desk-private-link = Link privado
desk-private-link-hint = Abre a página do jogador no celular, sem conta. Quem tiver o link age como este jogador.
desk-do-link = Criar um link privado
desk-do-unlink = Revogar o link privado
