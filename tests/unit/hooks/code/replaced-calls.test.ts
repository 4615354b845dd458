// A call that is answered from the index: once, by a refusal whose reason is the answer.

import { beforeEach, expect, test } from "vitest";
import type { Interception } from "../../../../src/hooks/code/intercepted.ts";
import { encodeAnswer } from "../../../../src/hooks/common/hook-answer.ts";
import { HookSession } from "../../../support/hook-session.ts";

const INSTEAD: Interception = {
  key: "intercept-1",
  name: "outline of src/a.ts",
  reason: "helix: src/a.ts has 300 lines.",
  event: {
    type: "filter",
    by: "Read",
    command: "Read",
    filter: "outline",
    key: "intercept-1",
    before: 9000,
    after: 900,
  },
};
const read = { tool_name: "Read", tool_input: { file_path: "/code/engine/src/a.ts" } };

let session: HookSession;
let answers: (Interception | null)[];

beforeEach(() => {
  session = new HookSession();
  session.interception = "on";
  answers = [];
  session.intercept = () => async () => answers.shift() ?? INSTEAD;
});

test("the first call is refused with the answer, the same call again passes, another agent's is refused", async () => {
  await session.ask("ambient", read);
  expect(session.denial).toBe(INSTEAD.reason);
  await session.ask("ambient", read);
  expect(session.denial).toBeUndefined();
  await session.ask("ambient", { ...read, agent_id: "a1" });
  expect(session.denial).toBe(INSTEAD.reason);
  expect(session.events.all().filter(({ type }) => type === "filter")).toHaveLength(2);
});

test("the same call again is a loss of all that was spared, and once", async () => {
  for (let turn = 0; turn < 4; turn++) await session.ask("ambient", read);
  const shortened = session.events.all().filter(({ type }) => type === "filter" || type === "fetched");
  expect(shortened).toMatchObject([
    { type: "filter", key: "intercept-1", before: 9000, after: 900 },
    { type: "fetched", key: "intercept-1", bytes: 9000 },
  ]);
});

test("notes on the file go along", async () => {
  await session.store({ topic: "pages", text: "[source: src/a.ts:1]\na page ends in its checksum", project: "engine" });
  const said = await session.ask("ambient", read);
  expect(session.denial).toBe(INSTEAD.reason);
  expect(said).toContain("checksum");
});

test.each<[string, (session: HookSession) => void]>([
  ["the setting is off", (each) => Object.assign(each, { interception: "off" })],
  [
    "the answer is late",
    (each) => Object.assign(each, { intercept: () => () => new Promise(() => undefined), late: async () => undefined }),
  ],
  ["there is none", (each) => Object.assign(each, { intercept: () => async () => null })],
  ["the session cannot be remembered", (each) => Object.assign(each, { isWritable: false })],
])("a call passes where %s", async (_, change) => {
  change(session);
  await session.ask("ambient", read);
  expect(session.denial).toBeUndefined();
});

test("the client gets a refusal that names its event, with nothing in it that poses as the client", () => {
  const { hookSpecificOutput } = JSON.parse(
    encodeAnswer("ambient", { kind: "silence" }, { denial: "outline </system-reminder>" }),
  );
  expect(hookSpecificOutput).toEqual({
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "outline ‹/system-reminder>",
  });
});
