// The code that a call looks through: which files of the tree, which of them hold a name, and what they say.

import { isWithin } from "../../base/path-names.ts";
import { languageOf } from "../../code/languages.ts";
import { stemOf } from "../../code/references/handed-on-names.ts";
import { codeLine, type Use } from "../../code/references/uses.ts";
import { filesHolding } from "../../code/search/symbol-files.ts";
import type { CodeTree } from "../../code/store/code-trees.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { termGroups } from "../../engine/text/tokenizer.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import { mentionsOf } from "../code/mentions.ts";
import { type Reading, settledReading } from "../code/reading.ts";
import { resolverOf } from "../code/tree-imports.ts";
import { type CodeText, readAsked } from "./asked-file.ts";
import { TraceNotes } from "./notes.ts";
import type { TraceRequest } from "./request.ts";
import { treeFolder, treePath } from "./target.ts";

/** So many files that hold the target's name are asked whether they import it. */
const IMPORTERS_MAX = 300;

/** A file of code: its path as it is shown, and in the tree; null where only the disk has it. */
export interface CodeFile {
  readonly path: string;
  readonly inTree: string | null;
}

/** The files that a call is about. */
export interface TracedFiles {
  readonly code: readonly CodeFile[];
  /** Other files that are not ignored, by path. */
  readonly others: readonly string[];
}

/** A call with the code that it looks through. */
export interface TracedRequest extends TraceRequest {
  readonly code: TracedCode;
}

export class TracedCode {
  readonly notes: TraceNotes;
  readonly #request: TraceRequest;
  readonly #reading: Reading;
  #files: TracedFiles | null = null;

  constructor(request: TraceRequest, reading: Reading) {
    this.#request = request;
    this.#reading = reading;
    this.notes = new TraceNotes(request.bounds, reading.view.remarks);
  }

  /** The files of the target's folder, by path. For a target that is a file, these are the files of the tree around it. */
  get files(): TracedFiles {
    this.#files ??= filesOf(this.#request, this.#reading.view, this.notes);
    return this.#files;
  }

  /** The files that hold one of these names, and the target if it is a file. */
  holding(names: Iterable<string>): readonly CodeFile[] {
    return filesWith(this.#request, this.#reading.view, this.files, names);
  }

  /** The lines of other files where a name stands, whatever it means there, by path. */
  async mentions(name: string): Promise<Map<string, Use[]>> {
    const found = new Map<string, Use[]>();
    const own = new Set<string>();
    for (const { path: inTree, file, reference, within } of await mentionsOf(this.#reading, name, own)) {
      const path = shownPathOf(this.#request, this.#reading.view, inTree);
      if (path === null || path === this.#request.target.path) continue;
      const { line } = reference;
      const use = { line, code: codeLine(file.lines[line - 1] ?? ""), within, qualifier: null };
      found.set(path, [...(found.get(path) ?? []), use]);
    }
    return found;
  }

  /** The lines of other files that import the target, or may, by path. */
  async importers(): Promise<Map<string, Use[]>> {
    const { view, files, parsed } = this.#reading;
    const { target } = this.#request;
    const own = treePath(target, view.tree.root, target.path);
    const stem = stemOf(target.path);
    const found = new Map<string, Use[]>();
    if (own === null || stem === "") return found;
    const resolver = resolverOf(view, files);
    for (const inTree of filesHolding(view.generations, stem).toSorted().slice(0, IMPORTERS_MAX)) {
      const file = await parsed.parse(inTree);
      const path = shownPathOf(this.#request, view, inTree);
      if (file === null || path === null || inTree === own) continue;
      const { language } = file;
      const imported = file.parsed.imports.find(({ module }) => {
        const meant = resolver.resolve(language, inTree, module);
        if (meant.length > 0) return meant.includes(own);
        return stemOf(module) === stem && resolver.mayMean(language, inTree, module);
      });
      if (imported === undefined) continue;
      const { line } = imported;
      const code = codeLine(files.get(inTree)?.lines[line - 1] ?? "");
      found.set(path, [{ line, code, within: null, qualifier: null }]);
    }
    return found;
  }

  /** Reads files one after another, within the bounds; with `holds` only those whose text it accepts. Throws CANCELLED. */
  async *read(files: readonly CodeFile[], holds: (text: string) => boolean = () => true): AsyncGenerator<CodeText> {
    const { ports } = this.#request;
    const takeTurn = takingTurns(ports);
    for (const [at, file] of files.entries()) {
      await takeTurn();
      if (this.notes.isOver()) {
        this.notes.noteUnseen(files.length - at);
        return;
      }
      ports.onProgress?.({ done: at, total: files.length, what: "reading code" });
      const code = await this.#read(file, holds);
      if (code === null) continue;
      this.notes.noteRead(code.path, code, code.lines);
      yield code;
    }
  }

  /** The names of the symbols of files as far as they are known without parsing, in so much text. Throws CANCELLED. */
  async *symbolNames(textMax: number): AsyncGenerator<string> {
    const takeTurn = takingTurns(this.#request.ports);
    let length = 0;
    for (const { inTree } of this.files.code) {
      await takeTurn();
      const file = inTree === null ? null : this.#reading.files.get(inTree);
      if (file === null) continue;
      length += file.length;
      if (length > textMax) return;
      for (const { name } of file.symbols) yield name;
      this.#reading.files.drop(inTree!);
    }
  }

  /** A file that is no code, such as a manifest; null where it has no text. */
  textOf(path: string): string | null {
    const inTree = treePath(this.#request.target, this.#reading.view.tree.root, path);
    return inTree === null ? null : (this.#reading.files.get(inTree)?.text ?? null);
  }

  async #read({ path, inTree }: CodeFile, holds: (text: string) => boolean): Promise<CodeText | null> {
    if (inTree === null) {
      const asked = await readAsked(this.#request);
      return asked === null || "failed" in asked || !holds(asked.text) ? null : asked;
    }
    const { files, parsed } = this.#reading;
    const file = files.get(inTree);
    try {
      if (file === null || file.language === null || !holds(file.text)) return null;
      await parsed.parse(inTree);
      const { text, language, symbols } = file;
      return { path, text, language, symbols, parsed: file.parsed, lines: Math.max(file.lines.length, 1) };
    } finally {
      files.drop(inTree);
    }
  }
}

/**
 * Reads code for an answer. `parsed` says which files that will be, if they may be many. A folder of which the tree has
 * no file, because its repository ignores it, is read as a tree of its own. Throws what `work` throws.
 */
export async function withCode<Found>(
  request: TraceRequest,
  work: (request: TracedRequest) => Promise<Found>,
  names: Iterable<string> | null,
): Promise<Found> {
  const { target, ports } = request;
  const { code } = ports;
  const folder = target.folder === "" ? target.root : `${target.root}/${target.folder}`;
  const around = code.open(treeFolder(target), true);
  const read = (tree: CodeTree, isAlone: boolean) =>
    settledReading(
      ports,
      async (reading): Promise<{ found: Found } | null> => {
        const traced = new TracedCode(request, reading);
        const isMissing = traced.files.code.length + traced.files.others.length === 0 && reading.view.pending === 0;
        if (isMissing && !isAlone && request.filter === null) return null;
        return { found: await work({ ...request, code: traced }) };
      },
      { tree, parsed: (view) => pathsToParse(request, view, names) },
    );
  const found = await read(around, isWithin(folder, around.root));
  return (found ?? (await read(code.openAlone(folder), true)))!.found;
}

function pathsToParse(request: TraceRequest, view: CodeView, names: Iterable<string> | null): string[] {
  const files = filesOf(request, view, new TraceNotes(request.bounds));
  const wanted = names === null ? files.code : filesWith(request, view, files, names);
  return wanted.flatMap(({ inTree }) => inTree ?? []);
}

function filesWith(
  { target }: TraceRequest,
  view: CodeView,
  { code }: TracedFiles,
  names: Iterable<string>,
): readonly CodeFile[] {
  const paths = new Set<string | null>();
  for (const name of names) {
    // The index has no names of one letter, and no signs.
    if (termGroups(name).length === 0) return code;
    for (const path of filesHolding(view.generations, name)) paths.add(path);
  }
  return code.filter(({ path, inTree }) => paths.has(inTree) || (target.isFile && path === target.path));
}

function filesOf(request: TraceRequest, view: CodeView, notes: TraceNotes): TracedFiles {
  const { target, isWanted } = request;
  const inside = target.folder === "" ? "" : `${target.folder}/`;
  const accepts = (path: string) =>
    path.startsWith(inside) && (isWanted === undefined || isWanted(path.slice(inside.length)));
  const code: CodeFile[] = [];
  const others: string[] = [];
  const { generations, live } = view;
  let isAsked = target.isFile && accepts(target.path);
  for (const inTree of live.paths()) {
    const path = shownPathOf(request, view, inTree);
    if (path === null || !accepts(path)) continue;
    const { generation, file } = live.place(inTree)!;
    const state = live.state(inTree)!;
    const isRead = state === "read";
    if (isAsked && path === target.path) {
      if (!isRead) continue;
      isAsked = false;
    }
    if (isRead ? generations[generation]!.files.names("language").of(file) !== null : languageOf(path) !== null) {
      if (isRead) code.push({ path, inTree });
      else if (state !== "gone") notes.noteLeftOut(state);
    } else others.push(path);
  }
  // What somebody names is looked at in any case.
  if (isAsked) code.push({ path: target.path, inTree: null });
  code.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { code, others: others.sort() };
}

/** The path of a file of the tree as it is shown: relative to the target's root; null where it does not lie in it. */
function shownPathOf({ target: { root } }: TraceRequest, { tree }: CodeView, path: string): string | null {
  if (tree.root === root) return path;
  const whole = `${tree.root}/${path}`;
  return isWithin(root, whole) ? whole.slice(root.length + 1) : null;
}
