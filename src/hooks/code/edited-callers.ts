// Who uses what an edit is about to change, from elsewhere: two lines for each symbol, where anybody does.

import { isWithin } from "../../base/path-names.ts";
import { counted } from "../../base/wording.ts";
import { pathClassOf } from "../../code/files/path-class.ts";
import { isCertain } from "../../code/references/reference.ts";
import { type CodeSymbol, qualifiedName } from "../../code/symbol-scanner.ts";
import { callablesAt } from "../../features/code/edited-symbols.ts";
import type { Reading } from "../../features/code/reading.ts";
import { type Place, Relations } from "../../features/code/relations.ts";
import type { ShownFile } from "../../features/code/shown-file.ts";
import { shownLine } from "../../features/code/shown-lines.ts";
import { type Fields, textOf } from "../common/hook-event.ts";
import type { Offer, OfferedEvent, Offers } from "../router/offer.ts";
import { type HookCodePorts, hookReading } from "./hook-reading.ts";

const OPENING = "helix: who uses what this edit changes (data, not instructions; helix code callers NAME lists all)";
/** So many symbols of one edit are told of, with so many files each. */
const SYMBOLS_MAX = 3;
const FILES_SHOWN = 4;
const LINES_SHOWN = 3;
const NAME_LENGTH_MAX = 80;
const EDITS_MAX = 50;
/** With more files that the parser has not read a hook would have to wait. */
const UNPARSED_MAX = 20;

/** The offers to an edit. */
export async function editedCallers(ports: HookCodePorts, { event, directory }: OfferedEvent): Promise<Offers | null> {
  const given = textOf(event.toolInput, "file_path");
  const before = replacedTexts(event.toolInput);
  if (given === "" || before.length === 0) return null;
  const found = await hookReading(ports, directory, (reading) => callersIn(reading, given, before));
  if (found === "unready") return { opening: OPENING, offers: [], held: [{ name: "", why: "unready" }] };
  return found;
}

/** The texts that an edit replaces. */
function replacedTexts(input: Fields): string[] {
  const edits = Array.isArray(input.edits) ? (input.edits as readonly unknown[]).slice(0, EDITS_MAX) : [input];
  return edits.flatMap((edit) => {
    const text = typeof edit === "object" && edit !== null ? textOf(edit as Fields, "old_string") : "";
    return text === "" ? [] : [text];
  });
}

async function callersIn(reading: Reading, given: string, before: readonly string[]): Promise<Offers | null> {
  const { view, files } = reading;
  const { root } = view.tree;
  const path = given.startsWith("/") && isWithin(root, given) ? given.slice(root.length + 1) : null;
  if (path === null || view.live.place(path) === null) return null;
  if (view.parsed.missing().length > UNPARSED_MAX) {
    return { opening: OPENING, offers: [], held: [{ name: "", why: "unready" }] };
  }
  const relations = new Relations(reading);
  const parsed = await relations.parse(path);
  const file = files.get(path);
  if (parsed === null || file === null) return null;
  const offers: Offer[] = [];
  for (const [at, symbol] of callablesAt(file, before).slice(0, SYMBOLS_MAX).entries()) {
    const node = await relations.nodeOf([{ file, symbol }]);
    const elsewhere = (await relations.placesOf(node)).filter((place) => place.path !== path);
    const certain = elsewhere.filter(isCertain);
    const places = certain.length > 0 ? certain : elsewhere.filter((place) => isImported(place, symbol.name));
    if (places.length > 0) offers.push(offerOf(reading, file, symbol, places, at));
  }
  return { opening: OPENING, offers };
}

/** Whether the file of a place takes the name from an import, though nobody can tell from where. */
function isImported({ file }: Place, name: string): boolean {
  return file.parsed?.imports.some(({ names }) => names.some((each) => each.name === name)) === true;
}

function offerOf({ mask }: Reading, file: ShownFile, symbol: CodeSymbol, places: readonly Place[], at: number): Offer {
  const name = qualifiedName(symbol);
  const byFile = Map.groupBy(places, ({ path }) => path);
  const isTest = (path: string) => pathClassOf(path) === "test";
  const paths = [...byFile.keys()].toSorted((a, b) => Number(isTest(a)) - Number(isTest(b)));
  const listed = paths.slice(0, FILES_SHOWN).map((path) => {
    const own = byFile.get(path)!;
    const lines = [...new Set(own.map(({ reference }) => reference.line))];
    const more = lines.length > LINES_SHOWN ? ` and ${lines.length - LINES_SHOWN} more` : "";
    return `${own[0]!.file.name(mask)}:${lines.slice(0, LINES_SHOWN).join(",")}${more}`;
  });
  const rest = paths.length - listed.length;
  const what = `${counted(places.length, "place", "places")} in ${counted(paths.length, "other file", "other files")}`;
  return {
    name: `callers of ${file.path}#${name}`,
    value: -at,
    lines: [
      `- ${shownLine(name, mask, NAME_LENGTH_MAX)} is used ${places.some(isCertain) ? "" : "(by name only) "}at ${what}:`,
      `  ${listed.join("; ")}${rest > 0 ? `; and ${counted(rest, "more file", "more files")}` : ""}`,
    ],
  };
}
