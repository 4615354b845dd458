// Runs a session of the real client against a scripted model, without a terminal: prompts go in one after another, each
// when the one before is answered, and what the client sent to the model comes out.
//
// Invariants
// - The client's environment is the stage's, and nothing of this process's.
// - Where a network with loopback alone can be made, the client has no other; where not, standard error says so.
// - Nothing that the client started is left running.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canIsolate, INSIDE_PORT, onLoopbackOnly } from "./loopback.ts";
import type { ModelRequest } from "./model-request.ts";
import { type Script, ScriptedModel } from "./scripted-model.ts";
import type { Stage } from "./stage.ts";

/** A session takes about two seconds; one that takes this long hangs. */
const SESSION_MS_MAX = 90_000;
/** The client looks at its settings about once a second. */
const LOGGED_MS_MAX = 30_000;
const POLL_MS = 50;
/** Lines of the client's log, and of its standard error, that tell of a hook that failed or that it could not use. */
const HOOK_PROBLEMS = [
  /^\S+ \[(?:ERROR|WARN)\] "?Hook/,
  /^\S+ \[DEBUG\] "?Hook (?:JSON output validation failed|output looks like a JSON object but|output starts with \{ but)/,
  /\] (?:finished|completed) with status [1-9]\d*(?: \(|$)/,
  /^\w+ hook \[.*\] failed/,
];
/** A line that tells of a hook's command that ran: `Hooks: PreToolUse:Read [COMMAND] finished with status 0 (5ms)`. */
const HOOK_COMMAND = /^.*\[DEBUG\] (?:Hooks: )?\w+(?::\S+)? \[(.+)\] (?:finished|completed) with status/gm;

export interface SessionOptions {
  /** The client's program. */
  readonly client: string;
  readonly stage: Stage;
  /** What the user types: prompts, and commands such as /compact. */
  readonly prompts: readonly string[];
  readonly script: Script;
  /** Tools that the client runs without asking. */
  readonly allowedTools?: readonly string[];
  /** The session id of an earlier run that goes on. */
  readonly resume?: string;
  /** The client's permission mode; its default where it is left out. */
  readonly mode?: "default" | "acceptEdits" | "bypassPermissions" | "plan" | "dontAsk";
  /** What stands in the client's environment besides. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Folders of plugins that the client loads for this session. */
  readonly plugins?: readonly string[];
  /** Where the client is started; the stage's project where it is left out. */
  readonly directory?: string;
}

/** A line of what the client prints. */
interface Line {
  readonly type: string;
  readonly session_id?: string;
  readonly result?: string;
}

export interface ClientSession {
  readonly exitCode: number | null;
  /** All requests to the model, in order, and those of each conversation. */
  readonly requests: readonly ModelRequest[];
  readonly main: readonly ModelRequest[];
  readonly subagent: readonly ModelRequest[];
  readonly summary: readonly ModelRequest[];
  /** What was asked of the model's address besides messages. */
  readonly strays: readonly string[];
  readonly id: string;
  readonly errors: string;
  readonly debugLog: string;
  /** What the client says of each prompt at its end, in order. */
  readonly results: readonly string[];
  /** The commands of hooks that ran. */
  readonly hookCommands: readonly string[];
  /** What the debug log and standard error say of hooks that failed or were refused; none if all is well. */
  readonly hookProblems: readonly string[];
}

let runs = 0;

/** Runs a session to its end. Throws an Error when the client hangs, and what a turn of the script threw. */
export async function runClient(options: SessionOptions): Promise<ClientSession> {
  const { stage, script } = options;
  runs++;
  const model = new ScriptedModel(script);
  const log = join(stage.root, `debug-${runs}.log`);
  const [before, port] = await reachable(model, join(stage.root, `model-${runs}.sock`));
  try {
    const [program, ...words] = [...before, options.client, ...clientWords(options, log)];
    const child = spawn(program!, words, {
      cwd: options.directory ?? stage.project,
      env: { ...stage.environment, ...clientEnvironment(port), ...sandboxed(options), ...options.environment },
      // A group of its own: client, servers and hooks end together.
      detached: true,
    });
    const { exitCode, output, errors } = await converse(child, options.prompts);
    if (model.failures.length > 0) throw model.failures[0];
    const debugLog = readFileSync(log, "utf8");
    const of = (name: string) => model.requests.filter(({ conversation }) => conversation === name);
    return {
      exitCode,
      requests: model.requests,
      main: of("main"),
      subagent: of("subagent"),
      summary: of("summary"),
      strays: model.strays,
      id: output.find(({ session_id }) => session_id !== undefined)?.session_id ?? "",
      errors,
      debugLog,
      results: output.flatMap(({ type, result = "" }) => (type === "result" ? [result] : [])),
      hookCommands: [...debugLog.matchAll(HOOK_COMMAND)].map(([, command]) => command!),
      hookProblems: `${debugLog}\n${errors}`
        .split("\n")
        .filter((line) => HOOK_PROBLEMS.some((problem) => problem.test(line))),
    };
  } finally {
    await model.close();
  }
}

/** Waits until the log of a session on the stage holds the words. Throws an Error when they do not come. */
export async function untilLogged({ root }: Stage, words: string): Promise<void> {
  for (let tries = 0; tries < LOGGED_MS_MAX / POLL_MS; tries++) {
    const logs = readdirSync(root).filter((name) => /^debug-\d+\.log$/.test(name));
    if (logs.some((name) => readFileSync(join(root, name), "utf8").includes(words))) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the client's log never said: ${words}`);
}

let hasSaidSo = false;

/** Makes the model reachable: the words to put before the client, and the port that it finds the model at. */
async function reachable(model: ScriptedModel, socket: string): Promise<[string[], number]> {
  if (canIsolate) {
    await model.listenOnFile(socket);
    return [onLoopbackOnly(socket), INSIDE_PORT];
  }
  if (!hasSaidSo)
    process.stderr.write("NOT ISOLATED: no network namespaces here; the client has this machine's network\n");
  hasSaidSo = true;
  return [[], await model.listenOnPort()];
}

/** The client lets no superuser pass over permissions, unless it is told that nothing can be broken. */
function sandboxed({ mode }: SessionOptions): Record<string, string> {
  return mode === "bypassPermissions" ? { IS_SANDBOX: "1" } : {};
}

function clientWords({ allowedTools = [], resume, mode, plugins = [] }: SessionOptions, log: string): string[] {
  return [
    ...["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--debug-file", log],
    ...(allowedTools.length === 0 ? [] : ["--allowedTools", allowedTools.join(",")]),
    ...(resume === undefined ? [] : ["--resume", resume]),
    ...(mode === undefined ? [] : ["--permission-mode", mode]),
    ...plugins.flatMap((folder) => ["--plugin-dir", folder]),
  ];
}

/** What the client finds in its environment besides the stage, with the model at `port`. */
export function clientEnvironment(port: number): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  };
}

interface Conversed {
  readonly exitCode: number | null;
  readonly output: readonly Line[];
  readonly errors: string;
}

async function converse(child: ChildProcessWithoutNullStreams, prompts: readonly string[]): Promise<Conversed> {
  const output: Line[] = [];
  const waiting = [...prompts];
  let [rest, errors] = ["", ""];
  const next = () => {
    const content = waiting.shift();
    if (content === undefined) child.stdin.end();
    else child.stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`);
  };
  child.stdin.on("error", () => undefined);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines.filter((each) => each.startsWith("{")).map((each) => JSON.parse(each) as Line)) {
      output.push(line);
      if (line.type === "result") next();
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    endGroup(child);
  }, SESSION_MS_MAX);
  next();
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  clearTimeout(timer);
  endGroup(child);
  if (hangs) throw new Error(`the client did not end; its last lines: ${JSON.stringify(output.slice(-3))} ${errors}`);
  return { exitCode, output, errors };
}

function endGroup({ pid }: ChildProcessWithoutNullStreams): void {
  try {
    process.kill(-pid!, "SIGKILL");
  } catch {
    // All of it has ended.
  }
}
