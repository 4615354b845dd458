// Recognises notes that tell of a day's work and not of the code: what somebody did, what was discussed, what is left
// to do. Such a note does not help anybody who touches a file later, though it may hold the very words. These notes are
// recognised by their tags and their topic, and, when they have no tags, by their first lines.
// Invariants:
// - In doubt a note counts as a note on the code, because nobody notices a note that is silenced.

import type { NoteDocument } from "../../notes/index/note-document.ts";
import { tagBoost } from "./importance.ts";

/**
 * Tags and topics of such notes. `todo` and `journal` are missing from the topics: some programs call their parts so.
 */
const TAGS = " status progress meeting standup retro todo wip diary worklog plan question ";
const TOPICS = " status progress meeting meetings standup standups retro wip diary worklog ";

/**
 * A sentence without a subject whose verb names something that only people do to code or to each other. The verb may
 * also be a participle (`merged cells lose their colour`), so an article must follow, or a single word and nothing
 * else. A sentence that gives a reason, a rule, a result, a number or a piece of code is worth more than its day and
 * does not match. Nor does a sentence that goes on behind a comma, unless it says that nothing changed.
 */
const DONE =
  /^(?:[-*•] )?(?:[\w./-]+(?: [\w./-]+)?: )?(?:(?:I|we) )?(?:(?:refactored|renamed|merged|rebased|bumped|upgraded|cleaned up|tidied up|released|deployed|reviewed|fixed|discussed|met)(?: (?:the|an?|my|our|some|all|typos)\b| \S+$)|(?:talked|spoke|met) (?:with|to|about)\b|worked on\b|paired with \S+ on\b|wrote )(?!.*(?:[.;:] |, (?!no change|all tests)|[(–—…`\d]|n't|\b(?:as|because|since|so|to|by|for|if|when|where|which|that|until|unless|before|after|is|are|was|were|has|have|must|needs?|can|cannot|may|should|never|always|only|not|without|instead|otherwise)\b))/i;

/** Whether a note tells of a day's work. */
export function isOfItsDay(document: Pick<NoteDocument, "topic" | "tags" | "snippet">): boolean {
  const { topic, tags, snippet } = document;
  if (tagBoost(document) > 1) return false;
  for (const tag of tags) if (TAGS.includes(` ${tag} `)) return true;
  if (TOPICS.includes(` ${topic} `)) return true;
  return tags.length === 0 && DONE.test(snippet[0]) && (snippet[1] === "" || DONE.test(snippet[1]));
}
