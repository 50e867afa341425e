# Os textos das folhas para imprimir.

desk-tab-paper = Impressão
desk-paper-size = Tamanho do papel
desk-paper-a4 = A4
desk-paper-letter = Carta
desk-paper-choose = Escolher
desk-paper-sheets = Folhas para imprimir
desk-paper-none = Primeiro inscreva jogadores. Depois as folhas deles aparecem aqui.
desk-paper-nothing = Esta folha está vazia: nada da rodada escolhida entra nela.
desk-paper-back = Voltar a todas as folhas
desk-paper-how = Imprima esta página com Ctrl+P ou ⌘P, em 100%.
desk-paper-print = Imprimir

## As folhas

desk-paper-names = Pareamentos por nome
desk-paper-names-hint = Para a parede: os jogadores acham sua mesa.
desk-paper-teams = Pareamentos por time
desk-paper-teams-hint = Para a parede: os times acham suas mesas e assentos.
desk-paper-tables = Pareamentos por mesa
desk-paper-tables-hint = Para o scorekeeper e os juízes.
desk-paper-slips = Papeletas de resultado
desk-paper-slips-hint = Uma para cada partida. Corte a pilha inteira e coloque os montes um em cima do outro: as papeletas ficam em ordem.
desk-paper-seatings = Assentos
desk-paper-seatings-hint = Para a parede: os jogadores acham seu assento na reunião ou no draft.
desk-paper-pods = Pods de draft
desk-paper-pods-hint = Cada pod com seus assentos, para os juízes.
desk-paper-standings-hint = Para a parede, depois da rodada.
desk-paper-players = Todos os jogadores
desk-paper-players-hint = Por nome, com um quadradinho para marcar cada jogador presente.
desk-paper-checks-hint = Jogadores por mesa, com suas listas e quadradinhos para marcar.
desk-paper-forms = Folhas de decklist
desk-paper-forms-hint = Uma página para cada jogador, com nome e mesa.
desk-paper-cards = Cartões com QR
desk-paper-cards-hint = Um cartão para cada jogador, que leva à página do jogador por um link privado ou à página do evento. São cortados como as papeletas.
desk-paper-flyer = Cartaz
desk-paper-flyer-hint = Para o balcão: os jogadores leem o código e se inscrevem pelo telefone.
desk-paper-flyer-scan = Leia este código com a câmera do telefone.
desk-paper-flyer-name = Digite seu nome.
desk-paper-flyer-keep = Guarde a página que abrir: ela mostra sua mesa.
desk-paper-flyer-type = Ou abra { $address } e digite:
desk-paper-flyer-no-code = Este evento ainda não tem código de inscrição. Crie um na página de jogadores.

## Palavras nas folhas

desk-paper-points = Pts
desk-paper-first = Jogador
desk-paper-team = Time
desk-paper-tables-number = Mesas { $tables }
desk-paper-seats = Assentos
desk-paper-pod = Pod
desk-paper-pod-number = Pod { $pod }
desk-paper-seat = Assento
desk-paper-games-won = Jogos vencidos
desk-paper-won = Vence
desk-paper-score = Pontos
desk-paper-seats-won = Assentos vencidos
desk-paper-drop = Drop
desk-paper-draws = Jogos empatados
desk-paper-signature = Assinatura
desk-paper-signature-player = Assinatura do jogador
desk-paper-list-checked = Lista
desk-paper-remark = Observação
desk-paper-form-title = Decklist
desk-paper-deck-name = Nome do deck
desk-paper-main-deck-more = Deck principal, continuação
desk-paper-total = Número de cards
desk-paper-checked-by = Conferido por
desk-paper-code = Código
desk-paper-links-why = Um link privado abre a página do jogador no celular, sem conta. Quem tiver o link age como o jogador.
desk-do-make-links = Criar links privados para todos os jogadores
desk-paper-link-secret = Este link é só seu: ele reporta seus resultados.
desk-paper-count = Nº
desk-paper-present = Presente
