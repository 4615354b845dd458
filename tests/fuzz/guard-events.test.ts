// 10,000 events of any shape through the guard, on a real disk with links: nothing throws, a session without an active
// workspace hears nothing, and what is allowed is then done and changes nothing outside of the limits. The oracle knows
// no rule of the guard's: it looks at what changed on the disk.

import { existsSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { decide, REASON_MAX } from "../../src/plan/decision/decide.ts";
import { guardEvent } from "../../src/plan/guard/guard-event.ts";
import { AGENT, held, SESSION } from "../support/guard-state.ts";
import { DELTA, GuardedWorld, isWithinLimits, NAMES } from "../support/guarded-world.ts";
import { useFolders } from "../support/temporary-folder.ts";

const EVENTS = 10_000;
/** Lines of a shell are tried in guard-lines.test.ts. */
const UNREAD = { targets: [], unknown: [], sweeping: [], own: [], isWhole: false };
const folder = useFolders("each");
let world: GuardedWorld;

beforeEach(() => {
  world = new GuardedWorld(folder());
});

const name = fc.constantFrom(...NAMES, "", "a.ts ", " a.ts", "ä", "a\u0308", "\u0000", "~");
const madeOf = fc
  .tuple(
    fc.constantFrom("", "src/", "lib/", "./", "~/", "R/", "R/src/", "R/lib/", "W/", "W/tmp/"),
    fc.array(name, { minLength: 1, maxLength: 6 }),
  )
  .map(([start, names]) => start + names.join("/"));
const inside = fc.constantFrom(
  "src/a.ts",
  "R/src/a.ts",
  "R/lib/x.ts",
  "R/lib/deep/n.ts",
  "R/lib/../lib/x.ts",
  "W/tmp/t",
);
const path = fc.oneof(
  { weight: 4, arbitrary: inside },
  { weight: 8, arbitrary: madeOf },
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constant("a/".repeat(50_000)),
);
const anything = fc.anything({ maxDepth: 3, withNullPrototype: true });
const text = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom("x".repeat(3_000_000), "eval(1)", ""));
const edit = fc
  .tuple(fc.constantFrom("Edit", "Write", "MultiEdit", "NotebookEdit"), path, text, fc.boolean())
  .map(([tool, where, content, isNotebook]) => ({
    tool_name: tool,
    tool_input: { [isNotebook ? "notebook_path" : "file_path"]: where, content, new_string: content, old_string: "" },
  }));
const foreign = fc
  .tuple(fc.constantFrom("mcp__fs__write_file", "mcp__fs__move", "mcp__helix__x__edit"), path, path)
  .map(([tool, from, to]) => ({ tool_name: tool, tool_input: { path: from, options: [{ target: to }] } }));
const wild = fc.record(
  {
    tool_name: fc.oneof(fc.constantFrom("Edit", "Bash", "Read", "Agent", "mcp__helix__plan"), fc.string(), anything),
    tool_input: anything,
  },
  { requiredKeys: [] },
);
const event = fc.record({
  body: fc.oneof({ weight: 6, arbitrary: edit }, { weight: 2, arbitrary: foreign }, { weight: 2, arbitrary: wild }),
  agent: fc.constantFrom(AGENT, AGENT, AGENT, "", "other", 7),
  session: fc.constantFrom(SESSION, SESSION, SESSION, "else", null),
  cwd: fc.constantFrom("R", "R/lib", "R/src/into", "W", "", 5, "relative"),
});

/** Stands for the folders of this run, whose names are not known before. */
const placed = (value: unknown): unknown =>
  typeof value === "string"
    ? value.replace(/^([RW])(?=\/|$)/, (letter) => (letter === "R" ? world.root : world.top))
    : value;

/** The paths that a call names, as a program may open them. */
function opened(input: Record<string, unknown>, cwd: string): string[] {
  const given = [
    input.file_path,
    input.notebook_path,
    input.path,
    (input.options as { target: string }[] | undefined)?.[0]?.target,
  ];
  return given.flatMap((each) => {
    if (typeof each !== "string" || each === "") return [];
    return [...new Set([each.startsWith("/") ? each : `${cwd}/${each}`, resolve(cwd, each)])];
  });
}

/** Whether writing to a path stays in this run's folder. What does not would be a hole by itself. */
function isInWorld(path: string): boolean {
  let there = path;
  while (!existsSync(there) && there !== "/") there = dirname(there);
  return there === "/" ? false : realpathSync(there).startsWith(world.top);
}

test(`${EVENTS} events: nothing throws, nobody else is held, nothing outside of the limits is written`, () => {
  const seen = { silent: 0, allowed: 0, denied: 0, written: 0, refusedWrites: 0 };
  fc.assert(
    fc.property(event, ({ body, agent, session, cwd }) => {
      const input = "tool_input" in body ? (body.tool_input as Record<string, unknown>) : undefined;
      const isMade = typeof input === "object" && input !== null && ("content" in input || "options" in input);
      if (isMade)
        for (const key of ["file_path", "notebook_path", "path"]) if (key in input) input[key] = placed(input[key]);
      const raw = {
        ...body,
        hook_event_name: "PreToolUse",
        session_id: session,
        agent_id: agent,
        tool_use_id: "t",
        cwd: placed(cwd),
      };
      const parsed = guardEvent(raw);
      const builder = held({ root: world.root, task: { delta: DELTA, budget: 9 } });
      const isHeld = session === SESSION;
      const decision = decide(parsed, world.state(isHeld ? [builder] : [], { shellWrites: () => UNREAD }));
      seen[decision.verdict]++;
      if (!isHeld) expect(decision.verdict).toBe("silent");
      if (decision.verdict === "denied") expect(decision.reason.length).toBeLessThanOrEqual(REASON_MAX);
      if (decision.verdict === "denied" && isMade) seen.refusedWrites++;
      if (decision.verdict !== "allowed" || !isMade) return;
      const before = world.contents();
      for (const each of opened(input, parsed.directory || world.root)) {
        expect([each, isInWorld(each)]).toEqual([each, true]);
        try {
          writeFileSync(each, "changed");
          seen.written++;
        } catch {
          // A folder, or a name that cannot be.
        }
      }
      const changed = world.changedSince(before);
      expect(changed.filter((key) => !isWithinLimits(key, parsed.agent === AGENT))).toEqual([]);
      for (const key of changed) writeFileSync(join(world.top, key), "as before");
    }),
    { numRuns: EVENTS, seed: 28, endOnFailure: true },
  );
  // The events must try what is to be held, and what is to be allowed.
  expect(seen.written).toBeGreaterThan(500);
  expect(seen.refusedWrites).toBeGreaterThan(2000);
  expect(seen.silent).toBeGreaterThan(2000);
});
