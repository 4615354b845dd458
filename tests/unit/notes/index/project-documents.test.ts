// Topics and counts of some projects against going through the bodies, in base and delta, with entries that are
// deleted.

import fc from "fast-check";
import { expect, test } from "vitest";
import { documentsOfProjects } from "../../../../src/notes/index/document-test.ts";
import { entriesByProject, namesWith, topicsWith } from "../../../../src/notes/index/project-documents.ts";
import { parseEntryText } from "../../../../src/notes/text/entry-text.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { runs } from "../../../support/runs.ts";

const entries = fc.array(
  fc.record({
    topic: fc.constantFrom("a", "b", "c"),
    project: fc.constantFrom("", "me/app, app-1", "app-1", "they/app"),
    age: fc.nat(5),
    isDeleted: fc.boolean(),
  }),
  { maxLength: 20 },
);

test("are those that reading every entry gives", async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.nat(20), async (all, merged) => {
      const kb = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
      for (const [at, { topic, project, age }] of all.entries()) {
        const body = project === "" ? "text" : `text\n[project: ${project}]`;
        await kb.change(() => [{ kind: "add", topic, body, minutes: NOW_MINUTES - age }]);
        if (at + 1 === merged) await kb.mergeNow();
      }
      await kb.change((view) =>
        view
          .topics()
          .flatMap(({ name }) => view.topicDocuments(name))
          .filter((id) => all[id]!.isDeleted)
          .map((id) => ({ kind: "delete", id })),
      );
      const view = await kb.view();
      const isOwn = (keys: readonly string[]) => keys.length === 0 || keys.includes("app-1");
      const keysOf = (id: number) => parseEntryText(view.body(id)!).projects;
      const expected = view.topics().flatMap(({ name }) => {
        const minutes = view.topicDocuments(name).flatMap((id) => (isOwn(keysOf(id)) ? [view.minutesOf(id)] : []));
        const [oldest, newest] = [Math.min(...minutes), Math.max(...minutes)];
        return minutes.length === 0 ? [] : [{ name, count: minutes.length, oldest, newest }];
      });
      const isWanted = documentsOfProjects(view.index, isOwn);
      expect(topicsWith(view.index, isWanted)).toEqual(expected);
      expect(namesWith(view.index, isWanted)).toEqual(expected.map(({ name }) => name));
      const counts = new Map<string, number>();
      for (const { topic: _, project, isDeleted } of all) {
        if (!isDeleted) counts.set(project, (counts.get(project) ?? 0) + 1);
      }
      const found = entriesByProject(view.index).map(({ keys, count }) => [keys.join(", "), count] as const);
      expect(found.sort()).toEqual([...counts].sort());
      kb.close();
    }),
    { numRuns: runs(100) },
  );
});
