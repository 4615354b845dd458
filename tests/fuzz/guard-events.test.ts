// 10,000 events of any shape through the guard, on a real disk with links: nothing throws, a session without an active
// workspace hears nothing, and what is allowed is then done and changes nothing outside of the limits. The oracle knows
// no rule of the guard's: it looks at what changed on the disk.

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { decide, REASON_MAX } from "../../src/plan/decision/decide.ts";
import { guardEvent } from "../../src/plan/guard/guard-event.ts";
import type { GuardState } from "../../src/plan/decision/guard-state.ts";
import { ownPlaces } from "../../src/plan/guard/own-places.ts";
import type { HeldWorkspace } from "../../src/plan/workspace/workspace-store.ts";
import { readLink, storedName } from "../../src/platform/libc-strict.ts";
import { AGENT, held, SESSION, stateOf } from "../support/guard-state.ts";
import { useFolders } from "../support/temporary-folder.ts";

const EVENTS = 10_000;
const folder = useFolders("each");
let world = "";
let root = "";

const files: Record<string, string> = {
  "shop/src/a.ts": "a",
  "shop/src/b.ts": "b",
  "shop/src/A.ts": "A",
  "shop/lib/x.ts": "x",
  "shop/lib/deep/y.ts": "y",
  "shop/.git/config": "git",
  "shop/.claude/settings.json": "{}",
  "shop/.mcp.json": "{}",
  "home/.helix-kb/data.log": "kb",
  "home/.helix-guard/m": "m",
  "home/.claude/settings.json": "{}",
  "other/z.ts": "z",
  "tmp/t": "t",
};
const links: Record<string, string> = {
  "shop/lib/out": "../../other",
  "shop/lib/back": "../src",
  "shop/lib/file": "../src/b.ts",
  "shop/lib/new": "../src/new.ts",
  "shop/lib/loop": "loop",
  "shop/src/into": "../lib/deep",
  "shop/lib/git": "../.git",
  "shop/lib/kb": "../../home/.helix-kb",
  "tmp/shop": "../shop",
};

beforeEach(() => {
  world = realpathSync(folder());
  root = join(world, "shop");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(world, path)), { recursive: true });
    writeFileSync(join(world, path), text);
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(world, path));
});

/** Every file below the world with its text. */
function contents(): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string) => {
    for (const name of readdirSync(path)) {
      const each = join(path, name);
      const facts = lstatSync(each);
      if (facts.isDirectory()) visit(each);
      else if (facts.isFile()) found.set(each.slice(world.length + 1), readFileSync(each, "utf8"));
    }
  };
  visit(world);
  return found;
}

function stateWith(workspaces: readonly HeldWorkspace[]): GuardState {
  const home = join(world, "home");
  const places = ownPlaces({
    home,
    knowledgeBases: [join(home, ".helix-kb")],
    projects: [root],
    program: "/opt/helix",
    clientFolder: "",
    transcript: "",
  });
  return stateOf(
    workspaces,
    {},
    {
      home,
      temporary: [join(world, "tmp")],
      own: places,
      looker: { readLink, storedName },
      shellWrites: () => ({ targets: [], unknown: [], sweeping: [], own: [], isWhole: false }),
    },
  );
}

const name = fc.constantFrom(
  "shop",
  "src",
  "lib",
  "deep",
  "a.ts",
  "b.ts",
  "A.ts",
  "x.ts",
  "y.ts",
  "new.ts",
  "out",
  "back",
  "file",
  "new",
  "loop",
  "into",
  "git",
  "kb",
  ".git",
  "config",
  ".claude",
  "settings.json",
  ".mcp.json",
  "home",
  ".helix-kb",
  "data.log",
  "other",
  "z.ts",
  "tmp",
  "t",
  "..",
  "..",
  "..",
  ".",
  "",
  "SRC",
  "a.ts ",
  " a.ts",
  "ä",
  "a\u0308",
  "\u0000",
  "~",
);
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
  typeof value === "string" ? value.replace(/^([RW])(?=\/|$)/, (letter) => (letter === "R" ? root : world)) : value;

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
  return there === "/" ? false : realpathSync(there).startsWith(world);
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
      const builder = held({ root, task: { delta: ["src/a.ts", "lib/"], budget: 9 } });
      const isHeld = session === SESSION;
      const decision = decide(parsed, stateWith(isHeld ? [builder] : []));
      seen[decision.verdict]++;
      if (!isHeld) expect(decision.verdict).toBe("silent");
      if (decision.verdict === "denied") expect(decision.reason.length).toBeLessThanOrEqual(REASON_MAX);
      if (decision.verdict === "denied" && isMade) seen.refusedWrites++;
      if (decision.verdict !== "allowed" || !isMade) return;
      const before = contents();
      for (const each of opened(input, parsed.directory || root)) {
        // An actor without a workspace may use other servers' tools for nothing within the tree either.
        expect([each, isInWorld(each)]).toEqual([each, true]);
        try {
          writeFileSync(each, "changed");
          seen.written++;
        } catch {
          // A folder, or a name that cannot be.
        }
      }
      const now = contents();
      const changed = [...now.keys()].filter((key) => now.get(key) !== before.get(key));
      const isOk = (key: string) =>
        key.startsWith("tmp/") ||
        (parsed.agent === AGENT && (key === "shop/src/a.ts" || /^shop\/lib\/(?!.*\.git\/)/.test(key)));
      expect(changed.filter((key) => !isOk(key))).toEqual([]);
      for (const key of changed) writeFileSync(join(world, key), before.get(key) ?? "new");
    }),
    { numRuns: EVENTS, seed: 28, endOnFailure: true },
  );
  // The events must try what is to be held, and what is to be allowed.
  expect(seen.written).toBeGreaterThan(500);
  expect(seen.refusedWrites).toBeGreaterThan(2000);
  expect(seen.silent).toBeGreaterThan(2000);
});
