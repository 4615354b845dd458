// What answers of `code` cite, held against the files as they are.

import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FENCE = /^(`{3,})\w*$/;
const PLACE = /^ {2}(\d+)(?:-(\d+))? {2}(.*)$/;
/** Lines of an answer that cite nothing. */
const ABOUT =
  /^(?:no code |read on:|left out:|tests(?::| \()|\.\.\. |commits are |only the newest|git |stopped after|the clone |the index could not be saved|\d+ (?:new|commit))/;

/** Whether lines are shown as they stand; long ones are cut. */
function isShown(shown: readonly string[], there: readonly string[]): boolean {
  const same = (line: string, at: number) =>
    line === there[at] || (line.endsWith("…") && there[at]!.startsWith(line.slice(0, -1)));
  return shown.length === there.length && shown.every(same);
}

/** The lines of a file of the tree; null where no regular file stands. */
export function linesAt(root: string, path: string): string[] | null {
  try {
    if (!lstatSync(join(root, path)).isFile()) return null;
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    if (lines.at(-1) === "") lines.pop();
    return lines;
  } catch {
    return null;
  }
}

/** The files that an answer to a search lists, without tests. */
export function citedFiles(answer: string): string[] {
  return answer.split("\n").filter((line) => /^\S/.test(line) && !ABOUT.test(line));
}

/** What an answer to a search says that does not stand in the files of the tree at `root`. */
export function wrongCitations(root: string, answer: string): string[] {
  const wrong: string[] = [];
  let path = "";
  let lines: string[] | null = [];
  let from = 0;
  const given = answer.split("\n");
  for (let at = 0; at < given.length; at++) {
    const line = given[at]!;
    const fence = FENCE.exec(line)?.[1];
    const place = PLACE.exec(line);
    if (fence !== undefined) {
      const end = given.indexOf(fence, at + 1);
      const body = given.slice(at + 1, end);
      const there = lines?.slice(from - 1, from - 1 + body.length) ?? [];
      if (!isShown(body, there)) wrong.push(`${path}:${from} is not ${JSON.stringify(body)}`);
      at = end;
    } else if (place !== null) {
      from = Number(place[1]);
      const stretch = lines?.slice(from - 1, Number(place[2] ?? place[1])) ?? [];
      const signature = place[3]!.replace(/ {2}\(in .*$|…$/, "").trim();
      const isThere = stretch.some((each) => each.replace(/\s+/g, " ").includes(signature));
      if (stretch.length !== Number(place[2] ?? from) - from + 1 || !isThere) wrong.push(`${path}: ${line.trim()}`);
    } else if (/^ {2}\S/.test(line)) {
      if (!line.startsWith("  ... ") && linesAt(root, line.trim()) === null) wrong.push(`no file: ${line.trim()}`);
    } else if (!ABOUT.test(line)) {
      path = line;
      lines = linesAt(root, path);
      if (lines === null) wrong.push(`no file: ${path}`);
    }
  }
  return wrong;
}

/** What an answer to `read` of a whole file says that does not stand in it. */
export function wrongReading(root: string, path: string, answer: string): string[] {
  const given = answer.split("\n");
  const fence = FENCE.exec(given[1] ?? "")?.[1];
  const body = fence === undefined ? [] : given.slice(2, given.lastIndexOf(fence));
  return isShown(body, linesAt(root, path) ?? []) ? [] : [`${path} is not ${JSON.stringify(body)}`];
}
