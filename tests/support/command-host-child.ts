// The process of command-host.ts: `bun command-host-child.ts FOLDER`. Takes lines of JSON from FOLDER/requests, and
// answers each with its exit code in FOLDER/answers; with the complement of it where the line ends the process.

import { dlopen, FFIType } from "bun:ffi";
import { closeSync, openSync, readFileSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { plugin } from "bun";
import type { HostedLine } from "./command-host.ts";

/** Ends a line that would end the process, with its exit code. */
class EndOfLine extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`the line ended with ${code}`);
    this.code = code;
  }
}
(globalThis as { endLine?: (code: number) => never }).endLine = (code) => {
  throw new EndOfLine(code);
};

/** What is put at the beginning of functions of the C library: no line ends the process, neither at once nor later. */
const AT_THE_BEGINNING: readonly (readonly [line: string, added: string])[] = [
  ["export function exitNow(code: number): never {", "globalThis.endLine(code);"],
  ["export function endAfter(milliseconds: number, code = 0): void {", "return;"],
];

function withoutEnds(source: string): string {
  return AT_THE_BEGINNING.reduce((text, [line, added]) => {
    if (!text.includes(line)) throw new Error(`libc.ts has no line: ${line}`);
    return text.replace(line, `${line} ${added}`);
  }, source);
}

/** Files of code are parsed in this thread, where grammars stay loaded: threads of each line's own load them again. */
const PARSER_HERE = `export { threadParser } from ${JSON.stringify(join(import.meta.dir, "parser-here.ts"))};`;

plugin({
  name: "in-a-process-that-stays",
  setup(build) {
    build.onLoad({ filter: /\/src\/code\/store\/thread-parser\.ts$/ }, () => ({ contents: PARSER_HERE, loader: "ts" }));
    build.onLoad({ filter: /\/src\/platform\/libc\.ts$/ }, ({ path }) => ({
      contents: withoutEnds(readFileSync(path, "utf8")),
      loader: "ts",
    }));
  },
});
const { runCommandLine } = await import("../../src/surfaces/cli/main.ts");
const { answerHere } = await import("../../src/surfaces/hooks/hook-fallback.ts");
const { runGuard } = await import("../../src/surfaces/hooks/guard-hook.ts");
const { killAfter } = await import("../../src/platform/libc-alarm.ts");
const { answerCompletion } = await import("../../src/surfaces/completion/answer.ts");

const folder = process.argv[2] ?? "";
const requests = openSync(join(folder, "requests"), "r");
const answers = openSync(join(folder, "answers"), "w");
const LIBRARY = process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6";
const { symbols } = dlopen(LIBRARY, { dup2: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } });

/** Puts a file in the place of standard input or of an output. */
function redirect(path: string, flags: string, descriptor: number): void {
  const file = openSync(path, flags);
  symbols.dup2(file, descriptor);
  closeSync(file);
}

/** The next line; null when nobody is there any more. */
function nextLine(): HostedLine | null {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(65_536);
    const count = readSync(requests, part);
    if (count === 0) return null;
    parts.push(part.subarray(0, count));
    if (part[count - 1] === 0x0a) return JSON.parse(Buffer.concat(parts).toString("utf8")) as HostedLine;
  }
}

function take({ cwd, environment, output = join(folder, "stdout") }: HostedLine): void {
  for (const name of Object.keys(process.env)) if (name !== "TZ" && !(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(cwd);
  redirect(join(folder, "input"), "r", 0);
  redirect(output, "a", 1);
  redirect(join(folder, "stderr"), "a", 2);
}

const exit = process.exit.bind(process);
process.exit = ((code?: number) => {
  writeSync(answers, `${-Number(code ?? process.exitCode ?? 0) - 1}\n`);
  exit(code);
}) as typeof process.exit;

const sinceStart = performance.now.bind(performance);

/**
 * Runs a line: a command, what a shell asks for completions, a hook that no server answers, or the one before a task is
 * completed.
 */
async function run(words: readonly string[]): Promise<number> {
  const [first = "", name = "", directory = process.env.HELIX_KB ?? ""] = words;
  const isHook = first === "hook" && !["--help", "-h"].includes(words.at(-1)!);
  if (first !== "_complete" && !isHook) return runCommandLine(words);
  // A process of their own has just started.
  const begun = sinceStart();
  performance.now = () => sinceStart() - begun;
  try {
    if (isHook && name === "guard-task") await runGuard(words.slice(1));
    else if (isHook) await answerHere({ name, directory, input: readFileSync(join(folder, "input")) });
    else await answerCompletion(words.slice(1));
    return 0;
  } catch (error) {
    if (error instanceof EndOfLine) return error.code;
    throw error;
  } finally {
    performance.now = sinceStart;
    // Ends the alarm of a guard.
    if (name === "guard-task") killAfter(0);
  }
}

// A process that stays compiles what it runs often.
(Bun.unsafe as { setJITPolicy?: unknown }).setJITPolicy = undefined;
// Each command line listens for errors that nobody catches.
process.setMaxListeners(0);
for (let line = nextLine(); line !== null; line = nextLine()) {
  take(line);
  const code = await run(line.words);
  writeSync(answers, `${code}\n`);
}
// Nobody is there any more who could.
rmSync(folder, { recursive: true, force: true });
exit(0);
