// Links files by their imports, and counts who uses which symbol. Where a language lets files of one package or project
// see each other without an import, the names that they use link them.

import type { ImportResolver } from "../imports/import-resolver.ts";
import { type Language, shareSymbols } from "../languages.ts";
import type { Import } from "../parse/parsed-file.ts";
import type { OfferedSymbol } from "../project-facts.ts";
import type { MappedFile, NameNumbers } from "./mapped-file.ts";
import { outsidePackage } from "./outside-package.ts";

export interface FileLinks {
  /** By file: the files of the tree that it depends on. */
  readonly uses: ReadonlyMap<string, ReadonlySet<string>>;
  /** By package from outside: the files that import it. */
  readonly packages: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many other files use a symbol or hand it on. */
  usersOf(symbol: OfferedSymbol): number;
}

/** Languages whose files see those of their folder, and those whose files see all of the project. */
const BY_FOLDER: ReadonlySet<Language> = new Set<Language>(["go", "java", "kotlin"]);
const BY_PROJECT: ReadonlySet<Language> = new Set<Language>(["csharp", "ruby", "swift"]);
/** Languages in which a name alone tells, since headers declare what other files define. */
const BY_NAME: ReadonlySet<Language> = new Set<Language>(["c", "cpp"]);
/** Languages whose imports mean all files of a folder or a namespace. */
const MANY: ReadonlySet<Language> = new Set<Language>(["csharp", "go", "java", "kotlin", "php", "swift"]);
/** Through how many files that hand names on, and through how many steps. */
const HANDED_MAX = 200;
const STEPS_MAX = 3;
/** A name that more files offer tells nothing. */
const OFFERS_MAX = 50;

interface Offer {
  readonly path: string;
  readonly folder: string;
  readonly language: Language;
  /** Of the symbol, as in `users`. */
  readonly key: string;
}

/** Links the files. Throws what `takeTurn` throws. */
export async function linkFiles(
  files: ReadonlyMap<string, MappedFile>,
  numbers: NameNumbers,
  resolver: ImportResolver,
  takeTurn: () => Promise<void>,
): Promise<FileLinks> {
  const linker = new Linker(files, numbers, resolver);
  for (const file of files.values()) {
    await takeTurn();
    linker.link(file);
  }
  for (const file of files.values()) {
    await takeTurn();
    linker.countUses(file);
  }
  const { uses, packages, users } = linker;
  return { uses, packages, usersOf: (symbol) => users.get(keyOf(symbol)) ?? 0 };
}

function keyOf({ path, name }: OfferedSymbol): string {
  return `${path}\0${name}`;
}

class Linker {
  readonly uses = new Map<string, Set<string>>();
  readonly packages = new Map<string, Set<string>>();
  readonly users = new Map<string, number>();
  readonly #resolver: ImportResolver;
  /** By the number of a name: who offers it. */
  readonly #offers = new Map<number, Offer[]>();
  /** By file: the files whose names it hands on. */
  readonly #handed = new Map<string, Set<string>>();

  constructor(files: ReadonlyMap<string, MappedFile>, numbers: NameNumbers, resolver: ImportResolver) {
    this.#resolver = resolver;
    for (const { path, offered, language } of files.values()) {
      const folder = folderOf(path);
      for (const symbol of offered) {
        const number = numbers.of(symbol.name);
        const offer = { path, folder, language, key: keyOf(symbol) };
        const known = this.#offers.get(number);
        if (known === undefined) this.#offers.set(number, [offer]);
        // With more than OFFERS_MAX the name tells nothing, so the rest is not kept.
        else if (known.length <= OFFERS_MAX) known.push(offer);
      }
    }
  }

  /** Notes what a file depends on. */
  link(file: MappedFile): void {
    const used = new Set<string>();
    const handed = new Set<string>();
    const isPackage = /(?:^|\/)__init__\.pyi?$/.test(file.path);
    for (const imported of file.imports) {
      const meant = this.#filesOf(file, imported);
      for (const path of meant) {
        used.add(path);
        if (imported.isReexport || isPackage) handed.add(path);
      }
    }
    for (const path of this.#seenWithoutImport(file)) used.add(path);
    used.delete(file.path);
    this.uses.set(file.path, used);
    if (handed.size > 0) this.#handed.set(file.path, handed);
  }

  /** Counts a file among the users of the symbols that it mentions. */
  countUses(file: MappedFile): void {
    const reached = this.#reachedFrom(file.path);
    const isByName = BY_NAME.has(file.language);
    if (reached.size === 0 && !isByName) return;
    for (const number of file.mentioned) {
      const only = isByName ? this.#onlyOffer(file, number) : null;
      for (const offer of this.#offersOf(number)) {
        if ((offer !== only && !reached.has(offer.path)) || !isForOther(offer, file)) continue;
        this.users.set(offer.key, (this.users.get(offer.key) ?? 0) + 1);
      }
    }
  }

  /** The files that an import means. Of a whole package only those that offer a name that the file mentions. */
  #filesOf(file: MappedFile, { module, names }: Import): ReadonlySet<string> {
    const found = new Set<string>();
    const parts = names.length === 0 ? [undefined] : names.map(({ name }) => (name === "*" ? undefined : name));
    for (const part of new Set(parts)) {
      const meant = this.#resolver.resolve(file.language, file.path, module, part);
      if (meant.length > 1 && MANY.has(file.language)) {
        const isMeant = new Set(meant);
        const named = this.#offering(file, ({ path }) => isMeant.has(path));
        for (const path of named.length > 0 ? named : meant.slice(0, 1)) found.add(path);
      } else if (meant[0] !== undefined) found.add(meant[0]);
    }
    const name = found.size > 0 ? null : outsidePackage(file.language, module);
    if (name !== null) {
      const importers = this.packages.get(name) ?? new Set();
      this.packages.set(name, importers.add(file.path));
    }
    return found;
  }

  #seenWithoutImport(file: MappedFile): string[] {
    if (BY_FOLDER.has(file.language)) {
      const folder = folderOf(file.path);
      return this.#offering(file, (offer) => offer.folder === folder);
    }
    if (!BY_PROJECT.has(file.language)) return [];
    return [...file.mentioned].flatMap((number) => this.#onlyOffer(file, number)?.path ?? []);
  }

  /** The files of the offers that `isMeant` accepts, of names that the file mentions. */
  #offering(file: MappedFile, isMeant: (offer: Offer) => boolean): string[] {
    const found: string[] = [];
    for (const number of file.mentioned) {
      for (const offer of this.#offersOf(number)) {
        if (isMeant(offer) && isForOther(offer, file)) found.push(offer.path);
      }
    }
    return found;
  }

  /** Who offers a name; none where too many do. */
  #offersOf(number: number): readonly Offer[] {
    const offers = this.#offers.get(number);
    return offers === undefined || offers.length > OFFERS_MAX ? [] : offers;
  }

  /** The only one who offers a name to a file. */
  #onlyOffer(file: MappedFile, number: number): Offer | null {
    const offers = this.#offersOf(number).filter((offer) => isForOther(offer, file));
    return offers.length === 1 ? offers[0]! : null;
  }

  /** The files whose names a file can use: those that it depends on, and those that these hand on. */
  #reachedFrom(path: string): ReadonlySet<string> {
    const reached = new Set(this.uses.get(path));
    let waiting = [...reached];
    for (let step = 0; step < STEPS_MAX && waiting.length > 0 && reached.size < HANDED_MAX; step++) {
      const next: string[] = [];
      for (const each of waiting) {
        for (const more of this.#handed.get(each) ?? []) {
          if (!reached.has(more)) next.push(more);
          reached.add(more);
        }
      }
      waiting = next;
    }
    return reached;
  }
}

/** Whether an offer is of another file, whose symbols the file can use. */
function isForOther(offer: Offer, { path, language }: MappedFile): boolean {
  return offer.path !== path && shareSymbols(offer.language, language);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
