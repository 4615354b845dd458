// Notes that tell of a day's work and not of the code: what somebody did, what was talked about, what is left to do.
// Nobody who touches a file later is helped by them, though they hold the very words. They are known by their tags, by
// their topic, and where they have no tags by what they say.
// Invariant: in doubt a note is none of these, for what is
// silenced is not missed by anybody.

import type { IndexedDocument } from "../../engine/segment/document.ts";
import { tagBoost } from "./importance.ts";

/** Tags of such notes, and topics of them; of programs there are parts that are called `todo` and `journal`. */
const TAGS = " status progress meeting standup retro todo wip diary worklog plan question ";
const TOPICS = " status progress meeting meetings standup standups retro wip diary worklog ";

/**
 * A sentence without a subject, by what only people do to code or to each other. Such a word may be a participle
 * (`merged cells lose their colour`): behind it stands an article, or a single word and nothing else. What gives a
 * reason, a rule, a result, a number or a piece of code, or goes on behind a comma (but to say that nothing changed),
 * is worth more than its day.
 */
const DONE =
  /^(?:[-*•] )?(?:[\w./-]+(?: [\w./-]+)?: )?(?:(?:I|we) )?(?:(?:refactored|renamed|merged|rebased|bumped|upgraded|cleaned up|tidied up|released|deployed|reviewed|fixed|discussed|met)(?: (?:the|an?|my|our|some|all|typos)\b| \S+$)|(?:talked|spoke|met) (?:with|to|about)\b|worked on\b|paired with \S+ on\b|wrote )(?!.*(?:[.;:] |, (?!no change|all tests)|[(–—…`\d]|n't|\b(?:as|because|since|so|to|by|for|if|when|where|which|that|until|unless|before|after|is|are|was|were|has|have|must|needs?|can|cannot|may|should|never|always|only|not|without|instead|otherwise)\b))/i;

/** Whether an entry tells of a day. */
export function isOfItsDay(document: Pick<IndexedDocument, "topic" | "tags" | "snippet">): boolean {
  const { topic, tags, snippet } = document;
  if (tagBoost(document) > 1) return false;
  for (const tag of tags) if (TAGS.includes(` ${tag} `)) return true;
  if (TOPICS.includes(` ${topic} `)) return true;
  return tags.length === 0 && DONE.test(snippet[0]) && (snippet[1] === "" || DONE.test(snippet[1]));
}
