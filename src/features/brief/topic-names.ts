// Finds the topics that a query names: one with exactly that name, those that match a glob, or those with the query in
// their names.

import { HelixError } from "../../base/errors.ts";
import type { Wording } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { sanitiseTopic } from "../../engine/text/topic.ts";
import { nearestTopics } from "../../notes/scope/unknown-topic.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { topicName } from "../../notes/text/topic-names.ts";

/** How topics were found. */
export type NamedBy = "name" | "glob" | "substring";

export interface NamedTopics {
  readonly by: NamedBy;
  /** Stored names. */
  readonly names: readonly string[];
}

/** A shorter piece has to be a whole word of the name: `ui` does not find `build`. */
const PIECE_LENGTH_MIN = 3;
const NEAREST_SHOWN = 3;

/** The topics that a query names; null when it names none. Throws NOT_FOUND for a glob that matches none. */
export function namedTopics(view: KnowledgeView, query: string): NamedTopics | null {
  if (view.index.hasTopic(query)) return { by: "name", names: [query] };
  if (isGlob(query)) {
    const names = view.index.topicNames().filter(globMatcher(query));
    if (names.length > 0) return { by: "glob", names };
    // `linker?` is a question; any other pattern is meant as a glob.
    if (!/^[^*?]+\?+$/.test(query)) throw unmatchedGlob(view, query);
  }
  const resolved = view.resolveTopic(query);
  if (resolved !== null) return { by: "name", names: [resolved] };
  const names = view.index.topicNames().filter(pieceMatcher(query));
  return names.length > 0 ? { by: "substring", names } : null;
}

/** Whether a query is a glob: one word with `*` or `?`. */
function isGlob(query: string): boolean {
  return /[*?]/.test(query) && !/\s/.test(query);
}

/** Makes a test for names: `*` matches anything, `?` one character. Case does not count. */
export function globMatcher(glob: string): (name: string) => boolean {
  const pattern = [...folded(glob)];
  return (name) => matches(pattern, [...folded(name)]);
}

/** Takes time proportional to glob length x name length: on a mismatch only the last `*` takes one more character. */
function matches(pattern: readonly string[], name: readonly string[]): boolean {
  let at = 0;
  let star = -1;
  let taken = 0;
  for (let position = 0; position < name.length; ) {
    if (pattern[at] === "*") {
      star = at++;
      taken = position;
    } else if (pattern[at] === "?" || pattern[at] === name[position]) {
      at++;
      position++;
    } else if (star >= 0) {
      at = star + 1;
      position = ++taken;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** Makes a test for names that contain the query, as it is written or as it would be stored. */
function pieceMatcher(query: string): (name: string) => boolean {
  const written = folded(query.trim());
  const piece = sanitiseTopic(query);
  if (piece === "") return () => false;
  // In a script without spaces two characters say a lot.
  if (piece.length < PIECE_LENGTH_MIN && /^[\x00-\x7f]*$/.test(piece)) {
    return (name) =>
      folded(name)
        .split(/[^\p{L}\p{N}\p{M}]+/u)
        .includes(piece);
  }
  return (name) => {
    const plain = folded(name);
    return plain.includes(piece) || plain.includes(written);
  };
}

function unmatchedGlob(view: KnowledgeView, glob: string): HelixError {
  const nearest = nearestTopics(view, glob, NEAREST_SHOWN);
  let hint = (say: Wording) => `; list the topics with: ${say.either("helix topics", "topics action=list")}`;
  if (view.index.liveCount === 0) hint = () => ": nothing is stored yet";
  else if (nearest.length > 0) hint = () => `; nearest: ${nearest.map((name) => topicName(name)).join(", ")}`;
  return new HelixError("NOT_FOUND", (say) => `no topic fits ${quote(glob)}${hint(say)}`);
}
