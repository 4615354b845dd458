// Who uses the places that an answer begins with, as far as that is known at once: names that few files hold.

import { pathClassOf } from "../../code/files/path-class.ts";
import { isCertain } from "../../code/references/reference.ts";
import { filesHolding } from "../../code/search/symbol-files.ts";
import type { Mask } from "../../code/shown-code.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import type { FoundPlace } from "./find-code.ts";
import { lastPartOf } from "./find-symbol.ts";
import type { Reading } from "./reading.ts";
import { type Place, Relations } from "./relations.ts";
import { shownLine } from "./shown-lines.ts";

/** A symbol around uses, or the top of a file. */
export interface User {
  readonly path: string;
  readonly symbol: string | null;
  /** Of its first use. */
  readonly line: number;
}

/** Who uses a place for certain. */
export interface Uses {
  /** No tests, nobody twice. */
  readonly users: readonly User[];
  /** Paths of tests. */
  readonly tests: readonly string[];
}

/** So many places are looked at, of names that no more files hold. */
const PLACES_MAX = 6;
const HOLDING_MAX = 40;
const USERS_SHOWN = 3;

/** Finds them for the first places that are symbols. Throws CANCELLED. */
export async function contextUses(reading: Reading, places: readonly FoundPlace[]): Promise<Map<FoundPlace, Uses>> {
  const relations = new Relations(reading);
  const found = new Map<FoundPlace, Uses>();
  const { generations } = reading.view;
  for (const place of places.filter(({ kind }) => kind !== null).slice(0, PLACES_MAX)) {
    const { symbol, from, to } = place.stretch!;
    const name = lastPartOf(symbol ?? "");
    if (name === "" || filesHolding(generations, name).length > HOLDING_MAX) continue;
    const source = await relations.parse(place.path);
    const own = source?.file.symbols.find(
      (each) => qualifiedName(each) === symbol && each.line >= from && each.line <= to,
    );
    if (source === null || own === undefined) continue;
    const node = await relations.nodeOf([{ file: source.file, symbol: own }]);
    const certain = (await relations.placesOf(node)).filter(isCertain);
    found.set(place, usesOf(certain.filter((each) => each.path !== place.path || each.within !== symbol)));
  }
  return found;
}

function usesOf(places: readonly Place[]): Uses {
  const users = new Map<string, User>();
  const tests = new Set<string>();
  for (const { path, within, reference } of places) {
    if (pathClassOf(path) === "test") tests.add(path);
    else if (!users.has(`${path}\0${within}`))
      users.set(`${path}\0${within}`, { path, symbol: within, line: reference.line });
  }
  return { users: [...users.values()], tests: [...tests] };
}

/** `  used by start src/app.ts:5, the top of scripts/run.ts and 2 more`; null: by nobody. */
export function usersLine({ users }: Uses, mask: Mask): string | null {
  if (users.length === 0) return null;
  const names = users.slice(0, USERS_SHOWN).map(({ path, symbol, line }) => {
    return `${symbol === null ? "" : `${shownLine(symbol, mask)} `}${shownLine(path, mask)}:${line}`;
  });
  const more = users.length - names.length;
  return `  used by ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
