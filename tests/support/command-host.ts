// Runs command lines from the sources, one after the other, in a process that stays: a started program spends nearly all
// of its time on starting. What a command line says is the same, and tests that are about the program itself start the
// compiled one. Called by command-line.ts alone.
//
// Invariants
// - Each command line has its own environment, working directory, standard input and outputs.
// - A line that ends the process has its exit code, and the next one has a process of its own.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "./helix-binary.ts";
import { TIMEOUT_SCALE } from "./served.ts";

const CHILD = join(repositoryRoot, "tests", "support", "command-host-child.ts");

/** One command line, as the process gets it in a line of JSON. */
export interface HostedLine {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What stands in the place of standard output; a file whose text is the answer where none is given. */
  readonly output?: string | undefined;
}

export interface HostedOutcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that waits for lines, and the folder of its files. */
class Host {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #requests: number;
  readonly #answers: number;

  constructor() {
    this.#folder = mkdtempSync(join(realpathSync(tmpdir()), "helix-lines-"));
    const [requests, answers] = ["requests", "answers"].map((name) => join(this.#folder, name)) as [string, string];
    spawnSync("mkfifo", [requests, answers]);
    // How long is waited for hooks and locks is read once, when the process begins.
    const env = { ...process.env, HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE };
    this.#child = spawn(process.execPath, [CHILD, this.#folder], { stdio: ["ignore", "inherit", "inherit"], env });
    this.#child.unref();
    // Each end waits for the other one.
    this.#requests = openSync(requests, "w");
    this.#answers = openSync(answers, "r");
  }

  /** Runs a line; null for its status where the process ended before it said how. */
  run(line: HostedLine, input: string | Buffer): { status: number | null } & Omit<HostedOutcome, "status"> {
    const [inputPath, stdout, stderr] = ["input", "stdout", "stderr"].map((name) => join(this.#folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(inputPath, input);
    for (const path of [stdout, stderr]) writeFileSync(path, "");
    writeSync(this.#requests, `${JSON.stringify(line)}\n`);
    const answer = this.#read();
    return {
      status: answer === "" ? null : Number(answer),
      stdout: readFileSync(stdout, "utf8"),
      stderr: readFileSync(stderr, "utf8"),
    };
  }

  /** One line of the process; "" where it has ended. */
  #read(): string {
    const byte = Buffer.alloc(1);
    let line = "";
    while (readSync(this.#answers, byte) === 1 && byte[0] !== 0x0a) line += byte.toString("latin1");
    return line;
  }

  end(): void {
    closeSync(this.#requests);
    closeSync(this.#answers);
    this.#child.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

let host: Host | null = null;

/** Runs a command line to its end. Throws an Error when the process ends without saying how. */
export function runHosted(line: HostedLine, input: string | Buffer): HostedOutcome {
  host ??= new Host();
  const { status, ...outputs } = host.run(line, input);
  if (status === null || status < 0) {
    host.end();
    host = null;
  }
  if (status === null) throw new Error(`helix ${line.words.join(" ")} ended without a word: ${outputs.stderr}`);
  // A line that ended the process is told by the complement of its exit code.
  return { status: status < 0 ? -status - 1 : status, ...outputs };
}

process.on("exit", () => host?.end());
