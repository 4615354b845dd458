// Symbols of the tree and who uses them, for one answer: definitions by name, references with how sure they are. A file
// is parsed once, and a name looked up once.

import type { ImportResolver } from "../../code/imports/import-resolver.ts";
import { type Language, shareSymbols } from "../../code/languages.ts";
import { WHOLE_MODULE } from "../../code/parse/languages/parse-rules.ts";
import { mayUse, namesOf } from "../../code/references/file-names.ts";
import { findersOf } from "../../code/references/finders.ts";
import { FoundOnce, LeftFiles } from "../../code/references/found-once.ts";
import { type NamesByFile, stemOf } from "../../code/references/handed-on-names.ts";
import { Judge, type JudgedFile, type JudgePorts } from "../../code/references/judge.ts";
import type { FoundReference, Target } from "../../code/references/reference.ts";
import { filesDefining, filesHolding } from "../../code/search/symbol-files.ts";
import { type CodeSymbol, qualifiedName } from "../../code/symbol-scanner.ts";
import type { FoundSymbol } from "./find-symbol.ts";
import { filesReached } from "./imported-files.ts";
import { type FoundLinks, type KeptLink, keptUses } from "./kept-uses.ts";
import type { Reading } from "./reading.ts";
import type { ShownFile } from "./shown-file.ts";
import { resolverOf } from "./tree-imports.ts";

/** A symbol of the tree: all definitions that share a full name in a file, or what a caller asked for as one. */
export interface SymbolNode {
  /** Tells it from others; not shown. */
  readonly id: string;
  /** Where it is, or its first definition. */
  readonly file: ShownFile;
  /** Its own name and its full one; null for the code at the top of a file. */
  readonly name: string | null;
  readonly fullName: string | null;
  /** None for the code at the top of a file. */
  readonly definitions: readonly FoundSymbol[];
}

/** A reference with the file that it is in. */
export interface Place extends FoundReference {
  readonly file: ShownFile;
}

export type ParsedSource = JudgedFile & { readonly file: ShownFile };

/** So many files are read to count the definitions of a name. */
const COUNTED_FILES_MAX = 300;
/** What the parser says of so many files that hold one name is kept decoded. */
const DECODED_MAX = 300;
/** In these languages a file declares for others what another one defines. */
const WITH_HEADERS: ReadonlySet<Language> = new Set<Language>(["c", "cpp"]);
const NO_NAMES: NamesByFile = new Map();
const NAMED = /[\p{L}\p{N}]/u;
/** In these languages only the parser knows all members: those of types without a name, and properties. */
const PARSED_MEMBERS: ReadonlySet<Language> = new Set<Language>(["javascript", "tsx", "typescript"]);

/** Whether a file declares another member of a symbol's name, by the parser, which knows more of them than a scan. */
function declaresOther({ path, parsed, language }: ParsedSource, { name, definitions }: SymbolNode): boolean {
  if (!PARSED_MEMBERS.has(language)) return false;
  const containers = new Set(definitions.map(({ symbol }) => symbol.container?.split(".").at(-1) ?? ""));
  const own = new Set(definitions.filter(({ file }) => file.path === path).map(({ symbol }) => symbol.line));
  if (parsed.types.some((fact) => fact.name === name && fact.owner !== "" && !containers.has(fact.owner))) return true;
  return namesOf(parsed)
    .named(name!)
    .some(({ line, container }) => container !== null && !own.has(line));
}

/** A place that counted as certain for want of another member of the name. */
function withoutOnly(place: Place): Place {
  return place.certainty === "only" && place.reference.receiver !== null ? { ...place, certainty: "name" } : place;
}

export class Relations {
  readonly reading: Reading;
  readonly resolver: ImportResolver;
  readonly #nodes = new Map<string, SymbolNode>();
  readonly #sources = new Map<string, ParsedSource>();
  readonly #judges = new Map<SymbolNode, Map<number | null, Judge>>();
  readonly #ports: JudgePorts;
  readonly #leftNow = new LeftFiles();
  readonly #openlyReached = new FoundOnce<ReadonlySet<string>>(this.#leftNow);
  readonly #left = new Set<string>();
  readonly #holding = new Map<string, readonly string[]>();
  readonly #defining = new Map<string, readonly string[]>();
  readonly #counted = new Map<string, readonly FoundSymbol[]>();

  readonly #hasGone: boolean;
  /** Symbols with what headers declare of them. */
  readonly #whole = new Map<SymbolNode, SymbolNode>();
  /** Names of symbols that are not just what a file has under a full name. */
  readonly #merged = new Set<string>();

  /** `gone`: files that are no more, which imports may still mean. */
  constructor(reading: Reading, gone: ReadonlySet<string> = new Set()) {
    this.#hasGone = gone.size > 0;
    const { view, files } = reading;
    this.reading = reading;
    this.resolver = resolverOf(view, files, gone);
    this.#ports = {
      resolver: this.resolver,
      parse: (path) => this.parse(path),
      defining: (name) => this.filesDefining(name),
      holding: (name) => this.filesHolding(name),
      leftFiles: this.#leftNow,
    };
  }

  /** How many files were not looked at: a bound was reached, they cannot be parsed, or they keep changing. */
  get left(): number {
    return this.#left.union(this.reading.files.changed).size;
  }

  /** The links of a symbol, perhaps as another answer found them. */
  async keptLinks(
    { id, name }: SymbolNode,
    direction: "users" | "used",
    find: () => Promise<FoundLinks>,
  ): Promise<readonly KeptLink[]> {
    const { view, parsed, files } = this.reading;
    const key = `${direction}\0${id}`;
    const isPlain = !this.#hasGone && !this.#merged.has(name ?? "");
    const known = isPlain ? keptUses(view).get(key) : null;
    if (known?.names.isDisjointFrom(this.#merged)) {
      for (const path of known.left) this.#leave(path);
      return known.links;
    }
    this.#leftNow.open();
    const found = await find();
    const left = this.#leftNow.close();
    const isOfUse = isPlain && parsed.left === 0 && files.changed.size === 0;
    if (isOfUse && found.names.isDisjointFrom(this.#merged)) keptUses(view).put(key, { ...found, left });
    return found.links;
  }

  #leave(path: string): void {
    this.#left.add(path);
    this.#leftNow.add(path);
  }

  /** A file; null where it cannot be parsed or is none of the tree. Throws CANCELLED. */
  parse(path: string): Promise<ParsedSource | null> | ParsedSource {
    return this.#sources.get(path) ?? this.#parse(path);
  }

  async #parse(path: string): Promise<ParsedSource | null> {
    const { view, parsed } = this.reading;
    if (this.#left.has(path)) this.#leftNow.add(path);
    if (view.live.place(path) === null || this.#left.has(path)) return null;
    const before = parsed.left;
    const found = await parsed.parse(path);
    const isGivenUp = found === null && this.reading.files.get(path)?.parsed === null;
    if (parsed.left > before || isGivenUp) this.#leave(path);
    if (found !== null) this.#sources.set(path, found);
    return found;
  }

  /** The paths of files whose text has a name. */
  filesHolding(name: string): readonly string[] {
    let paths = this.#holding.get(name);
    if (paths === undefined) {
      paths = filesHolding(this.reading.view.generations, name);
      this.#holding.set(name, paths);
    }
    return paths;
  }

  /** The paths of files that may define a name. */
  filesDefining(name: string): readonly string[] {
    let paths = this.#defining.get(name);
    if (paths === undefined) {
      paths = filesDefining(this.reading.view.generations, name);
      this.#defining.set(name, paths);
    }
    return paths;
  }

  /** The files that a file's imports lead to which bring all names. */
  async openlyReached(source: ParsedSource): Promise<ReadonlySet<string>> {
    const { path } = source.file;
    return this.#openlyReached.known(path) ?? this.#openlyReached.find(path, () => this.#findReached(source));
  }

  async #findReached(source: ParsedSource): Promise<ReadonlySet<string>> {
    const found: string[] = [];
    for (const imported of source.parsed.imports) {
      if (!imported.names.some(({ local }) => local === "*")) continue;
      found.push(...(await filesReached(this, source, imported, null)));
    }
    return new Set(found);
  }

  /** The symbol that definitions make up, which a caller asked for by one name. At least one. */
  async nodeOf(found: readonly FoundSymbol[]): Promise<SymbolNode> {
    const exact = new Map<CodeSymbol, FoundSymbol>();
    for (const { file, symbol } of found) {
      const parsed = await this.parse(file.path);
      const same = parsed === null ? [] : namesOf(parsed.parsed).named(symbol.name);
      const own = same.find(({ line }) => line === symbol.line) ?? nearest(same, symbol) ?? symbol;
      exact.set(own, { file: parsed?.file ?? file, symbol: own });
    }
    const definitions = [...exact.values()];
    const keys = new Set(definitions.map(({ file, symbol }) => keyOf(file.path, qualifiedName(symbol))));
    const known = keys.size === 1 ? this.#nodes.get([...keys][0]!) : undefined;
    if (known?.definitions.length === definitions.length) return known;
    const { file, symbol } = definitions[0]!;
    const own = file.parsed ? namesOf(file.parsed).called(qualifiedName(symbol)) : [];
    const isPlain = own.length === definitions.length && definitions.every((each, at) => each.symbol === own[at]);
    if (!isPlain) this.#merged.add(symbol.name);
    const node = { id: [...keys].join("\n"), file, name: symbol.name, fullName: qualifiedName(symbol), definitions };
    for (const key of keys) this.#nodes.set(key, node);
    return node;
  }

  /** The symbol with a full name in a parsed file; null: the code at its top. */
  nodeIn({ file, parsed }: ParsedSource, fullName: string | null): SymbolNode {
    const key = keyOf(file.path, fullName);
    let node = this.#nodes.get(key);
    if (node === undefined) {
      const symbols = fullName === null ? [] : namesOf(parsed).called(fullName);
      const name = symbols[0]?.name ?? null;
      node = { id: key, file, name, fullName, definitions: symbols.map((symbol) => ({ file, symbol })) };
      this.#nodes.set(key, node);
    }
    return node;
  }

  /** The symbols of a name in one file, for references from a file of `language`. */
  async nodesNamed(name: string, path: string, language: Language): Promise<SymbolNode[]> {
    const parsed = await this.parse(path);
    if (parsed === null || !shareSymbols(parsed.language, language)) return [];
    const names = new Set(namesOf(parsed.parsed).named(name).map(qualifiedName));
    return [...names].map((fullName) => this.nodeIn(parsed, fullName));
  }

  /** The symbol of the tree that a name means in a file by its imports; null where they do not tell. */
  async meantBy(source: ParsedSource, name: string): Promise<SymbolNode | null> {
    const meant = await findersOf(this.#ports).types.meaningOf(source, name);
    const file = meant?.kind === "symbol" ? await this.parse(meant.file.path) : null;
    return file === null || meant?.kind !== "symbol" ? null : this.nodeIn(file, qualifiedName(meant.symbol));
  }

  /** Decides what refers to a symbol; null where nothing can be said of its language. */
  judgeOf(node: SymbolNode, counted?: number): Judge | null {
    const made = this.#judges.get(node)?.get(counted ?? null);
    if (made !== undefined) return made;
    const targets = node.definitions.map(targetOf);
    const language = node.definitions[0]?.file.language ?? null;
    if (language === null) return null;
    const container = targets[0]!.container?.split(".").at(-1);
    // Counting reads files, and is seldom needed.
    const sameContainers = () => (container === undefined ? 0 : this.#named(container).length);
    let known: number | null = counted ?? null;
    const others = () => {
      known ??= this.#othersOf(node.definitions);
      return known;
    };
    const judge = new Judge({ targets, others, sameContainers }, language, this.#ports);
    this.#judges.set(node, (this.#judges.get(node) ?? new Map()).set(counted ?? null, judge));
    return judge;
  }

  /** The references that may mean a symbol, in the order of files: its own first, then by path. */
  async placesOf(asked: SymbolNode, given?: Judge | null): Promise<Place[]> {
    const node = given === undefined ? await this.#declared(asked) : asked;
    const judge = given === undefined ? this.judgeOf(node) : given;
    if (judge === null || node.name === null) return [];
    const name = judge.spelled;
    const outer = new Set(node.definitions.map(({ symbol }) => symbol.container?.split(".")[0] ?? name));
    const own = new Set(node.definitions.map(({ file }) => file.path));
    const isLocal = await this.#isLocal(node);
    const handedOn = isLocal ? NO_NAMES : await judge.findHandedOn();
    const others = new Set(handedOn.keys());
    const all = isLocal ? [] : [name, ...wordsOf(handedOn)].flatMap((word) => this.filesHolding(word));
    const holding = [...new Set(all)].filter((path) => !own.has(path)).sort();
    const places: Place[] = [];
    let hasOther = false;
    for (const [at, path] of [...own, ...holding].entries()) {
      const file = await this.parse(path);
      if (file === null) continue;
      hasOther ||= declaresOther(file, node);
      if (mayUse(file.parsed, name, outer, others)) {
        const found = await judge.referencesIn(file);
        const isOfOther = found.some(isBareName) && (await this.#importsOther(file, name, own));
        for (const each of found) if (!isOfOther || !isBareName(each)) places.push({ ...each, file: file.file });
      }
      if (at < DECODED_MAX) continue;
      this.#sources.delete(path);
      file.file.letGo();
    }
    return hasOther ? places.map(withoutOnly) : places;
  }

  /** The symbol with what headers declare of it, or with what a header declares: it is one to the files that include it. */
  async #declared(node: SymbolNode): Promise<SymbolNode> {
    const { name, fullName, definitions } = node;
    const language = definitions[0]?.file.language ?? null;
    if (name === null || fullName === null || language === null || !WITH_HEADERS.has(language)) return node;
    const known = this.#whole.get(node);
    if (known !== undefined) return known;
    const own = new Set(definitions.map(({ file }) => file.path));
    const found: FoundSymbol[] = [];
    for (const path of this.filesDefining(name)) {
      const source = own.has(path) ? null : await this.parse(path);
      if (source === null || !shareSymbols(source.language, language)) continue;
      const same = namesOf(source.parsed).called(fullName);
      if (same.length === 0 || !(await this.#isIncluded(source, own))) continue;
      found.push(...same.map((symbol) => ({ file: source.file, symbol })));
    }
    const whole = found.length === 0 ? node : { ...node, definitions: [...definitions, ...found] };
    this.#whole.set(node, whole);
    return whole;
  }

  /** Whether a file is included by one of some others, or includes one. */
  async #isIncluded(source: ParsedSource, others: ReadonlySet<string>): Promise<boolean> {
    if (!others.isDisjointFrom(await this.openlyReached(source))) return true;
    for (const path of others) {
      const other = await this.parse(path);
      if (other !== null && (await this.openlyReached(other)).has(source.file.path)) return true;
    }
    return false;
  }

  /** Whether a file imports the name from one that defines it and is none of the `own`. */
  async #importsOther(source: ParsedSource, name: string, own: ReadonlySet<string>): Promise<boolean> {
    const imported = source.parsed.imports.find(({ names }) => names.some((each) => each.local === name));
    if (imported === undefined) return false;
    const asName = imported.names.find(({ local }) => local === name)!.name;
    if (asName !== name) return false;
    const reached = [...(await filesReached(this.#ports, source, imported, name))];
    if (reached.some((path) => own.has(path))) return false;
    const first = reached[0] === undefined ? null : await this.parse(reached[0]);
    return first !== null && namesOf(first.parsed).called(name).length > 0;
  }

  /** Whether no other file can use a symbol: it lies in a function, or its name is none to call it by. */
  async #isLocal({ definitions, name }: SymbolNode): Promise<boolean> {
    if (!NAMED.test(name ?? "")) return true;
    for (const { file, symbol } of definitions) {
      // A member of an object that a function makes is used where the object goes.
      if (symbol.kind !== "function") return false;
      const parsed = symbol.container === null ? null : await this.parse(file.path);
      const around = parsed === null ? [] : namesOf(parsed.parsed).called(symbol.container!);
      if (around.length === 0 || !around.every(({ kind }) => kind === "function" || kind === "method")) return false;
    }
    return true;
  }

  /** How many other definitions the tree has of a symbol's name. */
  #othersOf(definitions: readonly FoundSymbol[]): number {
    const own = new Set(definitions.map(({ file, symbol }) => `${file.path}:${symbol.line}`));
    const same = this.#named(definitions[0]?.symbol.name ?? "");
    return same.filter(({ file, symbol }) => !own.has(`${file.path}:${symbol.line}`)).length;
  }

  /** How many definitions the tree has of a name. */
  countOf(name: string): number {
    return this.#named(name).length;
  }

  #named(name: string): readonly FoundSymbol[] {
    let found = this.#counted.get(name);
    if (found === undefined) {
      found = this.filesDefining(name)
        .slice(0, COUNTED_FILES_MAX)
        .flatMap((path) => {
          const file = this.reading.files.get(path);
          if (file === null) return [];
          const same = file.symbolsEnding(name).filter((symbol) => symbol.name === name);
          return same.map((symbol) => ({ file, symbol }));
        });
      this.#counted.set(name, found);
    }
    return found;
  }
}

/** The words that files have which use a symbol by a name that others give it. */
function* wordsOf(handedOn: NamesByFile): Generator<string> {
  for (const [name, files] of handedOn) {
    if (name === "default") yield* [...files].map(stemOf);
    else if (name !== WHOLE_MODULE) yield name;
  }
}

/** Whether a name stands alone of which only the name, or that there is no other, says what it means. */
function isBareName({ reference, certainty }: FoundReference): boolean {
  return reference.receiver === null && (certainty === "name" || certainty === "only");
}

function keyOf(path: string, fullName: string | null): string {
  return `${path}\0${fullName ?? ""}`;
}

function targetOf({ file, symbol }: FoundSymbol): Target {
  const { name, container, line, endLine } = symbol;
  return { path: file.path, name, container, from: line, to: Math.max(line, endLine) };
}

/** The only one of some symbols with the container of another, as the two scanners see it. */
function nearest(symbols: readonly CodeSymbol[], { container }: CodeSymbol): CodeSymbol | undefined {
  const same = symbols.filter((each) => each.container === container);
  return same.length === 1 ? same[0] : undefined;
}
