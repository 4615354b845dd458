// Takes one registration or set of hooks of helix out of a file that may hold others of helix. If nobody else has
// changed the file, the old text is restored byte for byte; otherwise the entry is recognised by its form. The others
// stay in any case, and their records inherit what the removed record knew: the last one taken out removes a file that
// was created for the first.

import { isDeepStrictEqual } from "node:util";
import { orNull } from "../../base/errors.ts";
import { containerName, pathOf } from "./edit-hooks.ts";
import { installServer, serverContainers } from "./edit-servers.ts";
import type { Decision, OpenedFile } from "./file-change.ts";
import { hashOf, type InstallRecord, stateOf } from "./install-record.ts";
import { JsonText, takeBack } from "./json-text.ts";
import { SERVER_NAME } from "./own-hooks.ts";

/** The text without the entry, and the new records of the others in it. */
interface Remainder {
  readonly text: string;
  readonly others: readonly InstallRecord[];
}

/**
 * Decides on the text of the file without helix at its place. `takeOut` edits a text by what it finds there, and leaves
 * the containers in `kept`.
 */
export function decideWithout(
  file: OpenedFile,
  takeOut: (json: JsonText, kept: ReadonlySet<string>) => void,
): Decision {
  const { before, record, json, place } = file;
  const kept = new Set(record?.kept);
  takeOut(json, kept);
  const exact = believableRemainder(file);
  // The record may be useless. It is followed only if it leads to the same value as taking out what is there.
  const isExact = exact !== null && isDeepStrictEqual(parsedText(exact.text), parsedText(json.text));
  const { text, others } = isExact ? exact : { text: json.text, others: heirs(file) };
  const isMade = record?.existed === false && before?.target === place.path;
  const isEmpty = Object.keys(parsedText(text) as object).length === 0;
  return { file, after: isMade && isEmpty ? null : text, record: null, others, isReversible: isExact, isFirst: false };
}

function believableRemainder(file: OpenedFile): Remainder | null {
  return orNull(() => {
    const remainder = exactRemainder(file);
    // Throws when the splices do not lead to JSON.
    return remainder && new JsonText(remainder.text, "") && remainder;
  });
}

/**
 * The text before the installation, with the entries that were installed at other places since added again. null where
 * the text cannot be reconstructed.
 */
function exactRemainder({ before, record, others, at, json: { label } }: OpenedFile): Remainder | null {
  if (before === null || record === null) return null;
  const above: { record: InstallRecord; entry: unknown }[] = [];
  let text = before.text;
  for (;;) {
    const current: string = text;
    const known: readonly InstallRecord[] = [record, ...others].filter((each) =>
      above.every((done) => done.record !== each),
    );
    const found = known.find((each) => stateOf(each, current) !== null);
    const splices = found === undefined ? null : stateOf(found, text)!.splices;
    const earlier = splices === null ? null : takeBack(text, splices);
    if (found === undefined || earlier === null) return null;
    if (found !== record) {
      const entry = new JsonText(text, label).valueAt([...pathOf(found.at), SERVER_NAME]);
      if (entry === undefined || containerName(at) === found.at) return null;
      above.push({ record: found, entry });
    }
    text = earlier;
    if (found === record) break;
  }
  const renewed = above.toReversed().map(({ record: other, entry }) => {
    const json = new JsonText(text, label);
    const kept = serverContainers(json, pathOf(other.at));
    installServer(json, pathOf(other.at), entry as Record<string, unknown>);
    text = json.text;
    const existed = other.existed && record.existed;
    const state = { hash: hashOf(text), splices: json.splices };
    return { ...other, existed, kept, states: [state], folders: [...record.folders, ...other.folders] };
  });
  const untouched = heirs({ others, record }).filter(({ at: name }) => !renewed.some((each) => each.at === name));
  return { text, others: [...untouched, ...renewed] };
}

/**
 * The records of the other places, adjusted: they were made while this entry was there, so what it had created counts
 * as created for helix, not as the user's own.
 */
function heirs({ others, record }: Pick<OpenedFile, "others" | "record">): InstallRecord[] {
  if (record === null) return [];
  const path = pathOf(record.at);
  const containers = path.map((_, index) => containerName(path.slice(0, index + 1)));
  const made = new Set(containers.filter((name) => !record.kept.includes(name)));
  return others.map((other) => ({
    ...other,
    existed: other.existed && record.existed,
    kept: other.kept.filter((name) => !made.has(name)),
    folders: [...new Set([...record.folders, ...other.folders])],
  }));
}

/** The value of a text that holds an object, or is blank. */
function parsedText(text: string): unknown {
  return new JsonText(text, "").valueAt([]);
}
