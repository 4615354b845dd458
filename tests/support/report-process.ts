// Reports a workspace as a process of its own; run by tests/e2e/plan-reports.test.ts:
// `bun report-process.ts FOLDER WORKSPACE STATUS NOTE`. Says `ready`, waits for a line on its standard input, reports, and
// says what came of it.

import { once } from "node:events";
import { writeSync } from "node:fs";
import { ReportWorld } from "./report-world.ts";

const [folder = "", id = "", status = "", note = ""] = process.argv.slice(2);
const world = new ReportWorld(folder);
const workspace = world.store.read(id)!;
writeSync(1, "ready\n");
await once(process.stdin, "data");
const said = {
  status: status as "delivered" | "blocked",
  summary: `${status} by ${process.pid}`,
  utilized: [note],
  evidence: "renew tokens early, before they expire",
};
try {
  const { isFirst, refusals } = await world.report(workspace, said);
  writeSync(1, refusals.length > 0 ? "refused\n" : isFirst ? "first\n" : "again\n");
} catch (error) {
  writeSync(1, `${String(error).includes("before") ? "otherwise" : String(error)}\n`);
}
process.exit(0);
