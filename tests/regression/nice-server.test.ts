// The worker thread of a server that was started with the lowest priority became more urgent than the server, where
// root ran it: it was made as nice as 10, whatever it had been.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { manyEntries, writeOriginalLog } from "../support/original-log.ts";
import { toolCall, useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const start = useRawServers();
const folder = useFolders("each");
const LOWEST = 19;
const NOTES = 400;

/** How nice each thread of a process is. */
function nicenessOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8").split(") ")[1]!.split(" ")[16]);
    } catch {
      // It has ended since.
      return [];
    }
  });
}

test.runIf(process.platform === "linux").each([
  [LOWEST, [LOWEST]],
  [0, [0, 10]],
])("no thread of a server that is as nice as %i is more urgent than that", async (nice, expected) => {
  const directory = folder();
  writeOriginalLog(directory, manyEntries(NOTES));
  // Whoever runs the tests may be nice already.
  const own = Number(readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ")[16]);
  const wrapper = nice > own ? ["nice", "-n", String(nice - own)] : [];
  const server = start({ directory, wrapper });
  await server.initialize();
  const seen = new Set<number>();
  server.send(toolCall("index", "topics", { action: "reindex" }));
  const answered = server.answer("index").then(() => true);
  const soon = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1));
  while (!(await Promise.race([answered, soon()]))) for (const each of nicenessOf(server.child.pid!)) seen.add(each);
  const meant = expected.map((each) => Math.max(each, own));
  expect([...seen].sort((left, right) => left - right)).toEqual([...new Set(meant)]);
});
