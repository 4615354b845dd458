// Runs commands of the compiled helix in a pseudo-terminal, as a person has it. The runtime makes the terminal, on Linux
// and on macOS.

import { helixBinary } from "./helix-binary.ts";
import { NOW, TIMEOUT_SCALE, ZONE } from "./served.ts";

/** Whether this runtime can make a pseudo-terminal. */
export const hasTerminals: boolean = typeof (Bun as { Terminal?: unknown }).Terminal === "function";

export interface TerminalOptions {
  readonly base: string;
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Keys that are pressed when `waitsFor` has appeared on the screen. */
  readonly keys?: { readonly waitsFor: string; readonly pressed: string };
}

export interface TerminalOutcome {
  readonly status: number;
  /** All that was written to the terminal, with its line ends as the program wrote them. */
  readonly screen: string;
}

/** Runs a shell command in a terminal of 80 columns and 24 rows. $HELIX is the binary. */
export async function inTerminal(command: string, options: TerminalOptions): Promise<TerminalOutcome> {
  const { base, cwd, columns = 80, rows = 24, environment = {}, keys } = options;
  const decoder = new TextDecoder();
  let screen = "";
  let isPressed = false;
  const child = Bun.spawn(["/bin/sh", "-c", command], {
    cwd,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: cwd,
      TERM: "xterm-256color",
      TZ: ZONE,
      HELIX: helixBinary(),
      HELIX_KB: base,
      HELIX_NOW: NOW,
      HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
      ...environment,
    },
    terminal: {
      cols: columns,
      rows,
      data(terminal, data) {
        screen += decoder.decode(data, { stream: true });
        if (keys === undefined || isPressed || !screen.includes(keys.waitsFor)) return;
        isPressed = true;
        terminal.write(keys.pressed);
      },
    },
  });
  const status = await child.exited;
  child.terminal?.close();
  return { status, screen: screen.replaceAll("\r\n", "\n") };
}

/** A text without the sequences that colour it. */
export function withoutColour(text: string): string {
  return text.replace(/\u001b\[\d*m/g, "");
}
