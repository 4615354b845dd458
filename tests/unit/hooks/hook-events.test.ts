// The events that hooks write: what was shown, what was held back and why, and what the assistant did with it.

import { beforeEach, describe, expect, it } from "vitest";
import { HookSession } from "../../support/hook-session.ts";

const LINKER = { topic: "build", text: "gotcha: the linker wants arm64 only", project: "engine", tags: ["gotcha"] };
const CACHE = {
  topic: "cache",
  text: "the cache evicts entries by size, after a minute of silence",
  project: "engine",
};
const DAY = {
  topic: "status",
  text: "refactored the cache eviction by size today",
  project: "engine",
  tags: ["status"],
};

let session: HookSession;

beforeEach(() => {
  session = new HookSession();
});

/** The events since the last call. */
let seen = 0;
function news(): Record<string, unknown>[] {
  const all = session.events.all();
  const found = all.slice(seen);
  seen = all.length;
  return found;
}

beforeEach(() => {
  seen = 0;
});

async function idOf(text: string): Promise<string> {
  const view = await session.base.view();
  for (const { name } of view.topics()) {
    for (const id of view.topicDocuments(name)) if (view.document(id).snippet[0] === text) return view.noteId(id);
  }
  throw new Error(`no note says ${text}`);
}

describe("a prompt", () => {
  it("tells which notes were shown, and which came too short", async () => {
    await session.store(LINKER, CACHE, DAY);
    await session.ask("prompt", { prompt: "why does the cache evict entries by size after a minute?" });
    expect(news()).toEqual([
      { type: "shown", hook: "prompt", notes: [await idOf(CACHE.text)] },
      { type: "withheld", hook: "prompt", held: [[await idOf(DAY.text), "beaten"]] },
    ]);
  });

  it("says why it was silent: told before, no words, nothing known", async () => {
    await session.store(LINKER);
    await session.ask("prompt", { prompt: "why does the linker want arm64 only?" });
    news();
    await session.ask("prompt", { prompt: "why does the linker want arm64 only?" });
    expect(news()).toEqual([
      { type: "withheld", hook: "prompt", why: "held", held: [[await idOf(LINKER.text), "told"]] },
    ]);
    await session.ask("prompt", { prompt: "how do penguins sleep standing upright?" });
    expect(news()).toEqual([{ type: "withheld", hook: "prompt", why: "unknown" }]);
    session.isReadable = false;
    await session.ask("prompt", { prompt: "why does the linker want arm64 only?" });
    expect(news()).toEqual([{ type: "withheld", hook: "prompt", why: "unread" }]);
  });

  it("is silent and says so where the session cannot be remembered", async () => {
    await session.store(LINKER);
    session.isWritable = false;
    expect(await session.ask("prompt", { prompt: "why does the linker want arm64 only?" })).toBe("");
    expect(news()).toEqual([{ type: "withheld", hook: "prompt", why: "unkept" }]);
  });
});

describe("what is recorded of an assistant's work", () => {
  it("runs, with their result", async () => {
    const run = { tool_name: "Bash", tool_input: { command: "cargo test" } };
    await session.ask("post-build", { ...run, tool_response: { stdout: "test result: ok", stderr: "" } });
    await session.ask("error-context", { ...run, error: "Exit code 101\nerror[E0308]: mismatched types" });
    expect(news()).toEqual([
      { type: "run", run: "cargo test", ok: true },
      { type: "run", run: "cargo test", ok: false },
      { type: "withheld", hook: "error-context", why: "unknown" },
    ]);
  });

  it("no command that neither builds nor tests, unless all is asked for", async () => {
    const event = { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: { stdout: "", stderr: "" } };
    await session.ask("post-build", event);
    expect(news()).toEqual([]);
    session.isTraced = true;
    await session.ask("post-build", event);
    expect(news()).toEqual([{ type: "withheld", hook: "post-build", why: "aside" }]);
  });

  it("a note that was shown and then opened by its id, and one that is corrected", async () => {
    await session.store(LINKER, CACHE);
    const [linker, cache] = [await idOf(LINKER.text), await idOf(CACHE.text)];
    await session.ask("prompt", { prompt: "why does the linker want arm64 only?" });
    news();
    const read = (id: string) => ({ tool_name: "mcp__helix__read", tool_input: { id: `@${id}` }, tool_response: {} });
    await session.ask("post-build", read(linker));
    await session.ask("post-build", read(cache));
    expect(news()).toEqual([{ type: "used", notes: [linker], how: "opened" }]);
    await session.ask("post-build", {
      tool_name: "mcp__helix__edit",
      tool_input: { action: "revise", topic: "cache", text: "by count" },
      tool_response: { content: [{ type: "text", text: `revised cache:0 @${cache}` }] },
    });
    expect(news()).toEqual([{ type: "correction", notes: [cache], how: "revise" }]);
    // What would be deleted is not corrected, and what a filter deletes is no correction of one.
    await session.ask("post-build", {
      tool_name: "mcp__helix__edit",
      tool_input: { action: "delete", where: "cache" },
      tool_response: { content: [{ type: "text", text: `would delete 1 entry in 1 topic\n  [cache:0 @${cache}]` }] },
    });
    expect(news()).toEqual([]);
  });
});

it("no text of a prompt, an output or a note", async () => {
  await session.store(LINKER, CACHE);
  const secret = "xylophone";
  await session.ask("prompt", { prompt: `why does the ${secret} linker want arm64 only?` });
  await session.ask("error-context", {
    tool_name: "Bash",
    tool_input: { command: `cargo test --features ${secret}` },
    error: `Exit code 101\nerror: ${secret} linker arm64`,
  });
  const text = JSON.stringify(session.events.logged());
  expect(text).toContain('"shown"');
  expect(text).not.toMatch(/xylophone|arm64|evicts/);
});
