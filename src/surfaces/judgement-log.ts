// The judgements of notes in a knowledge base on this machine's disk.

import { type Acting, type Actor, JudgementLog } from "../events/judgement-log.ts";
import { EventLog } from "../events/log/event-log.ts";
import type { KnowledgeBase } from "../notes/store/knowledge-base.ts";
import { randomNoteId } from "../notes/text/note-id.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";

/** Opens them; nothing is read yet. `acting` says for whom, `actor` who asks. */
export function judgementLog(
  { directory, clock }: Pick<KnowledgeBase, "directory" | "clock">,
  acting: () => Acting,
  actor: () => Promise<Actor>,
): JudgementLog {
  const log = new EventLog(diskFileSystem, directory);
  return new JudgementLog({ log, clock, newId: randomNoteId, acting, actor });
}
