// A work tree with links that lead in and out of it, for tests of what the guard allows: what it allowed is done, and
// what changed on the disk is looked at.

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { GuardState } from "../../src/plan/decision/guard-state.ts";
import { ownPlaces } from "../../src/plan/guard/own-places.ts";
import type { HeldWorkspace } from "../../src/plan/workspace/workspace-store.ts";
import { readLink, storedName } from "../../src/platform/libc-strict.ts";
import { stateOf } from "./guard-state.ts";

const FILES: Readonly<Record<string, string>> = {
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
const LINKS: Readonly<Record<string, string>> = {
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
/** Names that paths in the world are made of. */
export const NAMES: readonly string[] = [
  ..."shop src lib deep a.ts b.ts A.ts x.ts y.ts new.ts out back file new loop into git kb other z.ts tmp t SRC".split(
    " ",
  ),
  ..."home .git config .claude settings.json .mcp.json .helix-kb data.log .. .. .. .".split(" "),
];
/** The delta of the tasks in this world. */
export const DELTA: readonly string[] = ["src/a.ts", "lib/"];

export class GuardedWorld {
  readonly top: string;
  readonly root: string;

  /** `folder` is an empty folder of the test. */
  constructor(folder: string) {
    this.top = realpathSync(folder);
    this.root = join(this.top, "shop");
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(this.top, path)), { recursive: true });
      writeFileSync(join(this.top, path), text);
    }
    for (const [path, target] of Object.entries(LINKS)) symlinkSync(target, join(this.top, path));
  }

  /** Every file with its text, every link with its target, and every folder, by path below the top. */
  contents(): Map<string, string> {
    const found = new Map<string, string>();
    const visit = (path: string) => {
      for (const name of readdirSync(path)) {
        const each = join(path, name);
        const facts = lstatSync(each);
        const key = each.slice(this.top.length + 1);
        if (facts.isDirectory()) visit(each);
        const what = facts.isDirectory()
          ? "/"
          : facts.isFile()
            ? readFileSync(each, "utf8")
            : `-> ${readlinkSync(each)}`;
        found.set(key, `${facts.mode} ${what}`);
      }
    };
    visit(this.top);
    return found;
  }

  /** What changed, came or went since. A folder that comes or goes is none: no file is in it. */
  changedSince(before: ReadonlyMap<string, string>): string[] {
    const now = this.contents();
    return [...new Set([...before.keys(), ...now.keys()])].filter((key) => {
      const [then, what] = [before.get(key), now.get(key)];
      const isFolderOnly = (then === undefined || what === undefined) && (then ?? what ?? "").endsWith(" /");
      return then !== what && !isFolderOnly;
    });
  }

  /** What the guard goes by here. */
  state(workspaces: readonly HeldWorkspace[], changes: Partial<GuardState> = {}): GuardState {
    const home = join(this.top, "home");
    const own = ownPlaces({
      home,
      knowledgeBases: [join(home, ".helix-kb")],
      projects: [this.root],
      program: "/opt/helix",
      clientFolder: "",
      transcript: "",
    });
    const looker = { readLink, storedName };
    return stateOf(workspaces, {}, { home, temporary: [join(this.top, "tmp")], own, looker, ...changes });
  }
}

/** Whether a changed path is within the limits. An actor without a workspace may change temporary files only. */
export function isWithinLimits(path: string, hasWorkspace: boolean): boolean {
  if (path.startsWith("tmp/")) return true;
  return hasWorkspace && (path === "shop/src/a.ts" || path === "shop/lib" || path.startsWith("shop/lib/"));
}
