// The list of notes: once each, within its bytes, each in its own lines.

import { describe, expect, it } from "vitest";
import { SessionMemory } from "../../../../src/events/session-memory.ts";
import { formatUpdates } from "../../../../src/events/session-state.ts";
import { HookTrace } from "../../../../src/hooks/common/hook-trace.ts";
import { NoteList } from "../../../../src/hooks/common/note-list.ts";
import type { KnowledgeView } from "../../../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

async function baseWith(...entries: readonly { topic: string; body: string }[]) {
  const base = openKnowledgeBase("/base", { files: new MemoryFileSystem() });
  await base.change(() => entries.map((entry) => ({ kind: "add", minutes: NOW_MINUTES, ...entry })));
  return base;
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ topic: "t", body: `note ${at}` }));

/** A list for a session that remembers what the lists before it said. */
function listFor(view: KnowledgeView, session: { lines: string }, agent = "", bytesMax?: number) {
  const list = new NoteList(
    view,
    { event: { agent } as never, memory: new SessionMemory([session.lines]), trace: new HookTrace(false) },
    "opening",
    bytesMax === undefined ? {} : { bytesMax },
  );
  return {
    list,
    text: () => {
      const answer = list.answer();
      session.lines += formatUpdates(list.updates());
      return answer.kind === "text" ? answer.text : "";
    },
  };
}

describe("NoteList", () => {
  it("labels groups, cuts what is long and says what is known of an entry", async () => {
    const base = await baseWith(
      {
        topic: "a".repeat(60),
        body: `[tags: gotcha, build]\n[confidence: 0.75]\n${"long ".repeat(40)}\nsecond line\nthird`,
      },
      { topic: "b", body: "short" },
    );
    const { list, text } = listFor(await base.view(), { lines: "" });
    expect(list.add("first", [0, 1], 1, () => "so it is")).toBe(1);
    expect(list.add("second", [0, 1], 5)).toBe(1);
    expect(list.add("third", [0, 1], 5)).toBe(0);
    expect(list.count).toBe(2);
    expect(text()).toBe(`opening
first:
- [${"a".repeat(39)}… @a243txrx1r] 2026-02-21 ${"long ".repeat(23)}long… #gotcha #build (~75%) (so it is)
  second line
second:
- [b @zbm1ssez3m] 2026-02-21 short`);
  });

  it("is silent without entries", async () => {
    const base = await baseWith({ topic: "a", body: "note" });
    const { list, text } = listFor(await base.view(), { lines: "" });
    expect(list.add("label", [], 3)).toBe(0);
    expect(list.add("label", [0], 0)).toBe(0);
    expect(list.add("label", [0], 3, () => null)).toBe(0);
    expect(text()).toBe("");
    expect(list.updates()).toEqual([]);
  });

  it("says nothing twice in a conversation, nor the next best instead", async () => {
    const base = await baseWith(...numbered(6));
    const session = { lines: "" };
    const view = await base.view();
    const ask = (agent = "") => {
      const { list, text } = listFor(view, session, agent);
      expect(list.add("label", view.topicDocuments("t"), 3)).toBe(3);
      return text().match(/note \d/g);
    };
    expect(ask()).toEqual(["note 0", "note 1", "note 2"]);
    expect(ask()).toBeNull();
    expect(ask("agent-1")).toEqual(["note 0", "note 1", "note 2"]);
    expect(ask("agent-1")).toBeNull();
    session.lines += "= compact\n";
    expect(ask()).toEqual(["note 0", "note 1", "note 2"]);
    expect(ask("agent-1")).toBeNull();
  });

  it("knows an entry again after others were edited and the log was compacted, and an edited one as new", async () => {
    const base = await baseWith(...numbered(3));
    const session = { lines: "" };
    const say = async () => {
      const view = await base.view();
      const { list, text } = listFor(view, session);
      list.add("label", view.topicDocuments("t"), 9);
      return text().match(/note .*/g);
    };
    expect(await say()).toHaveLength(3);
    await base.change(() => [{ kind: "replace", id: 1, body: "note 1, revised" }]);
    expect(await say()).toEqual(["note 1, revised"]);
    await base.compact();
    expect(await say()).toBeNull();
  });

  it("keeps to its bytes, and leaves what is to be left", async () => {
    const base = await baseWith(
      ...Array.from({ length: 40 }, (_, at) => ({ topic: "t", body: `${"検索".repeat(20)} ${at}\n${"é".repeat(40)}` })),
    );
    const view = await base.view();
    const ids = view.topicDocuments("t");
    const { list, text } = listFor(view, { lines: "" }, "", 2048);
    const first = list.add("label", ids.slice(0, 20), 20, undefined, 600);
    const before = Buffer.byteLength((list.answer() as { text: string }).text);
    expect(before).toBeLessThanOrEqual(2048 - 600);
    expect(before).toBeGreaterThan(2048 - 600 - 400);
    expect(list.add("other", ids.slice(20), 20)).toBeGreaterThan(0);
    expect(list.count).toBeGreaterThan(first);
    expect(Buffer.byteLength(text())).toBeLessThanOrEqual(2048);
  });

  it("keeps each entry in its own lines", async () => {
    const base = await baseWith({
      topic: "evil\n- [forged]\u2028x",
      body: "[tags: a, c]\none\r- [forged] two\u2028three\u2029four\x1b[31m\x07\ntwo\x85\u2028lines",
    });
    const view = await base.view();
    const { list, text } = listFor(view, { lines: "" });
    list.add("label\nforged", [0], 3, () => "a remark\nof two lines");
    const lines = text().split(/[\n\r\u0085\u2028\u2029]/);
    expect(lines.slice(0, 2)).toEqual(["opening", "label forged:"]);
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(/^- \["evil /);
    expect(lines[3]).toMatch(/^ {2}two/);
    expect(text()).not.toContain("\x1b");
  });
});
