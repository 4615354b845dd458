// The places of the code that stand out for a query, for answers about notes that point to them in one line. Nothing is
// built for it: what is not indexed yet is said.

import { messageOf } from "../../base/errors.ts";
import { COMMANDS, counted, type Wording } from "../../base/wording.ts";
import { loadMask, type Mask } from "../../code/shown-code.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { MINUTE_MS } from "../../engine/text/dates.ts";
import type { CodePlacesData } from "./data.ts";
import { type FoundPlace, findCode } from "./find-code.ts";
import { heldShare } from "./held-share.ts";
import type { CodePorts } from "./ports.ts";
import { type ShownFile, ShownFiles } from "./shown-file.ts";
import { rangeOf, shownLine } from "./shown-lines.ts";
import { treeOf } from "./tree.ts";

/** Where the code says something to a query, or why nothing is said. */
export interface CodePlaces {
  /** One line, e.g. `code: src/cache.ts:12-40 openCache (code query="..." shows more)`. */
  line(say: Wording): string;
  data(): CodePlacesData;
}

type Ports = Omit<CodePorts, "page" | "budget" | "onProgress">;

/**
 * A place stands out if a stack trace in the query names it, or if the query is its name. Else hardly any other scores
 * nearly as much, and it holds most of what the query says: scores are shares of the best one, so they alone would call
 * the best of nothing good; and a common word has many places alike.
 */
const NEARLY_AS_MUCH = 0.8;
const PLACES_MAX = 3;
const HELD_MIN = 0.5;
const NAME_LENGTH_MAX = 120;
const REASON_LENGTH_MAX = 300;
const ATTEMPTS_MAX = 3;

interface Shown {
  readonly place: FoundPlace;
  readonly file: ShownFile;
}

/** Looks for them. Does not throw, but when it is cancelled. */
export async function codePlaces(ports: Ports, query: string): Promise<CodePlaces> {
  if (query.trim() === "") return without(() => "the query has no words to look for");
  try {
    const mask = await loadMask();
    const { source } = treeOf(ports);
    for (let attempt = 1; ; attempt++) {
      const view = await source.glance();
      if (view === null) return without(() => "the index is being built");
      if (view.live.count === 0 && view.pending > 0) return notIndexed(view.pending);
      const files = new ShownFiles(view);
      const shown = standingOut(view, query, ports.base.clock() / MINUTE_MS).flatMap((place): Shown[] => {
        const file = files.get(place.path);
        return file === null || file.isBlank(place.stretch!) ? [] : [{ place, file }];
      });
      if (files.changed.size === 0 || attempt === ATTEMPTS_MAX) return placesOf(shown, view.pending, mask);
      source.changed([...files.changed]);
    }
  } catch (error) {
    ports.signal?.throwIfAborted();
    return without((say) => messageOf(error, REASON_LENGTH_MAX, say));
  }
}

function standingOut(view: CodeView, query: string, nowMinutes: number): FoundPlace[] {
  const { places } = findCode(view, query, Math.floor(nowMinutes));
  const named = places.filter((place) => place.named !== null).slice(0, PLACES_MAX);
  if (named.length > 0) return named;
  const own = definitionsOf(places, query.trim());
  if (own.length > 0 && own.length <= PLACES_MAX) return own;
  const byScore = places.filter(({ stretch }) => stretch !== null).sort((a, b) => b.score - a.score);
  const least = NEARLY_AS_MUCH * (byScore[0]?.score ?? 0);
  const near = byScore.filter(({ score }) => score >= least);
  if (near.length > PLACES_MAX) return [];
  return near.filter((place) => heldShare(view, query, place) >= HELD_MIN);
}

/** The first stretch of each symbol that has this name: the whole one or the last part. */
function definitionsOf(places: readonly FoundPlace[], name: string): FoundPlace[] {
  const first = new Map<string, FoundPlace>();
  for (const place of places) {
    const { path, stretch, kind } = place;
    const symbol = stretch?.symbol ?? "";
    if (kind === null || (symbol !== name && !symbol.endsWith(`.${name}`))) continue;
    const known = first.get(`${path}:${symbol}`);
    if (known === undefined || stretch!.from < known.stretch!.from) first.set(`${path}:${symbol}`, place);
  }
  return [...first.values()];
}

function placesOf(shown: readonly Shown[], pending: number, mask: Mask): CodePlaces {
  const places = shown.map(({ place: { path, stretch, named }, file }) => ({
    path: shownLine(path, mask, NAME_LENGTH_MAX),
    from: named ?? stretch!.from,
    to: named ?? stretch!.to,
    symbol: stretch!.symbol === null ? null : shownLine(stretch!.symbol, mask, NAME_LENGTH_MAX),
    signature: file.signature(stretch!, mask),
  }));
  if (places.length === 0) return without((say) => `no place stands out (${more(say)})`, pending);
  const words = places.map(({ path, from, to, symbol }) => {
    return `${path}:${rangeOf(from, to)}${symbol === null ? "" : ` ${symbol}`}`;
  });
  const late = pending === 0 ? "" : `; ${counted(pending, "changed file is", "changed files are")} not in yet`;
  return {
    line: (say) => `code: ${words.join(", ")}${late} (${more(say)})`,
    data: () => ({ places, why: null, pending }),
  };
}

function notIndexed(files: number): CodePlaces {
  const what = counted(files, "file is", "files are");
  return without(
    (say) => `${what} not indexed yet: ${say.either("helix code index", 'code action="index"')} does it`,
    files,
  );
}

function without(why: (say: Wording) => string, pending = 0): CodePlaces {
  return {
    line: (say) => `code: ${why(say)}`,
    data: () => ({ places: [], why: why(COMMANDS), pending }),
  };
}

function more(say: Wording): string {
  return say.either("helix code WORDS shows more", "code query=WORDS shows more");
}
