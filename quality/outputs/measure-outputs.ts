// Recorded outputs through the compiled server, as the client hands them over after a tool has run. What counts is what
// the model would be shown, with all that helix adds.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchClient } from "../../bench/client.ts";
import { startServer } from "../systems/helix-server.ts";
import { extractErrors, type FoundError } from "./error-extractors.ts";
import type { JudgedOutput } from "./output-figures.ts";
import type { Recording } from "./recordings.ts";

/** The client keeps a longer output in a file, and hands over so many characters of it. */
const HANDED_OVER_MAX = 30_000;
/** What the client shows of such an output, in bytes, besides the file's name. */
const PREVIEW_BYTES = 2150;
const SESSION = "quality-outputs";

/** What became of each recording. */
export async function measureOutputs(
  recordings: readonly Recording[],
  binary: string,
  scratch: string,
): Promise<JudgedOutput[]> {
  const place = new MeasuringPlace(scratch);
  const client = await startServer(binary, place.knowledgeBase, place.project, null);
  try {
    const judged: JudgedOutput[] = [];
    for (const [number, recording] of recordings.entries()) {
      judged.push(await judge(recording, number, { client, binary, place }));
    }
    return judged;
  } finally {
    await client.end();
  }
}

/** The folders of a run: a knowledge base that shortens outputs, a project, and the client's own. */
class MeasuringPlace {
  readonly knowledgeBase: string;
  readonly project: string;
  readonly #results: string;

  constructor(scratch: string) {
    this.knowledgeBase = join(scratch, "outputs-kb");
    this.project = join(scratch, "outputs-project");
    this.#results = join(process.env.HOME ?? scratch, ".claude", "projects", "-outputs", SESSION, "tool-results");
    for (const folder of [this.knowledgeBase, this.project, this.#results]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(this.knowledgeBase, "config.json"), JSON.stringify({ economy: { filters: "on" } }));
  }

  /** Keeps a long output where the client does. */
  persisted(text: string, number: number): string {
    const path = this.persistedPath(number);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }

  persistedPath(number: number): string {
    return join(this.#results, `output-${number}.txt`);
  }

  /** Where the client writes down the conversation. */
  get transcript(): string {
    return join(this.#results, "..", "..", `${SESSION}.jsonl`);
  }
}

interface Asked {
  readonly client: BenchClient;
  readonly binary: string;
  readonly place: MeasuringPlace;
}

async function judge(recording: Recording, number: number, asked: Asked): Promise<JudgedOutput> {
  const { tool, command, exit, text } = recording;
  const start = performance.now();
  const shown = exit === 0 ? await shownFor(recording, number, asked) : null;
  const ms = performance.now() - start;
  const before = shownWithout(text, number, asked.place);
  const errors = exit === 0 ? extractErrors(text) : [];
  const bytes = Buffer.byteLength(text);
  const base = { tool, command, isFailure: exit !== 0, bytes, before, errors: errors.length, ms };
  if (shown === null) return { ...base, filter: null, after: before, lost: [], isBack: null };
  const filter = / by (\S+); /.exec(shown.split("\n").at(-1)!)?.[1] ?? "unknown";
  const lost = missing(errors, shown).map(({ file, line, message }) => `${file}:${line ?? ""} ${message}`);
  const isBack = original(shown, asked)?.equals(Buffer.from(text)) ?? false;
  return { ...base, filter, after: Buffer.byteLength(shown), lost, isBack };
}

/** How many bytes the client would show of an output. */
function shownWithout(text: string, number: number, place: MeasuringPlace): number {
  const bytes = Buffer.byteLength(text);
  const isLong = text.length > HANDED_OVER_MAX;
  return isLong ? Math.min(bytes, PREVIEW_BYTES + Buffer.byteLength(place.persistedPath(number))) : bytes;
}

/** What the model is shown in the place of an output; null where that is the output. */
async function shownFor(
  { command, text }: Recording,
  number: number,
  { client, place }: Asked,
): Promise<string | null> {
  const isLong = text.length > HANDED_OVER_MAX;
  const kept = isLong
    ? { persistedOutputPath: place.persisted(text, number), persistedOutputSize: Buffer.byteLength(text) }
    : {};
  const answer = await client.call("hook", {
    type: "post-build",
    session_id: SESSION,
    cwd: place.project,
    transcript_path: place.transcript,
    tool_name: "Bash",
    tool_use_id: `toolu_${number}`,
    tool_input: JSON.stringify({ command }),
    tool_response: JSON.stringify({
      stdout: isLong ? text.slice(0, HANDED_OVER_MAX) : text,
      stderr: "",
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
      ...kept,
    }),
  });
  const replaced = JSON.parse(answer).hookSpecificOutput?.updatedToolOutput;
  return replaced === undefined ? null : String(replaced.stdout);
}

/** The kept original that the last line of a shortened text names; null for none. */
function original(shown: string, { binary, place }: Asked): Buffer | null {
  const key = /helix output (\w+)/.exec(shown.split("\n").at(-1)!)?.[1];
  if (key === undefined) return null;
  const run = Bun.spawnSync([binary, "output", key, "--raw", "--kb", place.knowledgeBase], {
    env: { ...process.env, CLAUDE_CODE_SESSION_ID: SESSION },
  });
  return run.exitCode === 0 ? Buffer.from(run.stdout) : null;
}

/**
 * The errors that are not shown. A shown path may be shorter than it was, where what it began with is said once. An
 * error that stands several times has to be shown once.
 */
function missing(errors: readonly FoundError[], shown: string): FoundError[] {
  const there = extractErrors(shown);
  const isSame = (error: FoundError, other: FoundError) =>
    error.line === other.line &&
    error.message === other.message &&
    (error.file === other.file || (other.file !== "" && error.file.endsWith(`/${other.file}`)));
  return errors.filter((error) => !there.some((other) => isSame(error, other)));
}
