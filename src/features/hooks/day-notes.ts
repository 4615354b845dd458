// Notes that tell of a day's work and not of the code: what somebody did, what was talked about, what is left to do. Nobody who touches a file
// later is helped by them, though they hold the very words. They are known by their tags, by their topic, and where they have no tags by
// how they begin.

import type { IndexedDocument } from "../../index/document.ts";
import { tagBoost } from "./ambient/importance.ts";

/** Tags of such notes, and topics of them: names that are no part of any program. */
const TAGS = " status progress meeting standup retro todo wip journal diary worklog plan question ";
const TOPICS = " status progress meeting meetings standup standups retro todo todos wip journal diary worklog ";

/** A sentence without a subject: `refactored the loop`, `auth: renamed a few variables`. */
const DONE = /^(?:[\w ./-]+: )?[A-Za-z]+[^\Wae]ed\b/;

/** Whether an entry tells of a day. */
export function isOfItsDay(document: Pick<IndexedDocument, "topic" | "tags" | "snippet">): boolean {
  const { topic, tags, snippet } = document;
  if (tagBoost(document) > 1) return false;
  for (const tag of tags) if (TAGS.includes(` ${tag} `)) return true;
  return TOPICS.includes(` ${topic} `) || (tags.length === 0 && DONE.test(snippet[0]));
}
