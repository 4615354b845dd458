// What reading work trees needs, with a home and a temporary folder of the test's own.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ListingPorts } from "../../src/code/files/list-files.ts";
import { findWorkTree, type WorkTree } from "../../src/code/files/work-tree.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import type { GitTree } from "../../src/platform/git/git-program.ts";
import { systemPrograms } from "../../src/platform/programs.ts";
import { diskSourceFiles } from "../../src/platform/source-files.ts";

/** Ports whose home and temporary folder lie in `own`. */
export function codePorts(own: string, changed: Partial<ListingPorts> = {}): ListingPorts {
  return {
    programs: systemPrograms,
    files: diskFiles,
    sources: diskSourceFiles,
    scratch: [join(own, "scratch")],
    searchPath: process.env.PATH ?? "",
    home: join(own, "home"),
    configHome: "",
    takeTurn: async () => undefined,
    ...changed,
  };
}

/** Writes files, with the folders on the way. */
export function putFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** The work tree of a folder that somebody asked for. */
export function askedTree(folder: string): WorkTree {
  return findWorkTree({ folder, isAsked: true, home: "", files: diskFiles });
}

/** The same for a folder with a repository. Throws where there is none. */
export function gitTree(folder: string): GitTree {
  const { root, repository } = askedTree(folder);
  if (repository === null) throw new Error(`${folder} has no repository`);
  return { root, repository };
}
