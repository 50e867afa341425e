# Mensagens das páginas, por código.

problem-account-not-managed = Sua organização não administra esta conta, ou a pessoa também é membro de outra organização. A própria pessoa ou quem opera o serviço pode mudá-la.
problem-empty = O campo não pode ficar vazio.
problem-no-such-picture = Esta imagem não existe.
problem-page-form-from-other-site = Este formulário veio de uma página de outro site.
problem-page-form-not-whole = O formulário não chegou completo. Envie de novo.
problem-page-form-of-another-type = Os formulários destas páginas são enviados como { $most }.
problem-page-form-of-other-session = Este formulário é de outra sessão: depois dela, você entrou de novo ou trocou de organização. Nada foi feito. Volte, recarregue a página e envie mais uma vez.
problem-page-form-too-large = Este formulário é grande demais.
problem-not-a-member-there = Você não é membro da organização escolhida.
problem-not-signed-in = Você não entrou na sua conta.
problem-page-not-found = Não há nada neste endereço. Talvez ele tenha sido digitado errado ou o conteúdo tenha sido removido.
problem-page-write-uncertain = Houve um erro ao salvar. Isto pode ter sido feito ou não: confira antes de tentar de novo.
problem-stopping = O serviço está parando. Conecte-se de novo.
