// Verifies the messages in cases.json, each with a secret. The clock of the test stands still, so each message is verified at
// its own time.
const fs = require("fs");
const { Webhook } = require("standardwebhooks");

const cases = JSON.parse(fs.readFileSync("cases.json", "utf-8"));
if (cases.length !== 5) throw new Error("cases are missing");
cases.forEach((one, number) => {
  const at = Number(one.headers["webhook-timestamp"]) * 1000;
  Date.now = () => at;
  let right;
  try {
    right = new Webhook(one.secret).verify(one.body, one.headers).type.startsWith("tournament.");
  } catch (error) {
    right = false;
  }
  if (right !== one.right) throw new Error(`case ${number}`);
});
