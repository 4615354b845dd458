// Where a write to a path really ends: every link on the way is followed, and what is not there yet is taken as it
// stands. A path can be read in two ways. The system goes through the links first and then up (`link/..` is the folder
// above the link's target). Programs often take `..` away from the text first. Nobody knows which way a tool goes, so
// both places are told.

import { fromHome, normalPath, pathFrom } from "../../base/path-names.ts";

/** What the guard asks the disk. */
export interface PlaceLooker {
  /** What a link holds; null for anything that is no link, also for what is not there. Throws when it cannot be told. */
  readLink(path: string): string | null;
  /**
   * The name under which the disk keeps an existing path, where it may differ from the one it was found by (macOS);
   * the same path elsewhere.
   */
  storedName(path: string): string;
}

/** More than the system follows. */
const LINKS_MAX = 40;
const PATH_LENGTH_MAX = 65_536;

/** A path that leads nowhere: a loop of links, or longer than any path. */
export class NoPlace extends Error {}

/** The real places of a path that was given in `directory`, absolute and without links: one, seldom two. */
export function realPlaces(path: string, directory: string, looker: PlaceLooker): string[] {
  if (path.length > PATH_LENGTH_MAX) throw new NoPlace("a path that is too long");
  const absolute = path.startsWith("/") ? path : `${directory}/${path}`;
  const physical = realPlace(absolute, looker);
  const lexical = absolute.includes("..") ? realPlace(pathFrom(directory, path), looker) : physical;
  return physical === lexical ? [physical] : [physical, lexical];
}

/** The real place of an absolute path, as the system finds it. */
export function realPlace(absolute: string, looker: PlaceLooker): string {
  const waiting = absolute.split("/").reverse();
  const done: string[] = [];
  let links = 0;
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      done.pop();
      continue;
    }
    const target = looker.readLink(`/${[...done, name].join("/")}`);
    if (target === null) {
      done.push(name);
      continue;
    }
    links++;
    if (links > LINKS_MAX || waiting.length > PATH_LENGTH_MAX) throw new NoPlace("a loop of links");
    if (target.startsWith("/")) done.length = 0;
    waiting.push(...target.split("/").reverse());
  }
  return looker.storedName(`/${done.join("/")}`);
}

/** The ways in which a client may read a path of an editing tool. */
export function readings(path: string, home: string): string[] {
  const trimmed = path.trim();
  return [...new Set([path, trimmed, fromHome(trimmed, home), fromHome(trimmed, home).normalize("NFC")])];
}

/** A path as names are compared to say that they differ in their case or form only. */
export function foldedName(path: string): string {
  return normalPath(`/${path}`).normalize("NFKC").toLowerCase().normalize("NFKC");
}
