// The real shells at a pseudo-terminal, with helix's completions switched on. In them `helix` is a function that writes
// down its arguments, so a test sees what would have been run after Tab and Enter.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Shell, SWITCHED_ON } from "../../src/surfaces/cli/completion-scripts.ts";
import { skipLoudly } from "./confined.ts";
import { helixBinary } from "./helix-binary.ts";

/** How each is started without anybody's settings, and the function. `E''ND` is not what it prints. */
const STARTED: Readonly<Record<Shell, readonly [call: string, define: string]>> = {
  bash: ["bash --norc --noprofile -i", `helix() { printf '%s\\0' "$@" > "$OUT"; echo E''ND; }`],
  zsh: ["zsh -f -i", `helix() { printf '%s\\0' "$@" > "$OUT"; echo E''ND; }`],
  fish: ["fish --no-config -i", `function helix; printf '%s\\0' $argv > "$OUT"; echo E''ND; end`],
};

/** Whether there is script(1) to make a pseudo-terminal with, and the shell. Says so where one is missing. */
export function hasShell(shell: Shell): boolean {
  const runs = (words: readonly string[]) => spawnSync(words[0]!, words.slice(1), { input: "" }).status === 0;
  const isThere = runs([shell, "-c", "true"]) && runs(["script", "-qec", "true", "/dev/null"]);
  if (!isThere) skipLoudly(`there is no ${shell}, or no script(1), to try completions in`);
  return isThere;
}

/** A shell at a terminal. */
export class TypedShell {
  readonly #child: ChildProcess;
  readonly #out: string;
  #shown = "";
  #onShown = () => {};

  /** `folder` is its home; it runs in `cwd`. */
  constructor(shell: Shell, folder: string, cwd: string, base: string) {
    this.#out = join(folder, "arguments");
    const [call, define] = STARTED[shell];
    const env = {
      PATH: `${dirname(helixBinary())}:${process.env.PATH ?? ""}`,
      ...(process.env.LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH }),
      HOME: folder,
      LC_ALL: "C.UTF-8",
      TERM: "dumb",
      HELIX_KB: base,
      OUT: this.#out,
    };
    this.#child = spawn("script", ["-qec", call, "/dev/null"], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      this.#shown += text;
      this.#onShown();
    });
    this.#child.stdin!.write(`${SWITCHED_ON[shell].line}; ${define}; helix\n`);
  }

  /** Waits until it has run one more command; returns what was shown before. */
  async #ended(): Promise<string> {
    let at = -1;
    while (at < 0) {
      at = this.#shown.search(/^END\r?$/m);
      if (at < 0) await new Promise<void>((resolve) => (this.#onShown = resolve));
    }
    const before = this.#shown.slice(0, at);
    this.#shown = this.#shown.slice(at + "END".length);
    return before;
  }

  /** Waits until it is ready. */
  async ready(): Promise<this> {
    await this.#ended();
    return this;
  }

  /** Types the line, then Enter. Returns the arguments of helix, and what the terminal showed. */
  async type(line: string): Promise<{ args: string[]; shown: string }> {
    writeFileSync(this.#out, "");
    this.#child.stdin!.write(`${line}\n`);
    const shown = await this.#ended();
    return { args: readFileSync(this.#out, "utf8").split("\0").slice(0, -1), shown };
  }

  /** Ends it. */
  end(): void {
    this.#child.kill("SIGKILL");
  }
}
