// Temporary folders with a few files for another program, in a folder of helix's own. Those that killed processes left
// behind are removed by the next one.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { orNull } from "../base/errors.ts";
import { ioError } from "./io-error.ts";
import { namesIn } from "./path-facts.ts";
import { isAlive } from "./temporary-file.ts";

/** The name holds the process that made the folder and what `mkdtemp` adds. */
const NAME = /^\.scratch-(\d+)-\w{6}$/;

export interface ScratchFolder {
  readonly path: string;
  /** Failures do not matter: a later process sweeps. */
  remove(): void;
}

/**
 * Makes a folder for this user only in `parent`, which is made where it is missing. `texts` are files by their path in
 * it, `links` paths that its links lead to. Throws IO.
 */
export function makeScratchFolder(
  parent: string,
  texts: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
): ScratchFolder {
  let path: string | null = null;
  const remove = () => {
    if (path !== null) orNull(() => rmSync(path!, { recursive: true, force: true }));
  };
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    sweep(parent);
    path = mkdtempSync(join(parent, `.scratch-${process.pid}-`));
    for (const [name, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text, { mode: 0o600 });
    }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(path, name));
    return { path, remove };
  } catch (error) {
    remove();
    throw ioError(`cannot make a temporary folder in ${parent}`, error);
  }
}

function sweep(parent: string): void {
  for (const name of namesIn(parent)) {
    const maker = NAME.exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    orNull(() => rmSync(join(parent, name), { recursive: true, force: true }));
  }
}
