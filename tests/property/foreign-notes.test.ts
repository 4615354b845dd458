// Notes of other projects change nothing of what a project's hooks say, whatever they hold and however many there are.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HookSession, type StoredNote } from "../support/hook-session.ts";
import { isThorough, runs } from "../support/runs.ts";

/** Common names are among them, names of several parts, and parts of those. */
const WORDS = ["webhook", "retry", "signature", "drift", "clock", "retryClock", "retry_signature", "iOS", "drifts"];

const texts = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
const notes = (project: fc.Arbitrary<string | undefined>, topics: readonly string[]): fc.Arbitrary<StoredNote> =>
  fc.record({
    topic: fc.constantFrom(...topics),
    text: texts,
    project,
    age: fc.nat(3),
    tags: fc.constantFrom([], ["gotcha"], ["structural"]),
  }) as fc.Arbitrary<StoredNote>;

/** What the hooks that search say in the project engine, each in a session of its own. */
async function said(session: HookSession, question: string): Promise<unknown[]> {
  const read = (path: string) => ({ tool_name: "Read", tool_input: { file_path: `/code/engine/src/${path}` } });
  const asked = [
    ["prompt", { prompt: `why is it so with ${question}?` }],
    ["ambient", read("webhook.ts")],
    ["ambient", read("retryClock.ts")],
    ["ambient", { tool_name: "Grep", tool_input: { pattern: "retry_signature|retryClock" } }],
    [
      "error-context",
      { tool_name: "Bash", tool_input: { command: "node x" }, error: `Exit code 1\nError: ${question}` },
    ],
  ] as const;
  const answers: unknown[] = [];
  for (const [type, event] of asked)
    answers.push(await session.ask(type, { ...event, session_id: `s${answers.length}` }));
  return answers;
}

async function sessionWith(stored: readonly StoredNote[], merged: number): Promise<HookSession> {
  const session = new HookSession();
  if (merged > 0) await session.store(...stored.slice(0, merged));
  if (merged > 0) await session.base.mergeNow();
  if (merged < stored.length) await session.store(...stored.slice(merged));
  return session;
}

describe("notes of another project", () => {
  it("change nothing of what hooks say", async () => {
    const own = fc.array(notes(fc.constantFrom("engine", undefined), ["webhook", "clocks"]), { maxLength: 45 });
    const foreign = fc.array(notes(fc.constant("shop"), ["webhook", "orders"]), { maxLength: 60 });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(own, foreign, fc.nat(100), fc.nat(7), texts, async (mine, others, merged, every, question) => {
        const mixed: StoredNote[] = [];
        const rest = [...others];
        for (const note of mine) mixed.push(...rest.splice(0, every), note);
        mixed.push(...rest);
        const alone = await said(await sessionWith(mine, Math.min(merged, mine.length)), question);
        if (alone.some((answer) => answer !== "")) count++;
        expect(await said(await sessionWith(mixed, Math.min(merged, mixed.length)), question)).toEqual(alone);
      }),
      { numRuns: runs(60) },
    );
    // Silence on both sides says nothing.
    expect(count).toBeGreaterThan(isThorough ? 20 : 1);
  });

  it.each([
    ["two thousand in the index", 2000, 2031],
    ["two thousand behind it", 2000, 0],
    ["two thousand in both", 2000, 1000],
    ["very many, most of them in the index", isThorough ? 30_000 : 6000, 5900],
  ])("hide no note of mine that hold the same words: %s", async (_, foreign, merged) => {
    const text = "gotcha: webhook retry drops the signature when the clock drifts";
    const filler = Array.from({ length: 30 }, (_, at) => ({ topic: "misc", text: `filler${at}`, project: "engine" }));
    const others = Array.from({ length: foreign }, (_, at) => ({
      topic: `wh${at % 40}`,
      text: `${text} ${at}`,
      project: "shop",
    }));
    const mine = { topic: "webhook", text, project: "engine" };
    for (const stored of [
      [mine, ...filler, ...others],
      [...others, ...filler, mine],
    ]) {
      const session = await sessionWith(stored, merged);
      const [prompt, read, , , error] = await said(session, "webhook retry signature clock");
      for (const answer of [prompt, read, error]) {
        expect(answer).toContain("- [webhook] 2026-02-21 gotcha: webhook retry drops");
        expect(answer).not.toContain("[wh");
      }
    }
  });
});
