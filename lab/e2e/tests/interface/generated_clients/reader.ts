// Reads an event live, hands in a list and pulls the export, with types generated from the OpenAPI document.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Problem = components["schemas"]["Problem"];

function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** Returns the data of an answer that is not a problem. */
function expect<T>(answer: { data?: T; error?: Problem | undefined; response: Response }): NonNullable<T> {
  const { data, error, response } = answer;
  if (data === undefined || data === null) throw new Error(`${response.url}: ${response.status} ${error?.detail}`);
  return data;
}

function setting(name: string): string {
  const value = process.env[name];
  check(value !== undefined, `${name} is not set`);
  return value;
}

const client = createClient<paths>({ baseUrl: setting("ADDRESS"), headers: { "X-API-Key": setting("KEY") } });

async function readEvent(id: number): Promise<void> {
  const event = expect(await client.GET("/api/v1/magic-events/{id}/", { params: { path: { id } } }));
  const rounds = event.tournament_phases.flatMap((phase) => phase.rounds);
  const active = rounds.find((round) => round.status === "IN_PROGRESS");
  check(active !== undefined, "a round is in progress");
  const path = { id: active.id };
  const round = expect(await client.GET("/api/v1/tournament-rounds/{id}/", { params: { path } }));
  const matches = expect(await client.GET("/api/v1/tournament-rounds/{id}/matches/", { params: { path } }));
  check(matches.matches.length === round.matches.length, "both documents have all matches");
  check(matches.matches.some((match) => match.status === "COMPLETE"), "a match has a result");
  const standings = expect(
    await client.GET("/api/v1/magic-events/{id}/current_standings/", { params: { path: { id } } }),
  );
  check(standings.standings[0]?.rank === 1, "a player leads");
}

async function handIn(): Promise<void> {
  const body = { name: "Burn", plaintext_list: "4 Lightning Bolt\n56 Mountain" };
  const created = expect(await client.POST("/api/v1/decklists/", { body }));
  const params = { path: { id: created.id } };
  const changed = expect(await client.PATCH("/api/v1/decklists/{id}/", { params, body: { name: "Faster Burn" } }));
  check(changed.id === created.id && changed.name === "Faster Burn", "the list has its new name");
  check(changed.plaintext_list === created.plaintext_list, "and the same text");
}

async function pullExport(): Promise<void> {
  const exported = expect(await client.GET("/api/export-decklists/", { params: { query: { num_days: 36500 } } }));
  check(typeof exported !== "string", "the answer is JSON; NDJSON must be asked for");
  check(exported.length > 0, "there are finished tournaments");
  for (const tournament of exported) {
    check(tournament.standings.length > 0, `${tournament.tournamentName} has standings`);
  }
}

async function main(): Promise<void> {
  await readEvent(Number(setting("EVENT")));
  await handIn();
  await pullExport();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
