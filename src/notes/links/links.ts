// Links that a caller gives, each `@id` or `topic:index`: checks them, and finds the ones that lead to nothing.

import { HelixError } from "../../base/errors.ts";
import { joined, type TextList } from "../../base/text-list.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { TOPIC_BYTES_MAX } from "../../engine/log/log-layout.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { linkedId } from "../index/link-terms.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { formatNoteId, parseNoteId, shownNoteId } from "../text/note-id.ts";
import { entryRange, topicName } from "../text/topic-names.ts";

/** How many links an entry may have. */
export const LINKS_MAX = 64;

const LINK = /^(\S+):(\d{1,10})$/;
const SHOWN_MAX = 60;
const EXAMPLE = 'links="@7k3v9xq2mp build-gotchas:3"';

/**
 * Splits `@7k3v9xq2mp build-gotchas:3` into links, each once. Throws INVALID_ARGUMENT for anything else and for too many
 * links.
 */
export function parseLinks(value: TextList | undefined, label: string): string[] {
  if (value === undefined) return [];
  const links = new Set<string>();
  for (const given of joined(value, " ").split(/[\s,]+/)) if (given !== "") links.add(checkedLink(given, label));
  if (links.size > LINKS_MAX) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${named(say, label)} has ${links.size} links, at most ${LINKS_MAX} are accepted: link what belongs closest together, e.g. ${say.example(EXAMPLE)}`,
    );
  }
  return [...links];
}

/** A link as notes have it; an id may be given without its `@`. */
function checkedLink(given: string, label: string): string {
  const key = parseNoteId(given);
  if (key !== null) return shownNoteId(formatNoteId(key));
  const topic = LINK.exec(given)?.[1];
  if (topic !== undefined && cleanLine(given) === given && encodeUtf8(topic).length <= TOPIC_BYTES_MAX) return given;
  throw new HelixError("INVALID_ARGUMENT", (say) => {
    const wrong = JSON.stringify(given.slice(0, SHOWN_MAX));
    const what = label === "" ? say.given("links", wrong) : `${named(say, label)}=${wrong}`;
    return `${what} is not accepted: give ids or topic:index with spaces between, e.g. ${say.example(EXAMPLE)}`;
  });
}

/** The parameter as an error names it; `label` says which item of a list it belongs to. */
function named(say: Wording, label: string): string {
  return label === "" ? say.name("links") : `${label}links`;
}

/**
 * Makes a function that says which links point at nothing, as notes for the answer. It looks up each topic once for all
 * entries.
 */
export function linkChecker(view: KnowledgeView): (links: readonly string[]) => string[] {
  const known = new Map<string, { name: string | null; count: number }>();
  const lookUp = (topic: string) => {
    const name = view.resolveTopic(topic);
    const found = { name, count: name === null ? 0 : view.topicCount(name) };
    known.set(topic, found);
    return found;
  };
  return (links) =>
    links.flatMap((link) => {
      if (linkedId(link) !== null)
        return view.findNote(link) === null ? [`link warning: ${link}: no note has this id`] : [];
      const [, topic = "", index = ""] = LINK.exec(link) ?? [];
      const { name, count } = known.get(topic) ?? lookUp(topic);
      if (name === null) return [`link warning: ${link}: there is no topic ${topic}`];
      return Number(index) < count ? [] : [`link warning: ${link}: ${topicName(name)} has ${entryRange(count)}`];
    });
}

/** What an answer says about links that were removed from notes: one line, or none. */
export function removedLinks(count: number): string[] {
  return count === 0 ? [] : [`${counted(count, "link", "links")} removed: what they led to is deleted`];
}
