# Conventions at the desk.

desk-conventions = Convenções
desk-convention-tabs = Partes da convenção
desk-convention-tab-schedule = Programação
desk-convention-tab-events = Eventos
desk-convention-tab-hall = Salão
desk-convention-tab-counter = Balcão
desk-convention-tab-queues = Filas
desk-convention-tab-announcements = Avisos
desk-convention-tab-settings = Configurações
desk-new-convention = Nova convenção
desk-no-conventions = Ainda não há nenhuma convenção.
desk-convention-days = Dias
desk-convention-place = Local

# The hall, the counter, and several players at once.
desk-hall-empty = Nenhum evento da convenção ainda está por jogar.
desk-hall-changed = { $count ->
    [one] As mesas de { $count } evento foram alteradas.
   *[other] As mesas de { $count } eventos foram alteradas.
}
desk-hall-undo = Desfazer
desk-hall-proposal = Esta é uma proposta. Nada foi salvo ainda: veja a planta, mude o que quiser e salve.
desk-hall-plan = Planta do salão
desk-hall-drawing = As mesas da esquerda para a direita, o tempo de cima para baixo. A tabela abaixo tem os mesmos números.
desk-hall-tables = Mesas dos eventos
desk-hall-time = Horário
desk-hall-needs = Mesas necessárias
desk-hall-shares = Compartilha mesas
desk-hall-collides = Sobreposição
desk-hall-taken = Ocupa as mesas { $first } a { $last }
desk-hall-first-of = Primeira mesa de { $event }
desk-hall-last-of = Última mesa de { $event }
desk-hall-shares-of = { $event } compartilha mesas
desk-hall-hint = Um evento ocupa suas mesas quando é emparceirado e as mantém até o fim. Outro evento ao mesmo tempo não pode ocupá-las, a não ser que um dos dois compartilhe suas mesas. Um novo intervalo vale a partir do próximo emparceiramento.
desk-hall-discard = Descartar a proposta
desk-hall-propose = Propor mesas
desk-hall-propose-hint = Dá a cada evento deste dia mesas conforme a capacidade, sem sobreposição. As mesas ocupadas e os intervalos sem sobreposição ficam.
desk-hall-from = Primeira mesa do salão
desk-hall-to = Última mesa do salão
desk-hall-do-propose = Mostrar uma proposta
desk-hall-no-room = Não há mesas suficientes para { $events }. Indique mais mesas do salão ou deixe um evento compartilhar suas mesas.
desk-hall-collision = { $one } e { $other } preveem as mesmas mesas ao mesmo tempo.
desk-hall-undated = Sem data
desk-counter-hint = Digite o começo de um nome para encontrar as inscrições de uma pessoa em todos os eventos da convenção.
desk-counter-more = Há mais nomes que começam assim. Digite mais letras.
desk-paid = Pago
desk-not-paid = Não pago
desk-pays-later = Pediu para pagar depois
desk-do-paid = Marcar como pago
desk-do-unpaid = Marcar como não pago
desk-do-check-out = Desfazer o check-in
desk-do-untag = Remover a etiqueta { $tag }
desk-tag = Etiqueta
desk-do-tag = Adicionar a etiqueta
desk-several = Vários jogadores
desk-several-all = Todos os { $count } jogadores
desk-several-none = Marque pelo menos um jogador.
desk-several-no-target = Não é possível mover jogadores para este evento. Escolha um da lista.
desk-several-moved = { $count ->
    [one] { $count } jogador foi movido.
   *[other] { $count } jogadores foram movidos.
}
desk-several-no-children = É possível mover jogadores para eventos filhos, cujas configurações indicam este evento como pai, e para outros eventos da convenção. Agora não há nenhum.
desk-several-to = Mover para
desk-several-becomes-child = { $event } (torna-se evento filho)
desk-do-move = Mover jogadores
desk-to-move = Mover para outro evento
desk-payment-method = Forma de pagamento
desk-payment-any = Não informada
desk-payment-card = Cartão
desk-payment-wallet = Carteira digital
desk-tags = Etiquetas
desk-tags-hint = Separadas por vírgulas. Só a equipe as vê.
desk-queue-empty = Nenhuma fila está aberta. Um evento é uma fila se as configurações indicam os jogadores dela.
desk-queue-none = Escolha um jogador de uma fila desta convenção.
desk-queue-fired = O evento foi criado.
desk-queue-full = Já há jogadores suficientes. Se nenhum evento for criado em alguns segundos, o botão diz por quê.
desk-queue-called = Chamados
desk-queue-here = Presentes
desk-queue-line = Na fila
desk-queue-out = Fora da fila
desk-queue-until = Responde até { $time }
desk-do-queue-call = Chamar agora
desk-do-queue-here = Está aqui
desk-do-queue-wait = Pôr na fila
desk-do-queue-last = Para o fim
desk-do-queue-standby = De reserva
desk-do-queue-remove = Tirar
desk-do-queue-end = Encerrar a chamada
desk-do-queue-fire = Começar com os presentes
desk-convention-ends = Fim
desk-convention-url = Página na web
desk-convention-url-hint = Com a situação “Programação em outro site”, a página da convenção aponta para ela.
desk-convention-hotel = Hotéis
desk-convention-ticket = Os visitantes precisam de ingresso
desk-convention-filters = A programação tem filtros por tipo de jogo
desk-convention-latitude = Latitude
desk-convention-latitude-hint = Em graus, como 52,52. Deixe os dois campos vazios se não souber.
desk-convention-longitude = Longitude
desk-convention-color = Cor
desk-convention-color-hint = Seis dígitos hexadecimais, como 1f6feb.
desk-convention-second-color = Segunda cor
desk-convention-header = Endereço de uma imagem de capa
desk-convention-header-hint = Para programas que leem a convenção. Estas páginas só mostram uma imagem enviada.
desk-convention-slug = Nome no endereço
desk-convention-slug-hint = Letras, dígitos e hífens. Se ficar vazio, é formado a partir do nome. Se você o mudar, os links antigos deixam de funcionar.
desk-convention-region = Região de um campeonato regional
desk-convention-no-region = Nenhuma
desk-convention-regional = Tem um campeonato regional
desk-convention-buzzer = Identificador do avisador de juízes
desk-convention-hub-id = Identificador em outra plataforma
desk-convention-series = Número da sua série
desk-convention-products = Números das suas listas de produtos
desk-convention-products-hint = Separados por vírgulas.
desk-convention-visitors = Para os visitantes
desk-convention-visitors-hint = Texto, página na web, hotéis, formatos principais
desk-convention-where = Localização
desk-convention-where-hint = Endereço e posição no mapa
desk-convention-look = Aparência
desk-convention-look-hint = Cores e imagem de capa
desk-convention-elsewhere = Endereço e outros sistemas
desk-convention-elsewhere-hint = Nome no endereço, campeonato, números em outros sistemas
desk-convention-formats = Formatos principais
desk-convention-status-hint = Não listada: sem página pública. Detalhes em breve: uma página sem programação. Programação em outro site: um link no lugar da programação.
desk-convention-final = Uma convenção arquivada fica como está.
desk-convention-picture = Imagem de capa
desk-convention-do-create = Criar convenção
desk-convention-no-status = Escolha uma situação.
desk-convention-archive = Arquivar { $name }?
desk-convention-archive-effect = A página continua entre as convenções passadas. Ela não poderá mais ser mudada, e isso não se desfaz.
desk-convention-do-archive = Arquivar
desk-convention-made = { $count ->
    [one] Um evento foi criado. Ele pode ser excluído enquanto não tiver jogadores.
   *[other] { $count } eventos foram criados. Eles podem ser excluídos enquanto não tiverem jogadores.
}
desk-convention-players = Jogadores: { $players }
desk-convention-overlap = Sala ocupada duas vezes
desk-convention-move = Mover
desk-convention-move-event = Mover { $event }
desk-convention-move-hint = O fim previsto, o fim das inscrições e o prazo das decklists mudam junto.
desk-convention-to-table = Eventos de uma tabela
desk-convention-to-duplicate = Duplicar um dia
desk-convention-no-events = Ainda não há eventos. Crie um ou cole uma tabela.
desk-convention-day = Dia
desk-convention-room = Sala
desk-convention-no-room = Sem sala
desk-convention-tables = Mesas
desk-convention-no-time = Digite um dia e um horário.
desk-convention-no-day = Digite dois dias.
desk-convention-same-day = Escolha um dia diferente do que é duplicado.
desk-convention-empty-day = Esse dia não tem eventos para duplicar.
desk-convention-duplicate-hint = Os eventos são criados de novo, com as mesmas configurações e os mesmos horários. Os jogadores não são copiados.
desk-convention-target-day = Dia das cópias
desk-convention-duplicate-preview = { $count ->
    [one] Um evento será criado: { $day }.
   *[other] { $count } eventos serão criados: { $day }.
}
desk-convention-is-there = Já há um com esse nome
desk-convention-do-create-events = { $count ->
    [one] Criar um evento
   *[other] Criar { $count } eventos
}
desk-convention-other-day = Escolher outros dias
desk-table-title = Eventos de uma tabela
desk-table-field = Tabela
desk-table-hint = Cole de uma planilha, no máximo 100 eventos. A primeira linha dá nome às colunas: Nome, Formato, Dia, Horário, Sala, Vagas, Mesas (1-40) ou qualquer outro campo de um evento. Você vê uma prévia antes que algo seja criado.
desk-table-preview = { $count ->
    [one] Um evento está pronto para ser criado.
   *[other] { $count } eventos estão prontos para serem criados.
}
desk-table-do-change = Mudar a tabela
desk-table-faults = Algumas linhas não podem ser lidas. Corrija-as no campo e veja a prévia de novo.
desk-table-cells = Lido
desk-table-wrong = Erros
desk-table-no-name = Nenhuma coluna se chama “Nome”.
desk-table-too-long = Uma tabela pode ter no máximo { $most } eventos. Ponha o resto em outra tabela.
desk-table-no-day = Há um horário, mas não um dia.
desk-table-bad-day = “{ $day }” não é um dia, como 24/10/2026.
desk-table-bad-time = “{ $time }” não é um horário, como 10:00.
desk-table-bad-tables = “{ $tables }” não é um intervalo de mesas, como 1-40.
desk-table-bad-format = “{ $format }” não é um formato conhecido.
desk-table-bad-yes = “{ $value }” não é nem sim nem não.
desk-announcement-new = Novo aviso
desk-announcement-do-post = Publicar
desk-announcement-do-change = Mudar o texto
desk-announcement-to-players = Enviar também a todos os jogadores dos seus eventos
desk-announcement-to-players-hint = Cada pessoa recebe uma só mensagem, em quantos eventos estiver.
desk-announcement-posted = Avisos
desk-announcement-do-remove = Retirar
desk-announcement-empty = Escreva um texto.
desk-announcement-page = Aparece na página da convenção.
desk-queue-timed-out = Sem resposta
