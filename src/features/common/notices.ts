// Puts into words what came to light about the log. Answers show these lines beside their own text.

import { counted, type Wording } from "../../base/wording.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import type { Notice } from "../../notes/store/notices.ts";
import type { Unfinished } from "../../notes/store/unfinished.ts";
import { topicName } from "../../notes/text/topic-names.ts";

const NAME_LENGTH_MAX = 60;

/** Lines on what came to light since the last call; none when nothing did. */
export function noticeLines(base: Pick<KnowledgeBase, "takeNotices">, say: Wording): string[] {
  return base.takeNotices().map((notice) => noticeLine(notice, say));
}

/** `2000 notes of 3 topics (build, engine, pool)`: what an unfinished write held. */
export function heldWords({ notes, topics, named, isPart }: Unfinished): string {
  const more = topics > named.length ? ", ..." : "";
  const names = named.map((name) => topicName(name, NAME_LENGTH_MAX)).join(", ");
  return `${isPart ? "at least " : ""}${counted(notes, "note", "notes")} of ${counted(topics, "topic", "topics")} (${names}${more})`;
}

function noticeLine(notice: Notice, say: Wording): string {
  if (notice.kind === "unfinished") {
    return `note: the log ends in an unfinished write of ${heldWords(notice.held)}; none of them counts, and the next write moves them into a file beside it: helix recover lists them and brings them back`;
  }
  if (notice.kind === "moved aside") {
    return `note: an unfinished write of ${heldWords(notice.held)} was moved to ${notice.name}: helix recover lists them and brings them back`;
  }
  if (notice.kind === "made good") return madeGoodLine(notice, say);
  const write = `the write of ${formatDateTime(Math.floor(notice.atMs / MINUTE_MS))} that the disk did not confirm`;
  return notice.isThere
    ? `note: ${write} is in the log now; a restart of the machine may lose it, unless the log is written anew before: helix compact --apply`
    : `note: ${write} is not in the log: store it again`;
}

function madeGoodLine({ notes, deletions, copies }: Extract<Notice, { kind: "made good" }>, say: Wording): string {
  const again = [
    ...(notes > 0 ? [`stored ${counted(notes, "note", "notes")} again`] : []),
    ...(deletions > 0 ? [`deleted ${counted(deletions, "note", "notes")} again`] : []),
    ...(copies > 0 ? [`deleted ${counted(copies, "second copy", "second copies")} of notes`] : []),
  ];
  const undo = say.either("helix edit undo", "edit action=undo");
  return `note: another program replaced or cut data.log; helix ${again.join(" and ")}. If you restored an older log, take this back: ${undo}`;
}
