// What a reader in this process's time zone sees in the fixtures of the original program; run by
// tests/golden/fixtures.test.ts. Prints, for each fixture: topic, UTC minutes, local time as it is shown, body.

import { readFileSync, writeSync } from "node:fs";
import { formatDateTime } from "../../src/engine/text/dates.ts";
import { liveEntries, openKnowledgeBase } from "./knowledge.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";
import { DIRECTORY, LOG_PATH } from "./random-log.ts";

const answers: Record<string, unknown[]> = {};
for (const name of process.argv.slice(2)) {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, readFileSync(`tests/fixtures/original/${name}/data.log`));
  const view = await openKnowledgeBase(DIRECTORY, { files }).view();
  answers[name] = liveEntries(view).map(({ topic, minutes, body }) => [topic, minutes, formatDateTime(minutes), body]);
}
const text = Buffer.from(JSON.stringify(answers));
for (let done = 0; done < text.length; ) done += writeSync(1, text, done);
