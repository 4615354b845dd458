// The categories of a briefing: their names, the tags that belong to each, and the words that reveal the category of an
// untagged note. A set of categories is a bit mask, because a note may belong to several. The note is shown in the
// first of them.

import { HelixError } from "../../base/errors.ts";
import { joined, type TextList } from "../../base/text-list.ts";
import { quote } from "../../engine/text/clean.ts";
import { singular } from "../../engine/text/singular.ts";

interface Category {
  readonly name: string;
  readonly tags: string;
  /** Words that reveal the category in the first lines of a text; "_" joins the words of a pair. */
  readonly words: string;
}

/**
 * In the order in which they are shown. The tags are both seeds' lists, and the words that stand for those tags as
 * prefixes of a line.
 */
const CATEGORIES: readonly Category[] = [
  {
    name: "ARCHITECTURE",
    tags: "architecture module-map coupling interface module overview",
    words: "architecture architectural module modules component components subsystem subsystems layer layers coupled",
  },
  {
    name: "DATA FLOW",
    tags: "data-flow lifecycle protocol flow",
    words: "data_flow dataflow pipeline pipelines flows lifecycle handshake upstream downstream",
  },
  {
    name: "INVARIANTS",
    tags: "invariant boundary concurrency security",
    words: "invariant invariants must always never guarantee guarantees guaranteed precondition thread_safe",
  },
  {
    name: "GOTCHAS",
    tags: "gotcha bug error-handling",
    words:
      "gotcha gotchas bug bugs pitfall beware careful crash crashes crashed fail fails failed failure silently workaround " +
      "breaks broken deadlock hangs leak leaks unexpectedly not_work",
  },
  {
    name: "DECISIONS",
    tags: "decision deprecation migration design",
    words: "decided decision decisions decide chose chosen rationale instead_of trade_off deprecated rejected agreed",
  },
  {
    name: "HOW-TO",
    tags: "how-to config deploy impl fix",
    words: "how_to howto steps usage install configure to_run to_build step_by run_with",
  },
  {
    name: "PERFORMANCE",
    tags: "performance perf benchmark optimization",
    words:
      "performance faster slow slower slowest latency throughput benchmark benchmarks optimization optimized optimize speedup p50 p95",
  },
  {
    name: "GAPS",
    tags: "gap friction todo missing",
    words: "todo tbd fixme missing unclear unknown gap gaps unimplemented not_implemented not_yet open_question",
  },
];

/** The number of the category for notes that belong to no other. */
export const UNTAGGED = CATEGORIES.length;
/** How many categories there are, UNTAGGED included. */
export const CATEGORY_COUNT = CATEGORIES.length + 1;
/** The category for missing things. */
export const GAPS = CATEGORIES.findIndex(({ name }) => name === "GAPS");

/** The name of a category as it is shown, e.g. `GOTCHAS`, `DATA FLOW`. */
export function categoryName(category: number): string {
  return CATEGORIES[category]?.name ?? "UNTAGGED";
}

/** The name of a category as `focus` takes it, e.g. `gotchas`, `data-flow`. */
export function categoryKey(category: number): string {
  return categoryName(category).toLowerCase().replace(" ", "-");
}

/**
 * The category in which a note with these categories is shown: the first one, or with a `focus` the first one in it.
 */
export function shownCategory(mask: number, focus: number | null): number {
  const wanted = focus === null ? mask : mask & focus;
  return wanted === 0 ? UNTAGGED : Math.min(UNTAGGED, 31 - Math.clz32(wanted & -wanted));
}

const BY_TAG = new Map(
  CATEGORIES.flatMap(({ tags }, category) => tags.split(" ").map((tag) => [tag, 1 << category] as const)),
);

/** The categories by word. For a pair of words: by the second word, then by the first. */
const BY_WORD = new Map<string, number>();
const BY_PAIR = new Map<string, Map<string, number>>();
CATEGORIES.forEach(({ words }, category) => {
  for (const word of words.split(" ")) {
    const [first = "", second] = word.split("_");
    if (second === undefined) BY_WORD.set(first, category);
    else BY_PAIR.set(second, (BY_PAIR.get(second) ?? new Map()).set(first, category));
  }
});

/** The categories that a tag belongs to; 0 for any other tag. */
export function maskOfTag(tag: string): number {
  return BY_TAG.get(tag) ?? BY_TAG.get(singular(tag.toLowerCase())) ?? 0;
}

/**
 * The category that a word of a text reveals, alone or together with the word before it; undefined when it reveals
 * none.
 */
export function categoryOfWord(word: string, previous: string): number | undefined {
  return BY_WORD.get(word) ?? BY_PAIR.get(word)?.get(previous);
}

/** A name without the differences in how people write it: plural, separators, capitals. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace(/s$/, "");
}

const BY_NAME = new Map<string, number>([
  ...Array.from({ length: CATEGORY_COUNT }, (_, category) => [plainName(categoryName(category)), category] as const),
  [plainName("perf"), CATEGORIES.findIndex(({ name }) => name === "PERFORMANCE")],
]);

/** Reads `focus`: category names with commas between, in any usual form. Throws INVALID_ARGUMENT for others. */
export function parseFocus(value: TextList = ""): number | null {
  const names = joined(value, ",");
  if (names.trim() === "") return null;
  let mask = 0;
  for (const name of names.split(",")) {
    if (name.trim() === "") continue;
    const category = BY_NAME.get(plainName(name));
    if (category === undefined) {
      const valid = Array.from({ length: CATEGORY_COUNT }, (_, known) => categoryKey(known)).join(", ");
      throw new HelixError(
        "INVALID_ARGUMENT",
        (say) =>
          `${say.given("focus", quote(name.trim()))} is no category: give some of ${valid}, e.g. ${say.option("focus", "gotchas,invariants")}`,
      );
    }
    mask |= 1 << category;
  }
  if (mask === 0) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) => `${say.name("focus")} names no category, e.g. ${say.option("focus", "gotchas,invariants")}`,
    );
  }
  return mask;
}
