// What may happen to the directory of a knowledge base while somebody uses it, so that it can be entered no more, or is
// another one.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";

export interface Spoiling {
  readonly name: string;
  /** Whether it only keeps somebody out whom modes bind: whoever is meant has to run without privileges. */
  readonly isByMode?: boolean;
  spoil(directory: string): void;
}

/** Makes room for something else under the name. */
function moveAway(path: string): void {
  renameSync(path, `${path}.away`);
}

/** The directory has to lie in a folder that is the test's own. */
export const SPOILINGS: readonly Spoiling[] = [
  { name: "is removed", spoil: (directory) => rmSync(directory, { recursive: true }) },
  { name: "is moved away", spoil: moveAway },
  {
    name: "is replaced by a file",
    spoil(directory) {
      moveAway(directory);
      writeFileSync(directory, "");
    },
  },
  {
    name: "is replaced by a link to itself",
    spoil(directory) {
      moveAway(directory);
      symlinkSync(basename(directory), directory);
    },
  },
  {
    name: "is replaced by a link that leads nowhere",
    spoil(directory) {
      moveAway(directory);
      symlinkSync("nowhere", directory);
    },
  },
  {
    name: "is replaced by a pipe",
    spoil(directory) {
      moveAway(directory);
      spawnSync("mkfifo", [directory]);
    },
  },
  {
    name: "is replaced by an empty one",
    spoil(directory) {
      moveAway(directory);
      mkdirSync(directory, { mode: 0o700 });
    },
  },
  { name: "lies in one that is moved away", spoil: (directory) => moveAway(dirname(directory)) },
  {
    name: "lies in one that is replaced by a file",
    spoil(directory) {
      moveAway(dirname(directory));
      writeFileSync(dirname(directory), "");
    },
  },
  { name: "may not be entered", isByMode: true, spoil: (directory) => chmodSync(directory, 0) },
  {
    name: "lies in one that may not be entered",
    isByMode: true,
    spoil: (directory) => chmodSync(dirname(directory), 0),
  },
  {
    name: "has names that are directories",
    spoil(directory) {
      for (const name of ["hooks.sock", "data.log"]) {
        rmSync(`${directory}/${name}`, { force: true });
        mkdirSync(`${directory}/${name}/within`, { recursive: true });
      }
    },
  },
];
