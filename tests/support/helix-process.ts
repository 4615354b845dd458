// A command of the compiled helix that runs beside the test, so that servers of the test can answer it.

import { helixBinary } from "./helix-binary.ts";
import { checkPrinted } from "./json-answers.ts";
import { NOW, TIMEOUT_SCALE, ZONE } from "./served.ts";

export interface ProcessOptions {
  readonly base: string;
  readonly cwd: string;
  readonly home: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
}

export interface RunningHelix {
  /** Waits until this stands in what was printed so far. */
  printed(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Starts `helix WORDS...`. Its environment is only what is given here. */
export function startHelix(words: readonly string[], options: ProcessOptions): RunningHelix {
  const { base, cwd, home, environment = {}, input = "" } = options;
  const child = Bun.spawn([helixBinary(), ...words], {
    cwd,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      TZ: ZONE,
      HELIX_NOW: NOW,
      HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
      HELIX_KB: base,
      ...environment,
    },
    stdin: typeof input === "string" ? Buffer.from(input) : input,
    stdout: "pipe",
    stderr: "pipe",
  });
  let stdout = "";
  let isOver = false;
  const waiting: { readonly text: string; readonly resolve: () => void; readonly reject: (why: Error) => void }[] = [];
  const look = () => {
    for (const { text, resolve, reject } of waiting) {
      if (stdout.includes(text)) resolve();
      else if (isOver) reject(new Error(`it ended without ${JSON.stringify(text)}`));
    }
  };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      stdout += decoder.decode(chunk, { stream: true });
      look();
    }
    isOver = true;
    look();
  };
  const end = async () => {
    const [stderr] = await Promise.all([new Response(child.stderr).text(), read()]);
    await child.exited;
    const status = child.exitCode;
    checkPrinted(words, status, stdout);
    return { status, stdout, stderr };
  };
  const ended = end();
  return {
    printed: (text) =>
      new Promise((resolve, reject) => {
        waiting.push({ text, resolve, reject });
        look();
      }),
    signal: (name) => child.kill(name),
    ended,
  };
}
