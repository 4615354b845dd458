// Works on the tasks of a plan, as a session of an assistant does; run by tests/e2e/plan-events.test.ts:
// `bun plan-event-writer.ts DIRECTORY SESSION PLAN COUNT`. It begins each task in a workspace of its own, ends it in its
// own way, keeps a report for it, and saves an exploration now and then. Full segments are renamed meanwhile.

import { JudgementLog } from "../../src/events/judgement-log.ts";
import { compactEvents } from "../../src/events/log/event-compaction.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import { randomNoteId } from "../../src/notes/text/note-id.ts";
import { PlanStore } from "../../src/plan/plan-store.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";

const [directory = "", session = "", plan = "", count = "0"] = process.argv.slice(2);
const SEGMENT_BYTES = 8 * 1024;
const WHOLE_SEGMENTS = 8;
const KEYS = ["shop-12345678"];

const events = new EventLog(diskFileSystem, directory);
const log = new JudgementLog({
  log: events,
  clock: () => Date.UTC(2026, 1, 21),
  newId: randomNoteId,
  acting: () => ({ session, agent: "", project: KEYS }),
  actor: async () => "assistant",
});
const store = new PlanStore({ files: diskFileSystem, directory, log, keys: KEYS });
for (let at = 1; at <= Number(count); at++) {
  const task = String(at).padStart(3, "0");
  const workspace = `${session}-${task}`;
  store.record([{ type: "workspace", workspace, plan, task, how: "started" }]);
  // Of each task one session delivers, the others block; so whoever is last, it is delivered.
  const status = Number(session.slice(1)) === at % 8 ? "delivered" : "blocked";
  const report = store.keepReport({
    status,
    summary: `${session} on ${task}`,
    utilized: [],
    misled: [],
    evidence: "",
    changed: [],
    unattributed: [],
    overridden: [],
  });
  store.record([{ type: "task", plan, task, status, workspace, report }]);
  store.record([{ type: "workspace", workspace, plan, task, how: status }]);
  if (at % 4 > 0) continue;
  events.rotate(SEGMENT_BYTES);
  compactEvents(events, randomNoteId, WHOLE_SEGMENTS);
}
