# Controles de formulários e mensagens sobre eles.

form-error = Erro:
form-optional = (opcional)
form-actions = Ações
form-refused = Isso não foi salvo
form-choose = Escolha um destes.
form-copy = Copiar
form-copied = Copiado.
form-selected = Selecionado: copie com Ctrl+C ou ⌘C.
form-once = Só é mostrado uma vez. Se você perder, crie um novo.
form-current-password = Sua senha atual
form-not-your-password = Esta não é a sua senha.
form-too-many-attempts = Foram tentativas demais. Espere { $minutes ->
    [one] { $minutes } minuto
   *[other] { $minutes } minutos
} e tente de novo.
form-plain-http = Esta página foi aberta por HTTP simples, em que qualquer pessoa na rede pode ler sua senha e em que o navegador não mantém você conectado. { $login ->
    [none] Peça a quem opera o serviço um endereço que comece com https://.
   *[other] Abra { $login } em vez disso.
} Quem opera o serviço também pode permitir isso, com a opção --allow-plain-http.
form-picture-now = Imagem atual
form-picture-file = Nova imagem
form-picture-save = Salvar imagem
form-picture-remove = Remover imagem
