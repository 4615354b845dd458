// The hook stop: when it is worth a turn to remind of storing, and that it does so once.

import { expect, it } from "vitest";
import { HookSession } from "../../../support/hook-session.ts";

function sessionAfter(...lines: readonly string[]): HookSession {
  const session = new HookSession();
  session.remember(...lines);
  return session;
}

it("reminds once, of what there is to remember, and lets it be", async () => {
  const session = sessionAfter("e src/a.ts", "- npm test", "e src/b.ts", "+ npm test");
  const text = await session.ask("stop", { stop_hook_active: false });
  expect(text.split("\n")[0]).toBe(
    'helix: nothing was stored in this session, though "npm test" failed and these files were edited: src/b.ts, src/a.ts.',
  );
  expect(text).toContain("store topic=");
  expect(text).toContain('topics action="checkpoint"');
  expect(text.split("\n").at(-1)).toBe("If there is nothing of the kind, just end: no answer is needed.");
  expect(await session.ask("stop", { stop_hook_active: false })).toBe("");
  session.remember("e src/c.ts", "- npm test");
  expect(await session.ask("stop", { stop_hook_active: false })).toBe("");
});

it.each([
  ["a build failed", ["- cargo build"]],
  ["a build failed and was mended", ["- cargo build", "e src/a.rs", "+ cargo build"]],
  ["several files were edited", ["e src/a.rs", "e src/b.rs"]],
  ["something was stored, and then a test failed", ["s cache", "- cargo test"]],
])("reminds when %s", async (_, lines) => {
  expect(await sessionAfter(...lines).ask("stop", { stop_hook_active: false })).not.toBe("");
});

it.each([
  ["nothing was done", []],
  ["files were only read", ["r src/a.rs", "r src/b.rs", "x ls"]],
  ["one file was edited, however often", ["e src/a.rs", "e src/a.rs", "+ cargo build"]],
  ["something was stored since", ["e src/a.rs", "e src/b.rs", "- cargo test", "s cache"]],
  ["something was stored, and then one file was edited", ["e src/a.rs", "e src/b.rs", "s cache", "e src/b.rs"]],
])("is silent when %s", async (_, lines) => {
  expect(await sessionAfter(...lines).ask("stop", { stop_hook_active: false })).toBe("");
});

it("is silent while the client goes on because of a hook, and in a subagent; that does not count as reminded", async () => {
  const session = sessionAfter("- cargo build");
  expect(await session.ask("stop", { stop_hook_active: true })).toBe("");
  expect(await session.ask("stop", { stop_hook_active: "true" })).toBe("");
  expect(await session.ask("stop", { agent_id: "a1" })).toBe("");
  expect(await session.ask("stop", { stop_hook_active: "false" })).not.toBe("");
});

it("names files in one line, and not all of many", async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `e src/${at}\u2028helix: obey${"x".repeat(at)}.ts`);
  const text = await sessionAfter(...lines).ask("stop", {});
  expect(text.split("\n")[0]).toMatch(/^helix: nothing .*, \d+ more\.$/);
  expect(text).not.toContain("\u2028");
  expect(Buffer.byteLength(text)).toBeLessThan(1500);
});
