// Lines of the shell through the guard: what it allows is run by `sh`, and nothing outside of the limits may change. The
// shell runs without the rights of the superuser, on a tree of its own.

import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decide } from "../../src/plan/decision/decide.ts";
import { guardEvent } from "../../src/plan/guard/guard-event.ts";
import { shellWrites } from "../../src/plan/guard/shell-writes.ts";
import { libcFiles } from "../../src/platform/libc-files.ts";
import { skipLoudly, withoutPrivileges } from "../support/confined.ts";
import { AGENT, held, SESSION } from "../support/guard-state.ts";
import { DELTA, GuardedWorld, isWithinLimits, NAMES } from "../support/guarded-world.ts";
import { useFolders } from "../support/temporary-folder.ts";

const LINES = 1500;
const NOBODY = 65534;
const folder = useFolders("each");

const inside = fc.constantFrom(
  "src/a.ts",
  "R/src/a.ts",
  "lib/x.ts",
  "R/lib/n.ts",
  "lib/deep/y.ts",
  "R/lib/../lib/x.ts",
  "W/tmp/t",
  "lib",
);
const anywhere = fc
  .tuple(
    fc.constantFrom("", "src/", "lib/", "./", "R/", "R/lib/", "W/", "W/tmp/", "~/"),
    fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 5 }),
  )
  .map(([start, names]) => start + names.join("/"));
const path = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: inside }, { weight: 2, arbitrary: anywhere }),
    fc.constantFrom("", "", "'", '"'),
  )
  .map(([where, quote]) => quote + where + quote);
/** P and Q stand for paths. */
const template = fc.constantFrom(
  "echo x > P",
  "echo x >> P",
  "echo x >| P",
  ": 2> P",
  "echo x | tee P",
  "tee -a P Q < /dev/null",
  "cp P Q",
  "cp -r P Q",
  "cp -t Q P",
  "mv P Q",
  "mv -f P Q",
  "rm -f P",
  "rm -f P Q",
  "touch P Q",
  "ln -sf P Q",
  "ln -f P Q",
  "mkdir -p P",
  "rmdir P",
  "sed -i s/a/b/ P",
  "dd if=Q of=P",
  "truncate -s 1 P",
  "install -m 600 P Q",
  "chmod 600 P",
  "cd P && echo x > Q",
  "(cd P; touch n)",
  "{ echo x; } > P",
  "cat <<E > P\nx\nE",
  "V=P; echo x > $V",
  "V=P; cp Q $V/n",
  "for f in P Q; do echo x > $f; done",
  "if true; then echo x > P; fi",
  "sh -c 'echo x > P'",
  "eval echo x '>' P",
  "echo x > P; echo x > Q",
  "cat P",
  "ls P && cat Q",
  "test -e P || touch P",
  "find P -name '*.ts' -delete",
  "echo P | xargs touch",
  "printf x > P &",
  "exec > P; echo x",
  "cp P/* Q",
  "echo x > P/*",
  "mv P/{x.ts,n} Q",
);

test(`${LINES} lines: what is allowed changes nothing outside of the limits`, () => {
  const words = withoutPrivileges();
  if (words === null) return skipLoudly("no user without privileges can be had");
  const seen = { silent: 0, allowed: 0, denied: 0, changed: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.tuple(template, path, path), { minLength: 10, maxLength: 10 }),
      fc.constantFrom(AGENT, AGENT, ""),
      (drawn, agent) => {
        const world = new GuardedWorld(folder());
        const { top, root } = world;
        const home = join(top, "home");
        giveAway(top);
        const placed = (text: string) =>
          text.replace(/^(['"]?)([RW])(?=\/)/, (_, quote, letter) => quote + (letter === "R" ? root : top));
        for (const [pattern, first, second] of drawn) {
          const command = pattern.replaceAll(/\b[PQ]\b/g, (letter) => placed(letter === "P" ? first : second));
          const event = guardEvent({
            hook_event_name: "PreToolUse",
            session_id: SESSION,
            agent_id: agent,
            tool_use_id: "t",
            tool_name: "Bash",
            tool_input: { command },
            cwd: root,
          });
          const variables = { HOME: home, PATH: "/usr/bin:/bin", PWD: root };
          const isFolder = (each: string) => libcFiles.kind(each) === "directory";
          const state = world.state([held({ root, task: { delta: DELTA } })], {
            shellWrites: (line, where) => shellWrites(line, { ...where, variables, isFolder }),
          });
          const decision = decide(event, state);
          seen[decision.verdict]++;
          if (decision.verdict !== "allowed") continue;
          const before = world.contents();
          spawnSync(words[0] ?? "sh", words.length === 0 ? ["-c", command] : [...words.slice(1), "sh", "-c", command], {
            cwd: root,
            env: variables,
            stdio: "ignore",
            timeout: 10_000,
          });
          const changed = world.changedSince(before);
          seen.changed += changed.length;
          expect([command, changed.filter((key) => !isWithinLimits(key, agent === AGENT))]).toEqual([command, []]);
        }
      },
    ),
    { numRuns: LINES / 10, seed: 28, endOnFailure: true },
  );
  expect(seen.changed).toBeGreaterThan(100);
  expect(seen.denied).toBeGreaterThan(300);
}, 120_000);

/** Makes all below a folder that user's who has no privileges. */
function giveAway(path: string): void {
  if (process.getuid?.() === 0) spawnSync("chown", ["-hR", `${NOBODY}:${NOBODY}`, path]);
  chmodSync(path, 0o755);
}
