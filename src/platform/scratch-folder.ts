// Temporary folders with a few files for another program. Those that killed processes left behind are removed by the
// next one.

import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
 * Makes a folder for this user only in the first of `parents` that can be written to; they are made where they are
 * missing. `texts` are files by their path in it, `links` paths that its links lead to. Throws IO, of the first.
 */
export function makeScratchFolder(
  parents: readonly string[],
  texts: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
): ScratchFolder {
  let refusal: unknown = null;
  for (const parent of parents) {
    try {
      return makeIn(parent, texts, links);
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal;
}

function makeIn(
  parent: string,
  texts: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>>,
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
    if (maker === undefined || isAlive(Number(maker)) || !isOwn(join(parent, name))) continue;
    orNull(() => rmSync(join(parent, name), { recursive: true, force: true }));
  }
}

/** Whether this user made it: a folder for everybody holds what others put there. */
function isOwn(path: string): boolean {
  return orNull(() => lstatSync(path).uid) === process.getuid?.();
}
