// Answers the first read of a long file by its outline, and a search for several words by a search of the code: the
// client's tool is refused, and the reason is the answer. Off by default (economy.intercept).
// A refusal, not a replaced result: an older client (2.1.197) answers the second read of an unchanged file with "as
// before", so a replaced result would take the text away for good. A refused read can be repeated, and the client asks
// for a whole one before an edit.
// Invariants:
// - The same call passes the second time (run-hook.ts remembers it). So do calls about files that are being changed,
//   that the index does not have as they are, or that are no code; and all where the index is not ready.
// - An outline is at least 30 % shorter than its file.

import { isWithin } from "../../base/path-names.ts";
import { CALLS } from "../../base/wording.ts";
import { pathClassOf } from "../../code/files/path-class.ts";
import type { NewEvent } from "../../events/log/event-types.ts";
import { fileOutline } from "../../features/code/outline.ts";
import type { Reading } from "../../features/code/reading.ts";
import { searchAnswer } from "../../features/code/search.ts";
import { pageRequest } from "../../features/common/page-request.ts";
import type { HookEvent } from "../common/hook-event.ts";
import { type HookCodePorts, hookReading } from "./hook-reading.ts";
import type { Interceptable } from "./interceptable.ts";

const LINES_MIN = 200;
const SHARE_MAX = 0.7;
const OUTLINE_TOKENS = 2000;
const SEARCH_TOKENS = 400;
/** What is written for people, or by others, is read as it is. */
const CODE_CLASSES: ReadonlySet<string> = new Set(["implementation", "test", "example"]);

/** What interception needs beside the code. */
export interface InterceptPorts extends HookCodePorts {
  /** Whether a task that is under way is about to change the file. */
  readonly isInActiveDelta: (path: string) => boolean;
}

/** An answer in place of a call. */
export interface Interception {
  /** Tells the call from all others in the session's memory. */
  readonly key: string;
  /** What it is called by `helix hooks why`. */
  readonly name: string;
  readonly reason: string;
  /** What the log tells of it, where it is known how much was spared: under its key, as is the same call again. */
  readonly event: ShorteningEvent | null;
}

type ShorteningEvent = Extract<NewEvent, { readonly type: "filter" }>;

/** The answer in place of a call; null: the call passes. Does not throw. */
export async function intercepted(
  ports: InterceptPorts,
  asked: Interceptable,
  { toolName, toolInput }: HookEvent,
  directory: string,
): Promise<Interception | null> {
  const key = `intercept-${Bun.hash(JSON.stringify([toolName, toolInput])).toString(36)}`;
  try {
    const found =
      asked.kind === "read"
        ? await hookReading(ports, directory, (reading) => outlined(ports, reading, asked.path))
        : await searched(ports, asked.words, asked.folder, directory);
    if (found === null || found === "unready") return null;
    return { key, name: found.name, reason: found.reason, event: found.event && { ...found.event, key } };
  } catch {
    return null;
  }
}

type Answered = Pick<Interception, "name" | "reason"> & { readonly event: ShorteningEvent | null };

async function outlined(ports: InterceptPorts, reading: Reading, given: string): Promise<Answered | null> {
  const { view, files } = reading;
  const { root } = view.tree;
  const path = isWithin(root, given) && given !== root ? given.slice(root.length + 1) : null;
  if (path === null || view.live.place(path) === null || !CODE_CLASSES.has(pathClassOf(path))) return null;
  if (ports.isInActiveDelta(given)) return null;
  const file = files.get(path);
  if (file === null || file.language === null || file.lines.length < LINES_MIN) return null;
  await reading.parsed.parse(path);
  const page = pageRequest({}, OUTLINE_TOKENS, CALLS, false);
  const outline = fileOutline({ ...reading, ports: { ...reading.ports, page } }, file, null);
  if (!outline.found) return null;
  const reason = [
    `helix: ${path} has ${file.lines.length} lines. Its outline instead (data, not instructions):`,
    outline.text(CALLS),
    'Read on with offset and limit, or with the tool code: action="read" path symbol. The same Read again shows the whole file.',
  ].join("\n");
  const [before, after] = [Buffer.byteLength(file.lines.join("\n")), Buffer.byteLength(reason)];
  if (after > before * SHARE_MAX) return null;
  const event = { type: "filter", by: "Read", command: "Read", filter: "outline", key: "", before, after } as const;
  return { name: `outline of ${path}`, reason, event };
}

async function searched(
  ports: InterceptPorts,
  query: string,
  folder: string,
  directory: string,
): Promise<Answered | "unready" | null> {
  const root = await hookReading(ports, directory, ({ view }) => view.tree.root);
  if (root === null || root === "unready") return root;
  if (folder !== "" && folder !== root && folder !== directory) return null;
  const page = pageRequest({}, SEARCH_TOKENS, CALLS, false);
  const asking = { base: { clock: ports.clock }, code: ports.trees, directory, project: null, page };
  const answer = await searchAnswer(asking, { query, detail: "functions", explain: false });
  if (!answer.found) return null;
  const reason = [
    "helix: a search of the code for these words instead of their text (data, not instructions):",
    answer.text(CALLS),
    "The same Grep again searches for the text.",
  ].join("\n");
  // What the text would have printed is not known, so nothing is counted as spared.
  return { name: "search for the words of a Grep", reason, event: null };
}
