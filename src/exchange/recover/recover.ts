// recover: finds notes in files that do not count, and brings them back. Repairs never drop bytes without keeping a
// copy, and this reads the copies. It lists the notes first. With `apply`, the notes that the knowledge base does not
// hold are imported with the same checks as any import.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { HelixError, systemCodeOf } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { type SalvagedEntry, salvageFile } from "../../engine/log/salvage.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate, isoTime } from "../../engine/text/dates.ts";
import { type Access, indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { snippetLines } from "../../notes/text/snippet.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { directoryOf, ioError } from "../../platform/io-error.ts";
import type { KeptFilesData, NothingAddedData } from "../data.ts";
import { importEntries } from "../transfer.ts";
import { keptFiles, recoveredName } from "./kept-files.ts";
import { MissingNotes } from "./missing-notes.ts";

const LISTED_MAX = 20;
const LINE_LENGTH_MAX = 100;
const NAME_LENGTH_MAX = 40;

/**
 * What to recover: a file by its absolute path, or null for all files beside the log; and whether to bring the notes
 * back.
 */
export interface RecoverRequest {
  readonly file: string | null;
  readonly apply: boolean;
}

/** What a recovery needs. */
type Recovering = Writing & Access<"directory" | "logPath" | "takeNotices">;

/** A place that may hold notes: a file, or the part of the log that does not count. */
interface Place {
  readonly path: string;
  /** Where to begin, in bytes. */
  readonly from: number;
  /** The name in answers; a user gives it to name the file. */
  readonly name: string;
}

interface FoundNotes {
  readonly place: Place;
  readonly missing: readonly SalvagedEntry[];
  readonly present: number;
}

/**
 * The answer of `helix recover`. Throws NOT_FOUND for a file that does not exist, IO for one that cannot be read, and
 * the errors of an import.
 */
export async function recover(ports: Recovering, files: FileSystem, request: RecoverRequest): Promise<Answer> {
  const { base } = ports;
  const view = await base.view(indexingProgress(ports));
  // The listing names the torn end of the log itself.
  base.takeNotices();
  const { logBytes, tornBytes } = view.statistics();
  const places = request.file === null ? placesBeside(files, base.directory) : [placeOf(request.file, base.directory)];
  if (request.file === null && tornBytes > 0) {
    places.unshift({ path: base.logPath, from: logBytes - tornBytes, name: "the end of data.log" });
  }
  if (places.length === 0) {
    return nothingFound("nothing to recover: no copies of cut off bytes stand beside the log", {
      files: [],
    } satisfies KeptFilesData);
  }
  const missing = new MissingNotes(view);
  const found = places.map((place) => notesIn(files, place, missing));
  return request.apply ? bringBack(ports, files, found) : list(found);
}

function placesBeside(files: FileSystem, directory: string): Place[] {
  return keptFiles(files.list(directory)).map((name) => ({ path: `${directory}/${name}`, from: 0, name }));
}

function placeOf(path: string, directory: string): Place {
  return { path, from: 0, name: directoryOf(path) === directory ? path.slice(directory.length + 1) : path };
}

function notesIn(files: FileSystem, place: Place, missing: MissingNotes): FoundNotes {
  const { path, from } = place;
  try {
    return { place, ...missing.take(salvageFile(files, path, from)) };
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") {
      throw new HelixError(
        "NOT_FOUND",
        `there is no file ${path}: helix recover without a file lists those beside the log`,
      );
    }
    throw ioError(`cannot read ${path}`, error);
  }
}

function list(found: readonly FoundNotes[]): Answer {
  const count = sum(found, ({ missing }) => missing.length);
  return {
    found: count > 0,
    text() {
      const lines = found.flatMap((each) => linesOn(each, found.length === 1 ? LISTED_MAX : 0));
      if (count === 0) {
        const isKept = found.some(({ place }) => place.from === 0 && keptFiles([place.name]).length > 0);
        const settle = isKept ? "; helix recover --apply renames the copies, so that they are not named again" : "";
        return [...lines, `the knowledge base holds all that can be read in there${settle}`].join("\n");
      }
      const { path, from, name } = found[0]!.place;
      const only = found.length > 1 || from > 0 ? "" : ` ${name === path ? path : name}`;
      return [...lines, `bring ${count === 1 ? "it" : "them"} back with: helix recover${only} --apply`].join("\n");
    },
    data: (): KeptFilesData => ({ files: found.map(dataOf) }),
  };
}

function linesOn({ place: { name }, missing, present }: FoundNotes, listed: number): string[] {
  if (missing.length + present === 0) return [`${name}: no whole note`];
  const head = `${name}: ${counted(missing.length + present, "whole note", "whole notes")}, ${missing.length} of them not in the knowledge base`;
  const lines = missing.slice(0, listed).map(({ topic, minutes, body }) => {
    const title = cutLine(cleanLine(snippetLines(parseEntryText(body).text)[0]), LINE_LENGTH_MAX);
    return `  [${topicName(topic, NAME_LENGTH_MAX)}] ${formatDate(minutes)} ${title}`;
  });
  const more = listed > 0 && missing.length > listed ? [`  ... ${missing.length - listed} more, all with --json`] : [];
  return [head, ...lines, ...more];
}

async function bringBack(ports: Recovering, files: FileSystem, found: readonly FoundNotes[]): Promise<Answer> {
  const { base } = ports;
  const entries = found.flatMap(({ missing }) => missing);
  const present = sum(found, (each) => each.present);
  const lines = present > 0 ? [`  skipped ${present}: already there`] : [];
  let answer = nothingFound("recovered nothing: all of it is there", { added: 0 } satisfies NothingAddedData);
  const before = new Set(keptFiles(files.list(base.directory)));
  if (entries.length > 0) {
    const imported = entries.map((entry) => ({ ...entry, id: null, stored: true, topicStored: true, foreign: false }));
    answer = await importEntries(ports, imported, "recovered");
    // The first write moved the torn end of the log aside. All of its notes are back now.
    base.takeNotices();
  }
  const settled = placesBeside(files, base.directory).filter(({ name }) => !before.has(name));
  for (const { path, name } of [...found.map(({ place }) => place), ...settled]) {
    lines.push(...settle(files, path, name, base.directory));
  }
  return { ...answer, text: (wording) => [answer.text(wording), ...lines].join("\n") };
}

/** Renames a copy whose notes are back, so that it is not searched again. */
function settle(files: FileSystem, path: string, name: string, directory: string): string[] {
  if (path !== `${directory}/${name}` || keptFiles([name]).length === 0) return [];
  const settled = recoveredName(name);
  try {
    files.rename(path, `${directory}/${settled}`);
  } catch {
    return [`  ${name} cannot be renamed, and will be listed again`];
  }
  return [`  ${name} is ${settled} now, and may be deleted`];
}

function dataOf({ place: { path }, missing, present }: FoundNotes): KeptFilesData["files"][number] {
  const notes = missing.map(({ topic, minutes, body }) => ({
    topic,
    time: isoTime(minutes),
    body,
  }));
  return { path, present, missing: notes };
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
