// Answers questions about dates in the zone of the process; run by tests/unit/engine/text/dates.test.ts.

import { writeSync } from "node:fs";
import { dayRange, formatDate, formatDateTime } from "../../src/engine/text/dates.ts";

const MINUTE_MS = 60_000;
const questions = JSON.parse(process.argv[2]!) as { call: string; argument: string; now: string }[];

function iso(minutes: number): string {
  return new Date(minutes * MINUTE_MS).toISOString().replace(":00.000Z", "Z");
}

const answers = questions.map(({ call, argument, now }) => {
  if (call === "formatDate") return formatDate(Date.parse(argument) / MINUTE_MS);
  if (call === "formatDateTime") return formatDateTime(Date.parse(argument) / MINUTE_MS);
  const { start, end } = dayRange(argument, Date.parse(now));
  return `${iso(start)} ${iso(end)}`;
});
writeSync(1, JSON.stringify(answers));
