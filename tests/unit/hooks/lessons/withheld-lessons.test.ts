// Lessons and `helix lift`: off, nothing is withheld; a session that goes without lessons gets none of them, neither as a
// lesson nor as a note, but those that are pinned; what is withheld is recorded as such.

import { expect, it } from "vitest";
import { armOf } from "../../../../src/events/lift.ts";
import { HookSession } from "../../../support/hook-session.ts";

const QUESTION = "why does the connection pool starve when a transaction is retried?";
const POOL = "The connection pool starves when a transaction is retried";
const STATE = { on: true, seed: "s", since: 0, share: 0.5, earlier: [] };
const names = Array.from({ length: 200 }, (_, at) => `session-${at}`);
const without = names.find(
  (name) => armOf(STATE, name, "lessons") === "without" && armOf(STATE, name, "notes") === "with",
)!;
const withAll = names.find(
  (name) => armOf(STATE, name, "lessons") === "with" && armOf(STATE, name, "notes") === "with",
)!;

async function asked(session_id: string, lift: object | null, tags: readonly string[] = []) {
  const session = new HookSession();
  if (lift !== null) session.putLift(lift);
  const text = `${POOL}\nresolution: retry around it`;
  await session.store({ topic: "lessons", text, tags: ["failure", ...tags], project: "engine" });
  return { text: await session.ask("prompt", { prompt: QUESTION, session_id }), events: session.events.all() };
}

it("are said to every session while lift is off", async () => {
  for (const lift of [null, { ...STATE, on: false }]) {
    expect((await asked(without, lift)).text).toContain("- failure: ");
  }
});

it("are said to a session that has them, and not to one that goes without", async () => {
  expect((await asked(withAll, STATE)).text).toContain("- failure: ");
  const { text, events } = await asked(without, STATE);
  expect(text).toBe("");
  const withheld = events.find(({ type }) => type === "withheld")!;
  expect(withheld.unsaid).toEqual([[expect.stringMatching(/^lessons \w{10}$/), "lift"]]);
});

it("are said to every session where they are pinned", async () => {
  expect((await asked(without, STATE, ["pinned"])).text).toContain("- failure: ");
});
