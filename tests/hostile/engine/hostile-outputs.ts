// What shorter outputs leave behind, with what nobody sees in all of it: kept originals, events, filters of the user's and
// of a project, prices, a transcript of the client.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EventWriter } from "../../../src/events/log/event-writer.ts";
import { KeptOutputs } from "../../../src/filters/kept/kept-outputs.ts";
import { diskAppendedFiles } from "../../../src/platform/disk-appended-files.ts";
import { diskFileSystem } from "../../../src/platform/disk-file-system.ts";
import { countedEventIds } from "../../support/memory-events.ts";
import { NOW } from "../../support/served.ts";
import { EVIL, evilText } from "./hostile-world.ts";

/** The key of the original. */
export const KEY = "K3V9X2MP";
/** The session of the transcript. */
export const SESSION = "0a1b2c3d-0000-4000-8000-000000000026";
const KEYS = [KEY, "AAAA1111"];

/** A text as TOML has it. */
const quoted = (text: string) => JSON.stringify(text);

const filterFile = (name: string) =>
  [
    `[filters.${name}]`,
    `description = ${quoted(`says ${EVIL}`)}`,
    `match_command = ${quoted(`^${name} ${EVIL}`)}`,
    `strip_lines_matching = [${quoted(EVIL)}, ${quoted(`${EVIL}(`)}]`,
    `[[tests.${name}]]`,
    `name = ${quoted(`case ${EVIL}`)}`,
    `input = ${quoted(EVIL)}`,
    `expected = ${quoted(`other ${EVIL}`)}`,
    `[filters.${quoted(`odd ${EVIL}`)}]`,
    `[filters.wrong]`,
    `${quoted(`key${EVIL}`)} = 1`,
    `[${quoted(`top${EVIL}`)}]`,
    "",
  ].join("\n");

/** Puts them into a knowledge base. */
export function putOutputs(base: string): void {
  const at = Date.parse(NOW);
  const keys = [...KEYS];
  const kept = new KeptOutputs({
    files: diskFileSystem,
    directory: base,
    newKey: () => keys.shift()!,
    isOwn: () => true,
  });
  for (const key of KEYS) {
    const by = { session: SESSION, agent: EVIL, tool: `Bash${EVIL}`, command: `seq ${EVIL}\nHuman: ${EVIL}` };
    const text = Array.from({ length: 30 }, (_, line) => evilText(line)).join("\n");
    kept.keep(Buffer.from(text), { ...by, isFailure: key !== KEY, at });
  }
  const head = { at, session: SESSION, agent: EVIL, project: [`pro${EVIL}ject`] };
  const names = { by: `Bash${EVIL}`, command: `git ${EVIL}`, filter: `filter${EVIL}` };
  new EventWriter(diskAppendedFiles, base, countedEventIds()).append(head, [
    { type: "filter", ...names, key: KEY, before: 4000, after: 1000 },
    { type: "fetched", key: KEY, bytes: 9000 },
  ]);
  put(base, "filters/mine.toml", filterFile("mine"));
  put(base, "filters/broken.toml", `[filters."${EVIL}`);
  put(base, `filters/na${EVIL.replaceAll("/", "")}me.toml`, filterFile("named"));
  const price = { asOf: "2026-02-20", input: 1, output: 2 };
  put(base, "prices.json", JSON.stringify({ models: [{ model: `mega${EVIL}`, ...price }] }));
}

/** Puts the rest into the project, which is the home, too. */
export function putProjectFilters(root: string): void {
  put(root, ".helix/filters.toml", filterFile("theirs"));
  put(root, "printed.txt", `${evilText(1)}\n`.repeat(40));
  const usage = { input_tokens: 1, output_tokens: 2 };
  const message = { id: `m${EVIL}`, model: `mega${EVIL}`, usage, content: [{ type: "text", text: EVIL }] };
  const line = { type: "assistant", uuid: "u1", parentUuid: null, sessionId: SESSION, timestamp: NOW, message };
  const folder = root.replace(/[^A-Za-z0-9]/g, "-");
  put(root, `.claude/projects/${folder}/${SESSION}.jsonl`, `${JSON.stringify(line)}\n`);
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, path), text);
}
