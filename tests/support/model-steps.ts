// What the search model is tried with: notes over a small vocabulary of many scripts, so that words collide often;
// writes, upkeep and searches in any order. Shrinks towards few steps with short texts.

import fc from "fast-check";
import type { ModelNote, ModelRequest } from "./model.ts";

/** The present, in UTC minutes since 1970. */
export const NOW = 29_700_000;
const DAY = 1440;

const WORDS = [
  ..."cache cached entry CachedEntry cached_entry cached-entry cachedentry CACHED Entry2 cachedEntry2 linker arm64".split(
    " ",
  ),
  ..."caches Caching linkers linked is the how was servers utf8Decoders entry-entry".split(" "),
  ..."HTTPServer http server x86_64 x86 64 xPos x B a1 this with That utf8Decoder foo--bar _lead trail_ a.b don't".split(
    " ",
  ),
  ..."café cafe CAFÉ cafe\u0301 Łódź lodz straße strasse ﬁle file ＡＢＣ abc йод ЙОД हिन्दी".split(" "),
  ..."日 本 日本 日本語 本日 語 検索 検索エンジン サーバー ｻｰﾊﾞｰ サ ー 한국어 국 한 ภาษาไทย ไทย ท 𠮷野 日本語text text日本".split(
    " ",
  ),
  ..."- _ 🙂 [x] -- 42 1".split(" "),
];
const TOPICS = ["build", "cache-notes", "cached_entry", "日本", "Ünï Topic/X"];
const TAGS = ["gotcha", "perf", "decision", "how-to", "module-map", "日本"];
const SOURCES = ["src/cache.ts:42", "lib/cache.ts", "cache.ts:1-3", "src/CachedEntry.rs:7:2", "日本/語.ts"];
const WANTED_SOURCES = ["cache.ts", "src/cache.ts", "src/cache.ts:42", "CachedEntry.rs", "語.ts", "ache.ts", "none.ts"];
const PROJECTS = [[], ["me/app", "app-1234abcd"], ["me/app"], ["me/library"]];
const AGES = [0, 1, 10 * DAY, 400 * DAY, -1, -5 * DAY, NOW - 28_400_000];

const anyWord = fc.constantFrom(...WORDS);
const anyText = fc
  .array(fc.tuple(anyWord, fc.constantFrom(" ", " ", " ", "\n", ", ", "", "/", "-")), { minLength: 1, maxLength: 10 })
  .map((pieces) =>
    pieces.map(([word, separator], at) => (at === pieces.length - 1 ? word : word + separator)).join(""),
  );
const anyNote: fc.Arbitrary<ModelNote> = fc.record({
  text: anyText,
  tags: fc.subarray(TAGS, { maxLength: 3 }),
  source: fc.option(fc.constantFrom(...SOURCES)),
  confidence: fc.constantFrom(1, 1, 1, 0.5, 0.85, 0.01, 0),
  projects: fc.constantFrom(...PROJECTS),
});
const anyTopic = fc.constantFrom(...TOPICS);
const anyAddition = fc.record({ topic: anyTopic, note: anyNote, age: fc.constantFrom(...AGES) });

/** A write; `pick` chooses among the live entries by remainder. */
const anyWrite = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      write: fc.constant("add" as const),
      additions: fc.array(anyAddition, { minLength: 1, maxLength: 1 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ write: fc.constant("add" as const), additions: fc.array(anyAddition, { maxLength: 8 }) }),
  },
  { weight: 3, arbitrary: fc.record({ write: fc.constant("delete" as const), pick: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ write: fc.constant("replace" as const), pick: fc.nat(), note: anyNote }) },
  {
    weight: 3,
    arbitrary: fc.record({ write: fc.constant("move" as const), pick: fc.nat(), note: anyNote, topic: anyTopic }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      write: fc.constant("mixed" as const),
      pick: fc.nat(),
      note: anyNote,
      additions: fc.array(anyAddition, { minLength: 1, maxLength: 2 }),
    }),
  },
);
export type Write = typeof anyWrite extends fc.Arbitrary<infer T> ? T : never;

const anyUpkeep = fc.constantFrom("compact", "reopen", "delete index", "merge", "rebuild", "reopen without index");
export type Upkeep = typeof anyUpkeep extends fc.Arbitrary<infer T> ? T : never;

const anyDates = fc.constantFrom(
  [null, null],
  [null, null],
  [NOW - 10 * DAY, null],
  [null, NOW],
  [NOW - 20 * DAY, NOW + 1],
);
const anyRequest: fc.Arbitrary<ModelRequest> = fc
  .record({
    words: fc.oneof(
      { weight: 1, arbitrary: fc.constant("") },
      { weight: 4, arbitrary: anyWord },
      { weight: 6, arbitrary: fc.array(anyWord, { minLength: 2, maxLength: 4 }).map((words) => words.join(" ")) },
      { weight: 2, arbitrary: anyText },
    ),
    tags: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, fc.subarray(TAGS, { minLength: 1, maxLength: 2 })),
    topics: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, fc.subarray(TOPICS, { minLength: 1, maxLength: 2 })),
    sources: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      fc.subarray(WANTED_SOURCES, { minLength: 1, maxLength: 1 }),
    ),
    dates: anyDates,
    project: fc.constantFrom(null, null, null, "me/app", "app-1234abcd"),
    ownProject: fc.constantFrom(null, "me/app"),
    staleSources: fc.oneof(fc.constant([]), fc.subarray(SOURCES)),
    mode: fc.constantFrom("and" as const, "or" as const, "ranked" as const),
    recency: fc.constantFrom(true, true, false),
  })
  .map(({ dates: [from = null, to = null], ...rest }) => ({ ...rest, from, to, nowMinutes: NOW }));

const anyAct = fc.oneof(
  { weight: 3, arbitrary: anyWrite.map((write) => ({ kind: "write" as const, write })) },
  { weight: 1, arbitrary: anyUpkeep.map((upkeep) => ({ kind: "upkeep" as const, upkeep })) },
);
export type Act = typeof anyAct extends fc.Arbitrary<infer T> ? T : never;

/**
 * What one of two processes does, and what is searched for afterwards (with the filters in the query text, or beside
 * it).
 */
export const anyStep = fc.record({
  act: anyAct,
  by: fc.nat(1),
  requests: fc.array(fc.tuple(anyRequest, fc.boolean()), { minLength: 2, maxLength: 4 }),
});
