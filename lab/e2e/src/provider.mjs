// A sign-in provider (OpenID Connect): prints its port. Arguments: the folder of packages, the client's redirect URI, and a
// file with the claims of each person, which it reads for every sign-in. Any password is right.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [packages, redirect, people] = process.argv.slice(2);
const { default: Provider } = await import(`${packages}/oidc-provider/lib/index.js`);

const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address();
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [{ client_id: "crosstable", client_secret: "a secret of the client", redirect_uris: [redirect] }],
    claims: { email: ["email", "email_verified"], profile: ["name", "preferred_username"], groups: ["groups"] },
    pkce: { required: () => true },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...JSON.parse(readFileSync(people, "utf8"))[id] }),
    }),
  });
  server.on("request", provider.callback());
  console.log(port);
});
process.stdin.resume().on("end", () => process.exit());
