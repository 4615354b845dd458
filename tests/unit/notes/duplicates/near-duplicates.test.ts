// The search for near-duplicates looks at few entries, and must find what comparing with all of them finds.

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { jaccard } from "../../../../src/engine/text/similarity.ts";
import { contentTokens } from "../../../../src/engine/text/tokenizer.ts";
import { batchDuplicates, comparedTexts, findDuplicate } from "../../../../src/notes/duplicates/near-duplicates.ts";
import type { KnowledgeView } from "../../../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { runs } from "../../../support/runs.ts";

const SIMILAR = 0.7;
const TOKENS_MIN = 6;

// Few words, so that many pairs lie near the limit; some occur in nearly every text, some in few.
const WORDS = [
  ..."aa bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp qq rr ss tt".split(" "),
  ..."CachedEntry cached_lines tokenMap 検索エンジン サーバー with this café".split(" "),
];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...WORDS.slice(0, 9)), fc.constantFrom(...WORDS)), { minLength: 4, maxLength: 14 })
  .map((words) => words.join(" "));
/** A text and another with a few words more, less or exchanged: mostly similar. */
const anyNear = fc.tuple(anyText, fc.nat(13), fc.constantFrom(...WORDS)).map(([text, at, word]) => {
  const words = text.split(" ");
  words[at] = word;
  return words.filter(Boolean).join(" ");
});
const anyTexts = fc
  .tuple(fc.array(anyText, { maxLength: 8 }), fc.array(anyNear, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 8 }))
  .map(([texts, near, repeated]) => {
    const all = [...texts, ...near];
    const variants = repeated
      .filter(() => all.length > 0)
      .map((pick) => `${all[pick % all.length]} ${WORDS[pick % 20]}`);
    return [...all, ...variants];
  });

function similarity(a: string, b: string): number {
  const [left, right] = [contentTokens(a), contentTokens(b)];
  return left.size < TOKENS_MIN || right.size < TOKENS_MIN ? 0 : jaccard(left, right);
}

function duplicatesOf(entries: readonly { topic: string; text: string }[]): number[] {
  const compared = comparedTexts(entries.map(({ text }) => text));
  return batchDuplicates(compared.map((text, at) => ({ ...text, topic: entries[at]!.topic })));
}

async function viewOf(notes: readonly { topic: string; text: string }[], merged: number): Promise<KnowledgeView> {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const changes = notes.map(({ topic, text }, at) => ({
    kind: "add" as const,
    topic,
    body: at % 3 === 0 ? `[tags: aa, bb]\n[source: cc.ts]\n${text}\n[project: me/app]` : text,
    minutes: NOW_MINUTES,
  }));
  await base.change(() => changes.slice(0, merged));
  await base.mergeNow();
  await base.change(() => changes.slice(merged));
  return base.view();
}

describe("findDuplicate", () => {
  it("finds the most similar entry of the topic whenever one is similar enough", async () => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(anyTexts, anyNear, fc.nat(20), async (texts, text, merged) => {
        const notes = texts.map((known, at) => ({ topic: at % 4 === 3 ? "other" : "build", text: known }));
        const view = await viewOf(notes, Math.min(merged, notes.length));
        for (const wanted of [text, ...texts.slice(0, 3).map((known) => `${known} zz`)]) {
          const best = Math.max(
            0,
            ...notes.filter(({ topic }) => topic === "build").map((note) => similarity(note.text, wanted)),
          );
          const found = findDuplicate(view, "build", contentTokens(wanted));
          expect(found?.similarity ?? 0).toBe(best > SIMILAR ? best : 0);
          if (found === null) continue;
          hits++;
          expect(view.document(found.id).topic).toBe("build");
          expect(similarity(view.body(found.id)!.replace(/^\[.*\n/gm, ""), wanted)).toBeGreaterThan(0);
        }
      }),
      { numRuns: runs(300) },
    );
    expect(hits).toBeGreaterThan(runs(100));
  });

  it("is not led astray by many long entries that hold all the words", async () => {
    const words = Array.from({ length: 10 }, (_, at) => `word${at}`);
    const long = Array.from(
      { length: 100 },
      (_, at) => `${words.join(" ")} ${Array.from({ length: 40 }, (_, more) => `more${at}x${more}`).join(" ")}`,
    );
    const texts = [...long.slice(0, 50), `${words.slice(0, 9).join(" ")} another`, ...long.slice(50)];
    const view = await viewOf(
      texts.map((text) => ({ topic: "build", text })),
      60,
    );
    expect(findDuplicate(view, "build", contentTokens(words.join(" ")))?.similarity).toBeCloseTo(9 / 11, 12);
  });

  it("does not read entries that are too short to be similar", async () => {
    const words = Array.from({ length: 20 }, (_, at) => `word${at}`);
    const notes = [8, 18].map((count) => ({ topic: `of-${count}`, text: words.slice(0, count).join(" ") }));
    const view = await viewOf(notes, 1);
    const read = vi.spyOn(view, "body");
    const tokens = contentTokens(words.join(" "));
    expect(findDuplicate(view, "of-8", tokens)).toBeNull();
    expect(read).not.toHaveBeenCalled();
    expect(findDuplicate(view, "of-18", tokens)?.similarity).toBeCloseTo(0.9, 12);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("does not count deleted entries, other topics, or texts of less than six tokens", async () => {
    const text = "one two three four five six seven";
    const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
    await base.change(() => [{ kind: "add", topic: "build", body: text, minutes: NOW_MINUTES }]);
    await base.change(() => [{ kind: "add", topic: "build", body: "one two three four five", minutes: NOW_MINUTES }]);
    expect(findDuplicate(await base.view(), "build", contentTokens(text))).toMatchObject({ similarity: 1, line: text });
    expect(findDuplicate(await base.view(), "cache", contentTokens(text))).toBeNull();
    expect(findDuplicate(await base.view(), "build", contentTokens("one two three four five"))).toBeNull();
    const { view } = await base.change((current) => [{ kind: "delete", id: current.topicDocuments("build")[0]! }]);
    expect(findDuplicate(view, "build", contentTokens(text))).toBeNull();
  });
});

describe("batchDuplicates", () => {
  it("names an earlier kept entry exactly where comparing with all of them finds one", () => {
    let skipped = 0;
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const entries = texts.map((text, at) => ({ topic: at % 4 === 3 ? "other" : "build", text }));
        const found = duplicatesOf(entries);
        const kept: number[] = [];
        entries.forEach((entry, at) => {
          const repeats = kept.filter(
            (earlier) =>
              entries[earlier]!.topic === entry.topic && similarity(entries[earlier]!.text, entry.text) > SIMILAR,
          );
          if (repeats.length === 0) {
            expect(found[at]).toBe(-1);
            kept.push(at);
          } else {
            expect(repeats).toContain(found[at]);
            skipped++;
          }
        });
      }),
      { numRuns: runs(1000) },
    );
    expect(skipped).toBeGreaterThan(runs(500));
  });

  it("compares within a topic only, and not with what it skips", () => {
    const base = "one two three four five six seven eight nine ten";
    const near = `${base} eleven twelve`;
    const far = `${near} thirteen fourteen`;
    const entries = [base, near, far].map((text) => ({ topic: "build", text }));
    // `far` is like `near`, but `near` is not kept.
    expect(duplicatesOf(entries)).toEqual([-1, 0, 0]);
    expect(duplicatesOf([...entries.slice(0, 2), { topic: "build", text: `${far} fifteen` }])).toEqual([-1, 0, -1]);
    expect(
      duplicatesOf([
        { topic: "a", text: base },
        { topic: "b", text: base },
      ]),
    ).toEqual([-1, -1]);
  });
});
