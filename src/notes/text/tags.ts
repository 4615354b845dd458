// Tags: their stored form, and the tag that the first words of a text imply. A tag is one word in lower case, singular.
// White space inside it becomes "-". It holds no character that would end it in the metadata line.

import { HelixError } from "../../base/errors.ts";
import { quote } from "../../engine/text/clean.ts";
import { singular } from "../../engine/text/singular.ts";

/** How many tags an entry may have, and how many characters a tag may have. */
export const TAG_COUNT_MAX = 32;
export const TAG_LENGTH_MAX = 64;

const NOT_IN_TAGS = /[\x00-\x1f\x7f-\x9f[\]]/g;

/** The tags of prefixes that are not tags themselves. */
const PREFIX_TAGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bug: "gotcha",
    security: "invariant",
    design: "decision",
    flow: "data-flow",
    perf: "performance",
    benchmark: "performance",
    missing: "gap",
    todo: "gap",
    impl: "how-to",
    fix: "how-to",
    module: "module-map",
    overview: "architecture",
  }),
);

const OWN_TAGS: ReadonlySet<string> = new Set(
  (
    "gotcha invariant performance architecture data-flow decision how-to gap friction pattern coupling module-map interface " +
    "boundary lifecycle error-handling concurrency migration deprecation dependency test config deploy api protocol schema " +
    "format encoding observation hypothesis"
  ).split(" "),
);

/** One or two words before a colon at the start of a line, behind characters that Markdown may put there. */
const PREFIX = /^[\s#*_>-]{0,16}([A-Za-z]+(?:[ -][A-Za-z]+)?)[*_]{0,3}:/;

/**
 * Tags as they are stored: sorted, each once. Accepts a list or text with commas. Throws LIMIT for more than 32 tags or
 * one of more than 64 characters.
 */
export function normaliseTags(value: string | readonly string[]): string[] {
  const given = typeof value === "string" ? [value] : value;
  const tags = new Set<string>();
  for (const item of given) {
    for (const piece of item.split(",")) {
      const tag = normaliseTag(piece);
      if ([...tag.slice(0, 2 * TAG_LENGTH_MAX + 1)].length > TAG_LENGTH_MAX) {
        throw new HelixError(
          "LIMIT",
          `a tag has at most ${TAG_LENGTH_MAX} characters, for example gotcha; got ${quote(tag)}`,
        );
      }
      if (tag !== "") tags.add(tag);
    }
  }
  if (tags.size > TAG_COUNT_MAX) {
    throw new HelixError("LIMIT", `an entry has at most ${TAG_COUNT_MAX} tags; got ${tags.size}`);
  }
  return [...tags].sort();
}

/** The tag that the prefix of the first line implies (`bug: ...` → gotcha), in a list of one or none. */
export function autoTags(text: string): string[] {
  const prefix = PREFIX.exec(text.slice(0, TAG_LENGTH_MAX))?.[1];
  if (prefix === undefined) return [];
  const name = singular(prefix.toLowerCase().replace(" ", "-"));
  const tag = PREFIX_TAGS.get(name) ?? (OWN_TAGS.has(name) ? name : null);
  return tag === null ? [] : [tag];
}

function normaliseTag(raw: string): string {
  const words = raw.toWellFormed().normalize("NFC").replace(/\s+/g, " ").replace(NOT_IN_TAGS, "").trim();
  const plain = words.replace(/^[#\s]+/, "").trim();
  return singular(plain.toLowerCase().replace(/\s+/g, "-"));
}
