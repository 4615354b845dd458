// A note comes at its own file, symbol and command once each, whatever was shown elsewhere; elsewhere it comes once a
// conversation.

import { beforeEach, describe, expect, it } from "vitest";
import { RunSession } from "../../../support/run-session.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const GOTCHA = "gotcha: the eviction of cold lines runs twice when the clock goes backwards";
const ASKED = "why does the eviction of cold lines run twice when the clock goes backwards?";

let session: RunSession;
beforeEach(() => {
  session = new RunSession(folder());
  session.put("src/cache.ts", "export function evictLine(line: string) {\n  return line;\n}\n");
  session.put("src/clock.ts", "export const now = () => Date.now();\n");
});

type Fields = Readonly<Record<string, unknown>>;
const begin = async (more: Fields = {}) => (await session.hear("session", { source: "startup", ...more })).text;
const ask = async (prompt: string, more: Fields = {}) => (await session.hear("prompt", { prompt, ...more })).text;
const call = async (tool_name: string, tool_input: Fields, more: Fields = {}) =>
  (await session.hear("ambient", { tool_name, tool_input, ...more })).text;
const at = (path: string) => `${session.root}/${path}`;
const read = (path: string, more: Fields = {}) => call("Read", { file_path: at(path) }, more);
const edit = (path: string, old_string: string, more: Fields = {}) =>
  call("Edit", { file_path: at(path), old_string, new_string: `${old_string} ` }, more);
const lastHeld = () => session.events.all().findLast(({ type }) => type === "withheld");

describe("a note at its own file", () => {
  beforeEach(() => session.store("storage", GOTCHA, { source: "src/cache.ts:1", tags: "gotcha" }));

  it.each([
    ["Read", { file_path: "src/cache.ts" }],
    ["Edit", { file_path: "src/cache.ts", old_string: "return line;", new_string: "return '';" }],
    ["MultiEdit", { file_path: "src/cache.ts", edits: [{ old_string: "return line;", new_string: "return '';" }] }],
    ["Write", { file_path: "src/cache.ts", content: "export {};\n" }],
    ["Grep", { path: "src/cache.ts", pattern: "return" }],
    ["Grep", { pattern: "evictLine", path: "src/cache.ts" }],
  ])("comes at %s %o though the session began with it, once", async (tool, input) => {
    expect(await begin()).toContain(GOTCHA);
    const given = Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, /path$/.test(name) ? at(String(value)) : value]),
    );
    expect(await call(tool, given)).toContain(GOTCHA);
    expect(await call(tool, given)).not.toContain(GOTCHA);
    expect(lastHeld()).toMatchObject({ held: [[expect.any(String), "told"]] });
  });

  it("comes there though a prompt brought it, and not at both the reading and the edit", async () => {
    expect(await ask(ASKED)).toContain(GOTCHA);
    expect(await read("src/cache.ts")).toContain(GOTCHA);
    expect(await edit("src/cache.ts", "return line;")).not.toContain(GOTCHA);
  });

  it("is held back elsewhere: by a prompt, and by a failure of another file", async () => {
    await begin();
    expect(await ask(ASKED)).not.toContain(GOTCHA);
    const error = `error[E0001]: the eviction of cold lines runs twice\n --> src/clock.ts:1:1\n`;
    expect((await session.failed("cargo build", error, 101)).text).not.toContain(GOTCHA);
    await read("src/cache.ts");
    expect(await ask(ASKED)).not.toContain(GOTCHA);
  });

  it("comes with a failure that names the file, where no hook has shown it at that file", async () => {
    await begin();
    const error = `error[E0001]: the eviction of cold lines runs twice\n --> src/cache.ts:1:1\n`;
    expect((await session.failed("cargo build", error, 101)).text).toContain(GOTCHA);
    expect((await session.failed("cargo build", error, 101)).text).not.toContain(GOTCHA);
    expect(await read("src/cache.ts")).not.toContain(GOTCHA);
  });

  it("comes again after a compaction, at the beginning and at the file", async () => {
    await begin();
    await read("src/cache.ts");
    expect(await begin({ source: "compact" })).toContain(GOTCHA);
    expect(await read("src/cache.ts")).toContain(GOTCHA);
    expect(await read("src/cache.ts")).not.toContain(GOTCHA);
  });

  it("comes in a subagent's own conversation, whatever that began with and the main one has", async () => {
    await begin();
    await read("src/cache.ts");
    const agent = { agent_id: "a1", agent_type: "explorer" };
    expect((await session.hear("subagent", agent)).text).toContain(GOTCHA);
    expect(await read("src/cache.ts", agent)).toContain(GOTCHA);
    expect(await read("src/cache.ts", agent)).not.toContain(GOTCHA);
    expect(await read("src/cache.ts", { agent_id: "a2", agent_type: "explorer" })).toContain(GOTCHA);
  });

  it("comes again in a version that is new to the conversation", async () => {
    await read("src/cache.ts");
    await session.store("storage", `${GOTCHA}: mind the leap second`, { source: "src/cache.ts:1" });
    const text = await read("src/cache.ts");
    expect(text).toContain("leap second");
    expect(text.split(GOTCHA)).toHaveLength(2);
  });
});

describe("a note that only names code", () => {
  it("comes at each file that it names, though the session began with it", async () => {
    await session.store("time", "gotcha: cache.ts and clock.ts must take the time once a call", { tags: "gotcha" });
    expect(await begin()).toContain("once a call");
    for (const path of ["src/cache.ts", "src/clock.ts"]) {
      expect([path, await read(path)]).toEqual([path, expect.stringContaining("once a call")]);
      expect([path, await read(path)]).not.toEqual([path, expect.stringContaining("once a call")]);
    }
  });

  it("comes at a search for the symbol that it names, and at the file that defines it", async () => {
    await session.store("storage", "gotcha: evictLine must hold the lock", { tags: "gotcha" });
    await begin();
    expect(await call("Grep", { pattern: "evictLine\\(" })).toContain("hold the lock");
    expect(await call("Grep", { pattern: "evictLine" })).toBe("");
    expect(await read("src/cache.ts")).toContain("hold the lock");
  });

  it("comes when the command fails that it tells, not when another does", async () => {
    const text = "gotcha: `cargo build --locked` fails on stale registries with checksum mismatch of the lockfile";
    await session.store("toolchain", text, { tags: "gotcha" });
    await begin();
    const error = "error: checksum mismatch of the lockfile for registries\n";
    expect((await session.failed("cargo check", error, 101)).text).not.toContain("stale registries");
    expect((await session.failed("cd . && cargo build --locked", error, 101)).text).toContain("stale registries");
    expect((await session.failed("cargo build --locked", error, 101)).text).not.toContain("stale registries");
  });
});

describe("a lesson", () => {
  const TRIGGER = "The eviction of cold lines runs twice when the clock goes backwards";

  it("comes at the edit of its file though a prompt brought it, once", async () => {
    await session.learn("failure", TRIGGER, "take the time once", { source: "src/cache.ts" });
    expect(await ask(ASKED)).toContain(TRIGGER);
    expect(await edit("src/cache.ts", "return line;")).toContain("take the time once");
    expect(await edit("src/cache.ts", "return line;")).not.toContain(TRIGGER);
    expect(await edit("src/clock.ts", "Date.now()")).not.toContain(TRIGGER);
  });

  it("comes at the edit of the file that its trigger names, though a subagent or a prompt had it", async () => {
    await session.learn("failure", "clock.ts drifts on suspended laptops", "use the monotonic clock");
    expect(await ask("why does clock.ts drift on suspended laptops?")).toContain("monotonic");
    expect(await edit("src/clock.ts", "Date.now()")).toContain("monotonic");
    expect(await edit("src/clock.ts", "Date.now()")).not.toContain("monotonic");
  });
});
