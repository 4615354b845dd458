// Captured failures are kept apart from notes: searched on request, shown at that same error, never among notes nor in
// place of one, and counted with none of them.

import { beforeEach, describe, expect, it } from "vitest";
import { CALLS } from "../../../../src/base/wording.ts";
import type { Feature } from "../../../../src/features/common/feature.ts";
import { loadTools } from "../../../../src/features/tools.ts";
import { claimedProject } from "../../../support/claimed-project.ts";
import { RunSession } from "../../../support/run-session.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const FEATURES = new Map((await loadTools()).map((feature): [string, Feature] => [feature.name, feature]));
const ERROR = "error[E0308]: mismatched types in the ledger\n --> src/lib.rs:2:5\n\nerror: could not compile `shop`\n";
const TITLE = "E0308 mismatched types in the ledger";
const GOTCHA = "gotcha: amounts in the ledger are cents, never floats";

let session: RunSession;
beforeEach(() => {
  session = new RunSession(folder());
  session.put("src/lib.rs");
});

async function call(name: string, values: Readonly<Record<string, unknown>>) {
  const ports = { base: session.base, project: claimedProject(session.root), directory: session.root };
  const answer = await FEATURES.get(name)!.run(ports as never, values);
  return { text: answer.text(CALLS), data: answer.data() };
}
const text = async (name: string, values: Readonly<Record<string, unknown>>) => (await call(name, values)).text;
const fails = async () => (await session.failed("cargo build", ERROR, 101)).text;

describe("after a failed build", () => {
  beforeEach(async () => {
    await session.store("money", GOTCHA, { tags: "gotcha" });
    await fails();
    expect(await session.captured()).toHaveLength(1);
  });

  it("two words of which a note has one find that note as before, and not the failure that has both", async () => {
    const found = await text("search", { query: "mismatched ledger" });
    expect(found).toContain(GOTCHA);
    expect(found).not.toContain(TITLE);
    expect(found).toContain("1 match(es)");
  });

  it("is found with in=errors, by its words and by its topic, and no note is", async () => {
    for (const query of ["mismatched ledger", "", "topic:build-errors", "ledger"]) {
      const found = await text("search", { query, in: "errors" });
      expect([query, found]).toEqual([query, expect.stringContaining(TITLE)]);
      expect(found).not.toContain("cents");
    }
  });

  it("is told of where no note has the words, and found by whoever asks for its tag", async () => {
    const found = await text("search", { query: "mismatched types" });
    expect(found).not.toContain(TITLE);
    expect(found).toMatch(/0 match\(es\); 1 captured error matches: add in="errors"$/m);
    expect(await text("search", { query: "tag:captured ledger" })).toContain(TITLE);
  });

  it("is in no briefing, list, digest, and no figure counts it", async () => {
    expect(await text("brief", { query: "ledger" })).not.toContain("mismatched");
    expect(await text("brief", {})).not.toMatch(/mismatched|build-errors/);
    const list = await text("topics", { action: "list" });
    expect(list).not.toContain("build-errors");
    expect(list).toMatch(/1 topic, 1 entry; left out: 1 captured error/);
    expect(await text("topics", { action: "recent" })).not.toContain("mismatched");
    expect(await text("topics", { action: "stats" })).toMatch(/^1 topic, 1 entry\n[\s\S]*captured errors: 1/);
    expect(await text("topics", { action: "stats", detail: "tags" })).not.toContain("captured");
    const begun = await session.hear("session", { source: "startup" });
    expect(begun.text).toContain("helix knows 1 note in 1 topic");
    expect(begun.text).not.toMatch(/build-errors|mismatched/);
  });

  it("comes to no prompt and to no file", async () => {
    session.begin("s2");
    const prompt = "why are there mismatched types in the ledger?";
    expect((await session.hear("prompt", { prompt })).text).not.toContain("mismatched");
    const tool_input = { file_path: `${session.root}/src/lib.rs` };
    expect((await session.hear("ambient", { tool_name: "Read", tool_input })).text).not.toContain("mismatched");
  });

  it("is read, with its topic left out of what is read of notes", async () => {
    const [id] = (await session.base.view()).topicDocuments("build-errors");
    const view = await session.base.view();
    expect(await text("read", { topic: view.shownId(id!) })).toContain(TITLE);
    await session.store("build-errors", "gotcha: pin the toolchain");
    const read = await text("read", { topic: "build-errors" });
    expect(read).toContain("pin the toolchain");
    expect(read).not.toContain(TITLE);
    expect(read).toContain("left out: 1 captured error");
    expect(await text("topics", { action: "list" })).toContain("build-errors (1)");
  });

  it("does not change how rare a word is among notes", async () => {
    const score = async () => {
      const { data } = await call("search", { query: "ledger cents" });
      return (data as never as { results: { score: number }[] }).results[0]!.score;
    };
    const before = await score();
    session.begin("s2");
    await session.failed("cargo test", ERROR.replace("ledger", "ledger of cents"), 101);
    expect((await session.captured()).length).toBeGreaterThan(1);
    expect(await score()).toBe(before);
  });

  it("is a note once somebody writes into it", async () => {
    const id = (await session.base.view()).topicDocuments("build-errors")[0]!;
    const shown = (await session.base.view()).shownId(id);
    await call("edit", { action: "append", topic: shown, text: "cause: the ledger takes Cents, not f64" });
    expect(await text("search", { query: "mismatched ledger" })).toContain(TITLE);
    expect(await text("search", { query: "mismatched ledger", in: "errors" })).not.toContain(TITLE);
  });

  it("comes at that same error, behind notes, once it is resolved; and its fix is proposed as a lesson", async () => {
    session.edited("src/lib.rs");
    session.edited("src/main.rs");
    await session.succeeded("cargo build");
    const stop = (await session.hear("stop", { stop_hook_active: false })).text;
    expect(stop).toContain(`trigger="${TITLE}"`);
    await session.store("money", "gotcha: mismatched types in the ledger mean cents", { tags: "gotcha" });
    session.begin("s2");
    const other = ERROR.replace("E0308", "E0505").replace("mismatched types", "moved value");
    expect((await session.failed("cargo build", other, 101)).text).not.toContain("[build-errors]");
    const again = await fails();
    expect(again).toMatch(/mean cents[\s\S]+the same failure before:\n- \[build-errors\][^\n]+mismatched types/);
    expect(again).toContain("Resolved: edited src/lib.rs, src/main.rs; then cargo build passed");
    expect(await text("search", { query: "mismatched ledger" })).not.toContain(TITLE);
  });

  it("of an earlier session is proposed, too, once its fix is known", async () => {
    session.begin("s2");
    await fails();
    expect(await session.captured()).toHaveLength(1);
    session.edited("src/lib.rs");
    session.edited("src/main.rs");
    await session.succeeded("cargo build");
    expect((await session.hear("stop", { stop_hook_active: false })).text).toContain(`trigger="${TITLE}"`);
  });
});

describe("notes of somebody's own", () => {
  it.each([
    ["in that topic", { topic: "build-errors", text: "mismatched types in the ledger mean cents", tags: "" }],
    [
      "with one of the tags",
      { topic: "build-errors", text: "mismatched types in the ledger\nin cargo build", tags: "captured" },
    ],
    [
      "with the other tag",
      { topic: "build-errors", text: "mismatched types in the ledger\nin cargo build", tags: "build-error" },
    ],
    [
      "with both tags and a text of its own",
      { topic: "test-failures", text: "mismatched types in the ledger: use cents", tags: "captured, test-failure" },
    ],
  ])("%s are notes", async (_, { topic, text: said, tags }) => {
    await session.store(topic, said, tags === "" ? {} : { tags });
    expect(await text("search", { query: "mismatched ledger" })).toContain("1 match(es)");
    expect(await text("search", { query: "mismatched ledger", in: "errors" })).toContain("0 match(es)");
    expect(await text("topics", { action: "list" })).toContain(`${topic} (1)`);
  });
});
