// Tries a build before it is installed: whether it starts, stores a note and finds it, takes over a running server's
// connection, and reads the real notes. It cannot change the real notes that it is shown (scratch-base.ts).
//
// Invariants:
// - The build that is tried is the file that is installed.
// - Nothing of the trial is left, however it ends. While it runs, other calls are answered.

import { HelixError } from "../../base/errors.ts";
import { LOG_NAME } from "../../engine/log/data-log.ts";
import { quote } from "../../engine/text/clean.ts";
import { INDEX_NAME } from "../../notes/store/log-follower.ts";
import { removePrivateFile, writePrivateFile } from "../../platform/private-file.ts";
import { makeScratchBase, type ScratchBase } from "../../platform/scratch-base.ts";
import { type BuildAnswer, BuildFailure, BuildProcess } from "./build-process.ts";
import { encodeHandover, handoverName } from "./handover.ts";
import { HANDOVER_VARIABLE } from "./handover-variable.ts";
import type { Leftovers } from "./leftovers.ts";
import { INDEXED_BYTES_MIN, STEP_MS } from "./limits.ts";

export interface Trial {
  /** The build, ready to run. */
  readonly path: string;
  /** The knowledge base directory. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * The real notes as this helix sees them: their number, and the bytes of their log. null when this helix cannot read
   * them either.
   */
  readonly figures: () => Promise<{ readonly entries: number; readonly logBytes: number } | null>;
  readonly leftovers: Leftovers;
  readonly signal?: AbortSignal | undefined;
  readonly onStep: (step: string, number: number, of: number) => void;
}

/** The version and commit that a build states, e.g. version "0.1.0", commit "abc". */
export interface BuildName {
  readonly version: string;
  readonly commit: string;
}

/** A build's name as text, e.g. `0.1.0 (abc)`. */
export function buildText({ version, commit }: BuildName): string {
  return `${version} (${commit})`;
}

const VERSION_ANSWER = /^helix ([\w.+-]{1,64}) \(([\w.+-]{1,64})\)\n$/;
const CLIENT = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "helix-reload", version: "1" },
};
/** The tools that every build must have: those that are tried, and the one that leads to the next build. */
const TOOLS = ["store", "search", "read", "topics", "_reload"];
const TOPIC = "reload-trial";
const STEPS = 3;

/**
 * Tries the build. Returns the version and commit that it states. Throws INVALID_ARGUMENT for a build that fails the
 * trial, IO and CANCELLED.
 */
export async function verifyBuild(trial: Trial): Promise<BuildName> {
  const scratch = makeScratchBase(trial.directory, [LOG_NAME, INDEX_NAME]);
  const remove = trial.leftovers.add(() => scratch.remove());
  let step = "";
  const begin = (name: string, number: number) => {
    step = name;
    trial.onStep(name, number, STEPS);
  };
  try {
    begin("start", 0);
    const name = await askVersion(trial, scratch);
    begin("a new knowledge base", 1);
    await tryNotes(trial, scratch, name);
    begin("your notes, in the place of a running server", 2);
    await tryTakingOver(trial, scratch);
    return name;
  } catch (error) {
    if (trial.signal?.aborted) throw new HelixError("CANCELLED", "cancelled");
    if (!(error instanceof BuildFailure)) throw error;
    throw new HelixError("INVALID_ARGUMENT", `the new build is refused, tried on ${step}: it ${error.message}`);
  } finally {
    remove();
  }
}

/** Runs the build once. Whatever happens, the build is gone afterwards. */
async function withBuild<T>(
  { path, environment, leftovers, signal }: Trial,
  words: readonly string[],
  { directory, limitMs = STEP_MS, handover }: { directory: string; limitMs?: number; handover?: string },
  work: (build: BuildProcess) => Promise<T>,
): Promise<T> {
  const { [HANDOVER_VARIABLE]: _, ...inherited } = environment;
  const own = handover === undefined ? inherited : { ...inherited, [HANDOVER_VARIABLE]: handover };
  const isProtocol = words[0] === "serve";
  const build = new BuildProcess({ path, words, directory, environment: own, limitMs, signal }, isProtocol);
  const kill = leftovers.add(() => build.kill());
  try {
    return await work(build);
  } finally {
    kill();
    await build.gone();
  }
}

function askVersion(trial: Trial, { folder }: ScratchBase): Promise<BuildName> {
  return withBuild(trial, ["--version"], { directory: folder }, async (build) => {
    const output = await build.end();
    const [, version, commit] = VERSION_ANSWER.exec(output) ?? [];
    if (version === undefined || commit === undefined) {
      throw new BuildFailure(`answers --version with ${quote(output.trim())}, not as helix does`);
    }
    return { version, commit };
  });
}

/** Stores a note in an empty knowledge base, finds it and reads it. */
function tryNotes(trial: Trial, { empty }: ScratchBase, { version }: BuildName): Promise<void> {
  return withBuild(trial, ["serve", empty], { directory: empty }, async (build) => {
    build.sendMessage({ id: "initialize", method: "initialize", params: CLIENT });
    const { serverInfo } = resultOf(await build.answer("initialize"), "initialize") as { serverInfo?: Named };
    if (serverInfo?.name !== "helix" || serverInfo.version !== version) {
      throw new BuildFailure("calls itself something else in initialize than in --version");
    }
    build.sendMessage({ method: "notifications/initialized" });
    build.sendMessage({ id: "tools", method: "tools/list" });
    const { tools } = resultOf(await build.answer("tools"), "tools/list") as { tools?: Named[] };
    const missing = TOOLS.find((name) => !Array.isArray(tools) || !tools.some((tool) => tool?.name === name));
    if (missing !== undefined) throw new BuildFailure(`lists no tool ${missing}`);
    const word = `trial${Date.now().toString(36)}`;
    const text = `the ${word} is stored by the build that is tried`;
    await callTool(build, "store", { topic: TOPIC, text });
    if (!(await callTool(build, "search", { query: word })).includes(word)) {
      throw new BuildFailure("does not find what it has stored");
    }
    if (!(await callTool(build, "read", { topic: TOPIC })).includes(text)) {
      throw new BuildFailure("does not read what it has stored");
    }
    await build.end();
  });
}

/** Lets the build take over a connection in the middle of a line, with the real notes in its knowledge base. */
async function tryTakingOver(trial: Trial, { shown }: ScratchBase): Promise<void> {
  const name = handoverName();
  const call = `${JSON.stringify(toolCall("topics", { action: "stats" }))}\n`;
  const half = Math.floor(call.length / 2);
  const handover = encodeHandover({
    process: process.pid,
    from: "a trial",
    initialize: { jsonrpc: "2.0", id: "initialize", method: "initialize", params: CLIENT },
    isInitialized: true,
    isSkipping: false,
    session: { started: Date.now(), operations: [], count: 0 },
    unread: Buffer.from(call.slice(0, half)),
  });
  const before = await trial.figures();
  writePrivateFile(shown, name, handover);
  const options = { directory: shown, limitMs: STEP_MS + (before?.logBytes ?? 0) / INDEXED_BYTES_MIN, handover: name };
  await withBuild(trial, ["serve", shown], options, async (build) => {
    build.send(call.slice(half));
    const text = textOf(await build.answer("topics"), "topics", before === null);
    const after = await trial.figures();
    if (before !== null && after !== null) checkCount(text, before.entries, after.entries);
    build.sendMessage(toolCall("search", { query: "helix" }));
    if (textOf(await build.answer("search"), "search", before === null) === "") {
      throw new BuildFailure("answers a search with nothing");
    }
    await build.end();
  });
  removePrivateFile(shown, name);
}

/**
 * Checks that the build sees as many notes as this helix did before or after. Others may store notes in the meantime.
 */
function checkCount(text: string, before: number, after: number): void {
  // Each build may word its line differently, so the number is searched for anywhere in it.
  const line = text.split("\n", 1)[0]!;
  const counts = line.match(/\d+/g)?.map(Number) ?? [];
  if (counts.some((count) => count >= Math.min(before, after) && count <= Math.max(before, after))) return;
  throw new BuildFailure(`counts your entries otherwise than this helix, which has ${after}: ${quote(line)}`);
}

interface Named {
  readonly name?: unknown;
  readonly version?: unknown;
}

function toolCall(name: string, values: object) {
  return { jsonrpc: "2.0", id: name, method: "tools/call", params: { name, arguments: values } };
}

async function callTool(build: BuildProcess, name: string, values: object): Promise<string> {
  build.sendMessage(toolCall(name, values));
  return textOf(await build.answer(name), name, false);
}

/** The text of a tool's answer. Throws BuildFailure when there is no text, or an unexpected error. */
function textOf(answer: BuildAnswer, tool: string, mayRefuse: boolean): string {
  const { content, isError } = resultOf(answer, tool) as { content?: { text?: unknown }[]; isError?: unknown };
  const text = Array.isArray(content) ? content[0]?.text : undefined;
  if (typeof text !== "string") throw new BuildFailure(`answers ${tool} without a text`);
  if (isError === true && !mayRefuse) throw new BuildFailure(`refuses ${tool}: ${quote(text)}`);
  return text;
}

function resultOf({ result, error }: BuildAnswer, what: string): object {
  if (typeof result === "object" && result !== null) return result;
  throw new BuildFailure(
    error === undefined ? `answers ${what} with nothing` : `refuses ${what}: ${quote(String(error.message))}`,
  );
}
