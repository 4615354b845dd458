// Which entries a survey picks, against going through all of them: whatever their times, projects, tags and segments.

import fc from "fast-check";
import { expect, it } from "vitest";
import { KEY_TAGS, survey } from "../../../../src/features/session/survey.ts";
import { sameProject } from "../../../../src/notes/projects/project.ts";
import type { KnowledgeView } from "../../../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { originalLog } from "../../../support/original-log.ts";
import { runs } from "../../../support/runs.ts";

const HERE = { root: "/here", keys: ["owner/here", "here-12345678"] };
const BOUNDS = { entriesMax: 2, topicsMax: 3 };

const note = fc.record({
  topic: fc.constantFrom("a", "b", "c", "d", "e"),
  tags: fc.constantFrom(["gotcha"], ["gotcha"], ["gotcha", "pattern"], ["decision", "gotcha"], ["pattern"], []),
  project: fc.constantFrom("", "", "", "", "", "", "owner/here", "HERE-12345678", "owner/there"),
  confidence: fc.constantFrom(1, 1, 1, 0.7),
  age: fc.integer({ min: 0, max: 4 }),
  text: fc.string({ minLength: 1, maxLength: 3 }),
  deleted: fc.constantFrom(false, false, true),
});

function naive(view: KnowledgeView) {
  const own = (id: number) => sameProject(view.document(id).projects, HERE.keys);
  const topics = view.topics().map(({ name }) => ({
    name,
    ids: view.topicDocuments(name).filter((id) => view.document(id).projects.length === 0 || own(id)),
  }));
  const ids = topics.flatMap((topic) => topic.ids);
  const kindOf = (id: number) => KEY_TAGS.find((tag) => view.document(id).tags.includes(tag));
  const ranked = ids.toSorted(
    (a, b) =>
      Number(own(b)) - Number(own(a)) ||
      view.document(b).confidence - view.document(a).confidence ||
      view.index.compare(b, a),
  );
  const best = (tag: string) => ranked.filter((id) => kindOf(id) === tag).slice(0, BOUNDS.entriesMax);
  const counted = topics.map(({ name, ids: all }) => ({ name, count: all.length })).filter(({ count }) => count > 0);
  return {
    entries: ids.length,
    topicCount: counted.length,
    topics: counted.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, BOUNDS.topicsMax),
    best: { gotcha: best("gotcha"), invariant: best("invariant"), decision: best("decision") },
  };
}

/** Often all of one kind: then it is soon known which are the best. */
const notesOfKinds = fc
  .tuple(fc.array(note, { minLength: 1, maxLength: 40, size: "max" }), fc.subarray([...KEY_TAGS], { minLength: 1 }))
  .map(([notes, kinds]) =>
    notes.map((each, at) => ({
      ...each,
      tags: each.tags.map((tag) => (tag === "gotcha" ? kinds[at % kinds.length]! : tag)),
    })),
  );

interface Labels {
  readonly tags: readonly string[];
  readonly project: string;
  readonly confidence: number;
  readonly text: string;
}

const bodyOf = ({ tags, project, confidence, text }: Labels) =>
  `[tags: ${tags.join(", ")}]\n[confidence: ${confidence}]\n${text.replace(/\W/g, "x")}${project && `\n[project: ${project}]`}`;

it("is what going through all entries finds", async () => {
  await fc.assert(
    fc.asyncProperty(notesOfKinds, fc.nat(40), fc.nat(40), async (notes, foreign, merged) => {
      const files = new MemoryFileSystem();
      // What the original program wrote has wall-clock times; what is added here goes on with them.
      const original = notes.slice(0, foreign);
      const entries = original.map((each) => ({
        topic: each.topic,
        body: bodyOf(each),
        minutes: NOW_MINUTES - each.age * 700,
      }));
      if (entries.length > 0) files.write("/base/data.log", originalLog(entries));
      const base = openKnowledgeBase("/base", { files });
      const store = (part: typeof notes) =>
        base.change(() =>
          part.map((each) => ({
            kind: "add" as const,
            topic: each.topic,
            minutes: NOW_MINUTES - each.age,
            body: bodyOf(each),
          })),
        );
      const middle = Math.max(foreign, merged);
      await store(notes.slice(foreign, middle));
      await base.mergeNow();
      await store(notes.slice(middle));
      await base.change((view) =>
        Array.from({ length: view.index.capacity }, (_, id) => ({ kind: "delete" as const, id })).filter(
          ({ id }) => notes[id]!.deleted,
        ),
      );
      const view = await base.view();
      expect(survey(view.index, HERE, BOUNDS)).toEqual(naive(view));
      base.close();
    }),
    { numRuns: runs(200) },
  );
});
