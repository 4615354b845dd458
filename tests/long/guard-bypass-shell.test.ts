// Attempts to write beyond the limits of a task by lines of the shell: each is put before the guard's own process. What
// is not denied is run for real, and the report says what it found (docs/GUARD.md has the table).

import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { DENIED_ROWS, REPORT_ROWS } from "../support/bypass-rows.ts";
import { BypassWorld } from "../support/bypass-world.ts";
import { skipLoudly } from "../support/confined.ts";
import { useFolders } from "../support/temporary-folder.ts";

/** Mounting needs privileges that not every machine gives. */
const PROBES: Readonly<Record<string, string>> = { MOUNT: "unshare -m mount --bind /tmp /mnt" };
const folder = useFolders("all");
const shared = BypassWorld.begun(folder());
const isThere = (program: string) => spawnSync("sh", ["-c", PROBES[program] ?? `command -v ${program}`]).status === 0;

describe("denied before it runs", () => {
  test.each(DENIED_ROWS)("$name", async ({ line }) => {
    const at = await shared;
    const said = at.guard({ tool_name: "Bash", tool_input: { command: at.placed(line) } });
    expect(said).toMatch(/^helix: (?:may not|cannot tell|the command line cannot be read)/);
    expect(said).toContain("status=blocked");
  });

  test("and nothing was changed by asking", async () => {
    const at = await shared;
    expect(at.run('git diff --quiet && test -z "$(git status --porcelain)"')).toBe(0);
  });
});

describe("found at the report", () => {
  test.each(REPORT_ROWS)("$name", { timeout: 60_000 }, async ({ line, needs = "" }) => {
    if (!isThere(needs)) return skipLoudly(`no ${needs} is here`);
    const at = await BypassWorld.begun(folder());
    const { outcome, said } = await at.attempt(at.placed(line));
    expect({ outcome, said }).toEqual({ outcome: "report", said: expect.stringMatching(/^outside: \d/) });
  });

  test("without an attempt it is accepted", async () => {
    const at = await BypassWorld.begun(folder());
    expect(await at.attempt("echo 'export const a = 2;' > src/a.ts; npm --version")).toEqual({
      outcome: "out of reach",
      said: "",
    });
  });
});
