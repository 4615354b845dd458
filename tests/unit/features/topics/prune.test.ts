// What keeps a topic from being idle, also when the log has forgotten how it came about.

import { expect, test } from "vitest";
import { formatDateTime } from "../../../../src/engine/text/dates.ts";
import { topicsFeature } from "../../../../src/features/topics/topics.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { rendered } from "../../../support/rendered.ts";

const DAY = 1440;

test("a topic that was revised lately is not idle, compacted or not", async () => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const minutes = NOW_MINUTES - 100 * DAY;
  const revised = (days: number) => `[modified: ${formatDateTime(NOW_MINUTES - days * DAY)}]\ntext`;
  await base.change(() => [
    { kind: "add", topic: "lately", body: "text", minutes },
    { kind: "add", topic: "long-ago", body: revised(40), minutes },
    { kind: "add", topic: "never", body: "text", minutes },
  ]);
  await base.change((view) => [{ kind: "replace", id: view.topicDocuments("lately")[0]!, body: revised(3) }]);
  await base.compact();
  const context = { base, project: null };
  expect((await rendered(topicsFeature.run(context, { action: "prune" }))).text).toMatch(
    /^long-ago .*\nnever .*\n2 topics/,
  );
  await topicsFeature.run(context, { action: "prune", apply: true });
  expect((await base.view()).topics().map(({ name }) => name)).toEqual(["lately"]);
});
