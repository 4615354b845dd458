// Appends events as a hook does, one after another, and says how many it has appended; run by tests/prove/events.test.ts:
// `bun event-appender.ts DIRECTORY NAME COUNT`. The event of number N has the id NAME followed by N.

import { writeSync } from "node:fs";
import { EventWriter } from "../../src/events/log/event-writer.ts";
import { diskAppendedFiles } from "../../src/platform/disk-appended-files.ts";
import { libcAppendedFiles } from "../../src/platform/libc-files.ts";

const SAID_EACH = 50;

const [directory = "", name = "", count = "0"] = process.argv.slice(2);
let next = 0;
const files = name.charCodeAt(0) % 2 === 0 ? diskAppendedFiles : libcAppendedFiles;
const writer = new EventWriter(files, directory, () => `${name}${next}`);
for (; next < Number(count); next++) {
  const head = { at: Date.UTC(2026, 1, 21) + next, session: name, agent: "", project: ["acme/api"] };
  const isWritten = writer.append(head, [{ type: "shown", hook: "prompt", notes: [name] }]);
  if (!isWritten) process.exit(1);
  if ((next + 1) % SAID_EACH === 0) writeSync(1, `${next + 1}\n`);
}
