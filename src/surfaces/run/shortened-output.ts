// Shortens what a command of `helix run` printed. It is loaded for outputs that are long enough.
// Invariants:
// - In any doubt the output stays whole: no text, a credential in it, an original that cannot be kept.
// - What is printed is shorter than the original, with the line that says so.

import { orElse } from "../../base/errors.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import { shellWord } from "../../clients/claude-code/finding.ts";
import { redactSecrets } from "../../engine/text/secrets/redaction.ts";
import { EventWriter } from "../../events/log/event-writer.ts";
import type { Shortening } from "../../filters/command-output.ts";
import { loadFilterSet } from "../../filters/filter-set.ts";
import { shorten } from "../../filters/shorten.ts";
import { shortenFailure } from "../../filters/shorten-failure.ts";
import { lastLine } from "../../hooks/outputs/shorten-output.ts";
import { projectOf } from "../../notes/projects/project.ts";
import { randomNoteId } from "../../notes/text/note-id.ts";
import { diskAppendedFiles } from "../../platform/disk-appended-files.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { environmentClock } from "../clock.ts";
import { clientSession, currentProject, knowledgeBaseDirectory } from "../environment.ts";
import { keptOutputs } from "../kept-outputs.ts";

/** What a command printed on one of its outputs, or on both. */
export interface PrintedOutput {
  readonly original: Uint8Array;
  readonly words: readonly string[];
  readonly isFailure: boolean;
  /** The knowledge base directory that was named. */
  readonly directory: string | undefined;
}

const TOOL = "run";
/** Nobody has to answer at once here, as hooks have. */
const CLOCK = { now: () => performance.now(), budgetMs: 10_000 };
/** An output of more lines takes too much memory: some 800 bytes a line. */
const LINES_MAX = 200_000;
/** Stands for the key while it is not known how long the result is. */
const SOME_KEY = "00000000";

/** The shortened output with the line that says so; null where it stays whole. Never throws. */
export async function shortenedOutput(output: PrintedOutput): Promise<Uint8Array | null> {
  try {
    return await shortened(output);
  } catch {
    return null;
  }
}

async function shortened({ original, words, isFailure, directory: named }: PrintedOutput): Promise<Uint8Array | null> {
  const text = orElse(null, () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(original));
  if (text === null || lineCount(text) > LINES_MAX) return null;
  const directory = knowledgeBaseDirectory(named);
  const project = currentProject();
  const command = lineOf(words);
  const files = { ...diskFiles, names: (path: string) => diskFileSystem.list(path) };
  const filters = loadFilterSet({ files, directory, project: project?.root ?? null });
  const short = (isFailure ? shortenFailure : shorten)({ command, text, isFailure }, filters, CLOCK);
  if (short.kind === "whole" || withLastLine(short, text, SOME_KEY).length >= original.length) return null;
  if ((await redactSecrets(text)).kinds.length > 0) return null;
  const [at, session] = [environmentClock()(), clientSession()];
  const by = { session, agent: "", tool: TOOL, isFailure, at, command: (await redactSecrets(command)).text };
  const key = keptOutputs(directory).keep(original, by);
  if (key === null) return null;
  const bytes = withLastLine(short, text, key);
  const { program, filter } = short;
  const event = { type: "filter", by: TOOL, command: program, filter, key } as const;
  new EventWriter(diskAppendedFiles, directory, randomNoteId).append(
    { at, session, agent: "", project: project === null ? [] : projectOf(project, false).keys },
    [{ ...event, before: original.length, after: bytes.length }],
  );
  return bytes;
}

/** The words as the line that filters know commands by. */
function lineOf(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : words.map(shellWord).join(" ");
}

function lineCount(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function withLastLine(short: Shortening & { kind: "shortened" }, original: string, key: string): Uint8Array {
  const { text, filter, linesLeftOut } = short;
  const lines = lineCount(original);
  const isEnded = text === "" || text.endsWith("\n");
  return encodeUtf8(`${text}${isEnded ? "" : "\n"}${lastLine(filter, linesLeftOut, lines, key)}\n`);
}
