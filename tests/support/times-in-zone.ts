// Converts times in the zone of the process; run by tests/unit/engine/log/log-time.test.ts with a JSON list of UTC
// minutes. Prints for each: the value stored in a 1970-based log, and the minutes that a reader makes of it.

import { writeSync } from "node:fs";
import { minutesOfStored, storedOfMinutes } from "../../src/engine/log/log-time.ts";

const list = JSON.parse(process.argv[2]!) as number[];
const answers = list.map((minutes) => {
  const stored = storedOfMinutes(minutes, "local-1970");
  return [stored, minutesOfStored(stored)];
});
writeSync(1, JSON.stringify(answers));
