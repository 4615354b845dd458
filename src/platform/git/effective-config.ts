// Git's configuration as it counts in a work tree: with that of the system and the user, with includes, and with that of
// the work tree alone. It says which programs git runs, so whoever compares two times of a tree compares it, too.
// Invariants:
// - `git config --list` is the one command that sees it: it reads, prints, and runs none of the programs that are named.
// - Values are hashed: they may hold credentials.

import { hashOf } from "../tree-entries.ts";
import { findGit, type GitPorts, type GitTree, quietEnvironment } from "./git-program.ts";

export interface EffectiveConfig {
  /** A hash of the values of each name, in their order. Names that change nothing which git runs or reads are left out. */
  readonly values: ReadonlyMap<string, string>;
  /** The folder of hooks that counts instead of the usual one; "" where none is named. */
  readonly hooksPath: string;
}

const RUN_MS = 5000;
const BYTES_MAX = 4 * 1024 * 1024;
const HARMLESS = /^(?:user|color|column|advice|branch|safe|maintenance)\./;
const HOOKS = "core.hookspath";
/** A name may hold an address with a password: `url.https://me:secret@host/.insteadof`. */
const CREDENTIALS = /\/\/[^/@]*@/g;

/** The configuration; null where git cannot tell it. */
export async function effectiveConfig(ports: GitPorts, tree: GitTree): Promise<EffectiveConfig | null> {
  const path = findGit(ports, tree.root);
  if (path === null) return null;
  const pieces: Uint8Array[] = [];
  let length = 0;
  const end = await ports.programs.run({
    path,
    words: ["--no-pager", "config", "--list", "--includes", "-z"],
    directory: tree.root,
    environment: {
      ...quietEnvironment(ports, tree.root),
      ...(ports.home === "" ? {} : { HOME: ports.home }),
      ...(ports.configHome === "" ? {} : { XDG_CONFIG_HOME: ports.configHome }),
      GIT_DIR: tree.repository.gitDirectory,
    },
    limitMs: RUN_MS,
    receive: (bytes) => {
      pieces.push(bytes);
      length += bytes.length;
      return length <= BYTES_MAX;
    },
  });
  return end.by === "exit" && end.code === 0 ? configIn(Buffer.concat(pieces).toString("utf8"), ports.home) : null;
}

function configIn(listed: string, home: string): EffectiveConfig {
  const all = new Map<string, string[]>();
  for (const entry of listed.split("\0")) {
    const at = entry.indexOf("\n");
    const name = (at < 0 ? entry : entry.slice(0, at)).replace(CREDENTIALS, "//");
    if (name === "" || HARMLESS.test(name)) continue;
    // A name without a value is not one with an empty value.
    const values = all.get(name) ?? [];
    values.push(entry.slice(at < 0 ? entry.length : at));
    all.set(name, values);
  }
  const hooks = all.get(HOOKS)?.at(-1)?.slice(1) ?? "";
  return {
    values: new Map(Array.from(all, ([name, values]) => [name, hashOf(values.join("\0"))])),
    hooksPath: hooks.startsWith("~/") && home !== "" ? `${home}/${hooks.slice(2)}` : hooks,
  };
}
