// The process of command-host.ts: `bun command-host-child.ts FOLDER`. Takes lines of JSON from FOLDER/requests, and
// answers each with its exit code in FOLDER/answers; with the complement of it where the line ends the process.

import { dlopen, FFIType } from "bun:ffi";
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { plugin } from "bun";
import type { HostedLine } from "./command-host.ts";

/** Files of code are parsed in this thread, where grammars stay loaded: threads of each line's own load them again. */
plugin({
  name: "parser-here",
  setup(build) {
    build.onLoad({ filter: /\/src\/code\/store\/thread-parser\.ts$/ }, () => ({
      contents: `export { threadParser } from ${JSON.stringify(join(import.meta.dir, "parser-here.ts"))};`,
      loader: "ts",
    }));
  },
});
const { runCommandLine } = await import("../../src/surfaces/cli/main.ts");

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

// Each command line listens for errors that nobody catches.
process.setMaxListeners(0);
for (let line = nextLine(); line !== null; line = nextLine()) {
  take(line);
  const code = await runCommandLine(line.words);
  writeSync(answers, `${code}\n`);
}
// Nobody is there any more who could.
rmSync(folder, { recursive: true, force: true });
exit(0);
