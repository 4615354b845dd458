// Judges one note for task after task, as a session of an assistant does; run by tests/e2e/judgements.test.ts:
// `bun judgement-writer.ts DIRECTORY SESSION NOTE COUNT`. Every judgement is written twice, as by an assistant that is not
// sure, and a relation of the note once. Now and then a full segment is renamed, and old ones are compacted.

import { JudgementLog } from "../../src/events/judgement-log.ts";
import { compactEvents } from "../../src/events/log/event-compaction.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import { randomNoteId } from "../../src/notes/text/note-id.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";

const [directory = "", session = "", note = "", count = "0"] = process.argv.slice(2);
const SEGMENT_BYTES = 4 * 1024;
/** Segments that stay as they are: more than a process can fall behind. */
const WHOLE_SEGMENTS = 8;
const TIDYING_EACH = 3;

const events = new EventLog(diskFileSystem, directory);
const log = new JudgementLog({
  log: events,
  clock: () => Date.UTC(2026, 1, 21),
  newId: randomNoteId,
  acting: () => ({ session, agent: "", project: [] }),
  actor: async () => "assistant",
});
for (let at = 0; at < Number(count); at++) {
  const verdict = at % 3 === 0 ? "misled" : "helped";
  for (let time = 0; time < 2; time++) {
    log.write([{ type: "feedback", note, verdict, by: "assistant", task: `${session} ${at}` }]);
  }
  log.write([{ type: "edge", from: note, to: session, kind: "co_occurs", weight: 1 }]);
  if (at % TIDYING_EACH > 0) continue;
  events.rotate(SEGMENT_BYTES);
  compactEvents(events, randomNoteId, WHOLE_SEGMENTS);
}
