// Temporary folders with a few files for another program. Those that killed processes left behind are removed by the
// next one.

import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { orNull } from "../base/errors.ts";
import { ioError } from "./io-error.ts";
import { namesIn } from "./path-facts.ts";
import { isAlive } from "./temporary-file.ts";

/** What stands before the process that made the folder, and what `mkdtemp` adds. */
const BEGINNING = ".scratch-";
const REST = /^(\d+)-\w{6}$/;

export interface ScratchFolder {
  readonly path: string;
  /** Writes a file by its path in the folder. Throws the system's error. */
  write(name: string, text: string): void;
  /** Failures do not matter: a later process sweeps. */
  remove(): void;
}

/**
 * Makes a folder for this user only in the first of `parents` that can be written to; they are made where they are
 * missing. `texts` are files by their path in it, `links` paths that its links lead to, `beginning` that of its name.
 * Throws IO, of the first.
 */
export function makeScratchFolder(
  parents: readonly string[],
  texts: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
  beginning = BEGINNING,
): ScratchFolder {
  let refusal: unknown = null;
  for (const parent of parents) {
    try {
      return makeIn(parent, texts, links, beginning);
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
  beginning: string,
): ScratchFolder {
  let path: string | null = null;
  const remove = () => {
    if (path !== null) orNull(() => rmSync(path!, { recursive: true, force: true }));
  };
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    sweep(parent, beginning);
    path = mkdtempSync(join(parent, `${beginning}${process.pid}-`));
    const folder = path;
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text, { mode: 0o600 });
    };
    for (const [name, text] of Object.entries(texts)) write(name, text);
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(path, name));
    return { path, write, remove };
  } catch (error) {
    remove();
    throw ioError(`cannot make a temporary folder in ${parent}`, error);
  }
}

function sweep(parent: string, beginning: string): void {
  for (const name of namesIn(parent)) {
    const maker = name.startsWith(beginning) ? REST.exec(name.slice(beginning.length))?.[1] : undefined;
    if (maker === undefined || isAlive(Number(maker)) || !isOwn(join(parent, name))) continue;
    orNull(() => rmSync(join(parent, name), { recursive: true, force: true }));
  }
}

/** Whether this user made it: a folder for everybody holds what others put there. */
function isOwn(path: string): boolean {
  return orNull(() => lstatSync(path).uid) === process.getuid?.();
}
