// Follows the symbols that notes cite: through changes of their file, through new names of file and symbol, into other
// files; and files that are cited otherwise, where commits renamed them. What is known is kept as long as the files are
// as they were.
// Invariants:
// - A note is not changed: where its symbol is now is found anew.
// - A symbol under another name, or under its own name elsewhere with another text, is called "perhaps" the same one.
// - Only what is asked for is looked at, and in bounds; what is beyond them keeps the state that its lines say.

import { isWithin, pathBelow, pathFrom } from "../../base/path-names.ts";
import { type Fingerprint, parseSource } from "../text/citation.ts";
import { isSamePlace } from "../text/citation-match.ts";
import { fullName, lastName } from "../text/symbol-names.ts";
import { citesGoneFile, movedFile, presentPlaceOf } from "./moved-file.ts";
import { type CitingEntry, fingerprintFor, type SourceChecker } from "./source-checker.ts";
import type { SourceRoot } from "./source-root.ts";
import type { SourceState } from "./source-state.ts";
import { isSameText, type SymbolFile, sharedText, symbolFile } from "./symbol-file.ts";
import { namesEndingIn, type SymbolLines, type SymbolReader, type SymbolTree, symbolNamed } from "./symbol-reader.ts";

/** How many notes are followed for one answer, and how many other files are looked into for each. */
const FOLLOWED_MAX = 100;
const OTHER_FILES_MAX = 40;
/** How many states are kept. */
const KEPT_MAX = 5000;
/**
 * How much of a symbol must be in another one to be perhaps the same: under a new name, under its own name in its file,
 * and as the only one of its name in another file.
 */
const RENAMED_SHARE = 0.7;
const SAME_NAME_SHARE = 0.5;
const OTHER_FILE_SHARE = 0.3;

/** A symbol that may be the cited one, and the file that holds it. */
interface Candidate {
  readonly file: SymbolFile;
  readonly symbol: SymbolLines;
  readonly isSure: boolean;
}

interface Followed {
  readonly state: SourceState;
  /** The versions of the files that were looked at, by path. */
  readonly seen: ReadonlyMap<string, string>;
  /** Whether it holds while these files stay as they are. */
  readonly isLasting: boolean;
}

/** The tree, and which version the log of its commits had before it was opened; "" for none. */
interface OpenTree {
  readonly tree: SymbolTree | null;
  readonly log: string;
}

/** What is being followed. */
interface Trail {
  readonly fingerprint: Fingerprint;
  /** The path below the root, and the full name, as they were cited; and the path that links lead to today. */
  readonly path: string;
  readonly full: string;
  readonly real: string;
}

export class SymbolFollower {
  readonly #checker: SourceChecker;
  readonly #reader: SymbolReader;
  readonly #root: SourceRoot;
  readonly #followed = new Map<string, Followed>();
  #wanted = new Map<string, CitingEntry>();

  constructor(checker: SourceChecker, root: SourceRoot, reader: SymbolReader) {
    this.#checker = checker;
    this.#root = root;
    this.#reader = reader;
  }

  /** Whether notes wait to be followed. */
  get isWaiting(): boolean {
    return this.#wanted.size > 0;
  }

  /**
   * What was found of a note's symbol, or of its file if that is gone; null where it has to be followed (again), and is
   * then noted down for that. `checked`: what the checker says.
   */
  state(entry: CitingEntry, checked: SourceState | null): SourceState | null {
    if (!isFollowed(entry) && !citesGoneFile(entry, checked)) return null;
    const key = keyOf(entry);
    const known = this.#followed.get(key);
    if (known !== undefined && this.#holds(known)) return known.state;
    if (this.#wanted.size < FOLLOWED_MAX) this.#wanted.set(key, entry);
    return null;
  }

  /** Follows what waits. Throws what `takeTurn` throws. */
  async followAll(takeTurn: () => Promise<void>): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = new Map();
    let tree: Promise<OpenTree> | null = null;
    const treeNow = () => {
      tree ??= this.#openTree();
      return tree;
    };
    for (const [key, entry] of wanted) {
      await takeTurn();
      const followed = await this.#follow(entry, treeNow, takeTurn);
      if (followed === null) continue;
      // Another answer that followed it at the same time may have found more.
      const known = this.#followed.get(key);
      if (!followed.isLasting && known?.isLasting && this.#holds(known)) continue;
      this.#followed.delete(key);
      this.#followed.set(key, followed);
    }
    for (const key of this.#followed.keys()) {
      if (this.#followed.size <= KEPT_MAX) break;
      this.#followed.delete(key);
    }
  }

  /** Forgets what held for one answer only, and what still waits. */
  settle(): void {
    this.#wanted.clear();
    for (const [key, { isLasting }] of this.#followed) if (!isLasting) this.#followed.delete(key);
  }

  /**
   * The states of many notes, from what the checker says of them; null of one that is not followed, or is not of here.
   * Throws what `takeTurn` throws.
   */
  async followEach(
    entries: readonly CitingEntry[],
    checked: readonly (SourceState | null)[],
    takeTurn: () => Promise<void>,
  ): Promise<(SourceState | null)[]> {
    const state = (entry: CitingEntry, at: number) => this.state(entry, checked[at] ?? null);
    for (let from = 0; from < entries.length; from += FOLLOWED_MAX) {
      for (let at = from; at < Math.min(entries.length, from + FOLLOWED_MAX); at++) state(entries[at]!, at);
      await this.followAll(takeTurn);
    }
    const states = entries.map(state);
    this.settle();
    return states;
  }

  #holds({ seen }: Followed): boolean {
    return Array.from(seen).every(([path, version]) => this.#version(path) === version);
  }

  /** What commits are made while the tree is asked is not in its answers, so their log is looked at before. */
  async #openTree(): Promise<OpenTree> {
    const log = this.#version(this.#log);
    return { tree: await this.#reader.treeAt(this.#root.path), log };
  }

  /** The log of the commits; where it is the same, so is what they renamed. */
  get #log(): string {
    return `${this.#root.path}/.git/logs/HEAD`;
  }

  #version(path: string): string {
    return this.#checker.files.stamp(path)?.version ?? "";
  }

  async #follow(
    entry: CitingEntry,
    treeNow: () => Promise<OpenTree>,
    takeTurn: () => Promise<void>,
  ): Promise<Followed | null> {
    const source = parseSource(entry.source);
    const fingerprint = fingerprintFor(entry, source);
    if (fingerprint === null) return null;
    const root = this.#root;
    const real = pathFrom(`${root.path}/${fingerprint.folder}`, source.path);
    if (!isWithin(root.path, real)) return null;
    const before = this.#version(real);
    if (fingerprint.symbol === null || source.symbol === null) {
      return before === "" ? this.#followFile(fingerprint, real, await treeNow()) : null;
    }
    const trail = this.#trail(fingerprint, real, fullName(source.symbol));
    // Most often nothing has changed, and no parser is needed to see that.
    const quick = await this.#file(fingerprint.folder, source.path, true);
    const same = quick === null ? null : sameOrLongest(fingerprint, quick, trail.full);
    if (quick !== null && same !== null && isSameText(fingerprint, quick, same)) {
      const state = await stateOf(trail, { file: quick, symbol: same, isSure: true });
      return {
        state,
        seen: new Map([
          [real, before],
          [quick.real, quick.version],
        ]),
        isLasting: true,
      };
    }
    const here = await this.#file(fingerprint.folder, source.path);
    // A file that is there and cannot be read says nothing of the symbol.
    if (here === null && before !== "") return null;
    const found =
      (here === null ? null : underItsName(trail, here)) ?? (await this.#elsewhere(trail, here, treeNow, takeTurn));
    // A link may come to lead elsewhere.
    const seen = new Map([[real, before]]);
    if (here !== null) seen.set(here.real, here.version);
    if (found === null) return { state: { kind: "gone" }, seen, isLasting: false };
    seen.set(found.file.real, found.file.version);
    return { state: await stateOf(trail, found), seen, isLasting: found.isSure };
  }

  /** Where commits say that a file is now. That it is gone holds until there are others, which are logged. */
  async #followFile(fingerprint: Fingerprint, real: string, { tree, log }: OpenTree): Promise<Followed | null> {
    const seen = new Map([[real, ""]]);
    const renamed = tree === null ? null : await tree.nameNow(pathBelow(this.#root.path, real));
    const moved =
      renamed === null ? null : await movedFile({ root: this.#root, files: this.#checker.files }, renamed, fingerprint);
    if (moved !== null) return { state: moved.state, seen: seen.set(moved.real, moved.version), isLasting: true };
    const isLasting = log !== "" && renamed === null && tree?.hasCommits === true;
    return { state: { kind: "gone" }, seen: seen.set(this.#log, log), isLasting };
  }

  /** The symbol under another name or in another file. What has the very text goes first, then what is where it was. */
  async #elsewhere(
    trail: Trail,
    here: SymbolFile | null,
    treeNow: () => Promise<OpenTree>,
    takeTurn: () => Promise<void>,
  ): Promise<Candidate | null> {
    const inFile = here === null ? null : inOtherContainer(trail, here);
    if (inFile?.isSure) return inFile;
    const { tree } = await treeNow();
    let file = here;
    if (here === null && tree !== null) {
      const renamed = await tree.nameNow(trail.path);
      file = renamed === null ? null : await this.#file("", renamed);
      const found = file === null ? null : (underItsName(trail, file) ?? inOtherContainer(trail, file));
      if (found?.isSure) return found;
    }
    const named = tree === null ? [] : await this.#named(trail, tree, file, takeTurn);
    const same = named.filter(({ file, symbol }) => isSameText(trail.fingerprint, file, symbol));
    if (same.length === 1) return { ...same[0]!, isSure: true };
    const renamed = file === null ? null : (inOtherContainer(trail, file) ?? inItsPlace(trail, file));
    if (renamed !== null) return renamed;
    const [only, ...others] = named;
    if (only === undefined || others.length > 0) return null;
    const share = sharedText(trail.fingerprint, only.file, only.symbol);
    return share < OTHER_FILE_SHARE ? null : { ...only, isSure: false };
  }

  /** The definitions of the full name in other files; none where there are too many files to tell. */
  async #named(
    { fingerprint, path, real, full }: Trail,
    tree: SymbolTree,
    known: SymbolFile | null,
    takeTurn: () => Promise<void>,
  ) {
    const paths = tree
      .filesDefining(lastName(full))
      .filter((each) => each !== path && each !== real && each !== known?.path);
    if (paths.length > OTHER_FILES_MAX) return [];
    const found: { file: SymbolFile; symbol: SymbolLines }[] = [];
    for (const each of paths) {
      await takeTurn();
      const file = await this.#file("", each);
      const symbol = file === null ? null : sameOrLongest(fingerprint, file, full);
      if (file !== null && symbol !== null) found.push({ file, symbol });
    }
    return found;
  }

  #trail(fingerprint: Fingerprint, cited: string, full: string): Trail {
    const { path: root } = this.#root;
    const real = this.#checker.files.realPath(cited) ?? cited;
    const path = pathBelow(root, cited);
    return { fingerprint, path, full, real: isWithin(root, real) ? pathBelow(root, real) : path };
  }

  #file(folder: string, path: string, isQuick = false): Promise<SymbolFile | null> {
    return symbolFile({ root: this.#root, files: this.#checker.files, reader: this.#reader }, folder, path, isQuick);
  }
}

/** Whether the source of a note is a symbol of which enough is known to follow it. */
export function isFollowed({ source, cited }: Pick<CitingEntry, "source" | "cited">): boolean {
  if (cited === null || !source.includes("#")) return false;
  const parsed = parseSource(source);
  return parsed.symbol !== null && fingerprintFor({ cited }, parsed)?.symbol != null;
}

function keyOf({ source, cited }: CitingEntry): string {
  return `${source}\n${cited}`;
}

/** Of the symbols of this full name, such as overloads, the one that reads as the cited one did, or else the longest. */
function sameOrLongest(fingerprint: Fingerprint, file: SymbolFile, full: string): SymbolLines | null {
  const isSame = (symbol: SymbolLines) => symbol.name === full && isSameText(fingerprint, file, symbol);
  return file.symbols.find(isSame) ?? symbolNamed(file.symbols, full);
}

function underItsName({ fingerprint, full }: Trail, file: SymbolFile): Candidate | null {
  const ending = namesEndingIn(file.symbols, full);
  const name = ending.includes(full) ? full : ending.length === 1 ? ending[0]! : null;
  return name === null ? null : { file, symbol: sameOrLongest(fingerprint, file, name)!, isSure: true };
}

/** The only symbol of its own name in a file, below a container of another name. */
function inOtherContainer({ fingerprint, full }: Trail, file: SymbolFile): Candidate | null {
  const own = file.symbols.filter(({ name }) => lastName(name) === lastName(full));
  const same = own.filter((symbol) => isSameText(fingerprint, file, symbol));
  if (same.length === 1) return { file, symbol: same[0]!, isSure: true };
  const [only, ...others] = own;
  if (only === undefined || others.length > 0) return null;
  return sharedText(fingerprint, file, only) >= SAME_NAME_SHARE ? { file, symbol: only, isSure: false } : null;
}

/** The only symbol beside the cited one that reads much like it, if it stands in its place, too. */
function inItsPlace({ fingerprint, full }: Trail, file: SymbolFile): Candidate | null {
  const container = full.slice(0, -lastName(full).length);
  const alike = file.symbols.filter(
    (symbol) =>
      symbol.name.slice(0, -lastName(symbol.name).length) === container &&
      sharedText(fingerprint, file, symbol) >= RENAMED_SHARE,
  );
  const [only, ...others] = alike;
  if (only === undefined || others.length > 0 || !isSamePlace(fingerprint, file.hashed, only)) return null;
  return { file, symbol: only, isSure: false };
}

async function stateOf({ fingerprint, real, full }: Trail, { file, symbol, isSure }: Candidate): Promise<SourceState> {
  const { first, last } = fingerprint.lines!;
  const isWhole = symbol.name !== full && last - first === symbol.last - symbol.first;
  const isSame = isSameText(fingerprint, file, symbol) || (isWhole && sharedText(fingerprint, file, symbol) === 1);
  const kind = isSame ? "unchanged" : "changed";
  const at = { path: file.real, first: symbol.first, last: symbol.last };
  if (file.path === real && symbol.name === full) return { kind, at };
  const place = symbol.name === full ? file.path : `${file.path}#${symbol.name}`;
  return { kind, at, now: { place: await presentPlaceOf(place), isSure } };
}
