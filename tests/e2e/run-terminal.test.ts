// `helix run` at a terminal: the command has the terminal itself.

import { describe, expect, test } from "vitest";
import { skipLoudly } from "../support/confined.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { hasTerminals, inTerminal } from "../support/terminal.ts";

const folder = useFolders("each");
if (!hasTerminals) skipLoudly("this runtime makes no terminals");

const at = (command: string, keys?: { waitsFor: string; pressed: string }) =>
  inTerminal(command, { base: "/dev/null/kb", cwd: folder(), ...(keys ? { keys } : {}) });

describe.runIf(hasTerminals)("at a terminal", () => {
  test("all three descriptors are the terminal, and a long output is shown whole", async () => {
    const { status, screen } = await at(
      `"$HELIX" run 'test -t 0 && test -t 1 && test -t 2 && stty size; seq 1 2000; exit 3'`,
    );
    expect(status).toBe(3);
    expect(screen).toBe(`24 80\n${Array.from({ length: 2000 }, (_, at) => `${at + 1}\n`).join("")}`);
  });

  test("what is typed goes to the command", async () => {
    const { screen } = await at(`"$HELIX" run 'echo name?; read x; echo "hello $x"'`, {
      waitsFor: "name?",
      pressed: "Ada\r",
    });
    expect(screen).toBe("name?\nAda\nhello Ada\n");
  });

  test.each([
    ["the command alone", `"$HELIX" run 'trap "echo got; exit 7" INT; echo ready >&2; read x'; echo "ends with $?"`],
    [
      "a command in a pipe",
      `{ trap : INT; "$HELIX" run 'trap "echo got; exit 7" INT; echo ready >&2; read x'; echo "ends with $?"; } | cat`,
    ],
  ])("Ctrl-C comes once: %s", async (_, command) => {
    // The shell around it and what reads the pipe are told to stay.
    const { screen } = await at(`trap : INT; ${command.replace("| cat", "| (trap '' INT; cat)")}`, {
      waitsFor: "ready",
      pressed: "\u0003",
    });
    expect(screen.replace("^C", "")).toBe("ready\ngot\nends with 7\n");
  });

  test("standard error stays a terminal when standard output is read", async () => {
    const { screen } = await at(`"$HELIX" run 'test -t 2 && echo shown >&2; test -t 1 || echo piped' | cat`);
    expect(screen).toBe("shown\npiped\n");
  });

  test("a command in a pipe may ask at the terminal", async () => {
    const { screen } = await at(`"$HELIX" run 'echo sure? > /dev/tty; read x < /dev/tty; echo "said $x"' | cat`, {
      waitsFor: "sure?",
      pressed: "yes\r",
    });
    expect(screen).toBe("sure?\nyes\nsaid yes\n");
  });
});
