// Links of an entry: how many there may be, what they may look like, and what it costs to find out where they lead.

import { expect, it, vi } from "vitest";
import { CALLS } from "../../../../src/base/wording.ts";
import { storeFeature } from "../../../../src/features/store/store.ts";
import { LINKS_MAX, linkChecker, parseLinks } from "../../../../src/notes/links/links.ts";
import type { KnowledgeView } from "../../../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const links = (count: number) => Array.from({ length: count }, (_, at) => `engine:${at}`);

async function baseOf(topic: string, count: number) {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(() =>
    Array.from({ length: count }, (_, at) => ({ kind: "add", topic, body: `note ${at}`, minutes: NOW_MINUTES })),
  );
  return base;
}

it("accepts as many links as the limit says, each once", () => {
  expect(parseLinks(`${links(LINKS_MAX).join(" ")}, engine:0`, "")).toEqual(links(LINKS_MAX));
  expect(() => parseLinks(links(LINKS_MAX + 1).join(" "), "entries[2].")).toThrow(
    `entries[2].links has 65 links, at most 64 are accepted: link what belongs closest together, e.g. links="@7k3v9xq2mp build-gotchas:3"`,
  );
});

it.each([`${"x".repeat(300)}:0`, `engine:${"1".repeat(300)}`, "engine", ":1", "engine:-1", "a\u001b[0m:1"])(
  "refuses %j in a line that is not long",
  (link) => {
    expect(() => parseLinks(link, "")).toThrow(/^links=.{1,70} is not accepted: give ids or topic:index [^\n]{1,100}$/);
  },
);

it("takes ids as people write them, each once, and a topic that looks like one with its index", () => {
  expect(parseLinks("@7K3V9XQ2MP 7k3v9xq2mp, 7k3v9xq2mp:0", "")).toEqual(["@7k3v9xq2mp", "7k3v9xq2mp:0"]);
  expect(() => parseLinks("@7k3v9", "")).toThrow("is not accepted: give ids or topic:index");
});

it("says which links point at nothing", async () => {
  const view = await (await baseOf("engine", 3)).view();
  expect(linkChecker(view)(["engine:2", "Engine:0", "engine:3", "cache:0", "@7k3v9xq2mp"])).toEqual([
    "link warning: engine:3: engine has entries 0 to 2",
    "link warning: cache:0: there is no topic cache",
    "link warning: @7k3v9xq2mp: no note has this id",
  ]);
});

it("looks a topic up once, and never goes through its entries", async () => {
  const view = await (await baseOf("engine", 3)).view();
  const resolved = vi.spyOn(view, "resolveTopic");
  const listed = vi.spyOn(view, "topicDocuments");
  const broken = linkChecker(view);
  for (let entry = 0; entry < 10; entry++) expect(broken(links(LINKS_MAX))).toHaveLength(LINKS_MAX - 3);
  expect(resolved).toHaveBeenCalledTimes(1);
  expect(listed).not.toHaveBeenCalled();
});

it("does not go through a topic to store into it, unless the place is asked for", async () => {
  const base = await baseOf("engine", 3);
  const view: KnowledgeView = await base.view();
  const listed = vi.spyOn(Object.getPrototypeOf(view) as KnowledgeView, "topicDocuments");
  const note = { topic: "engine", text: "a note with links", links: links(5).join(" ") };
  await storeFeature.run({ base, project: null }, note);
  const answer = await storeFeature.run({ base, project: null }, { ...note, force: true });
  answer.text(CALLS);
  expect(listed).not.toHaveBeenCalled();
  expect(answer.data()).toMatchObject({ index: 4 });
});
