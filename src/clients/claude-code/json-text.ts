// A JSON text that is changed as text: a member or an element is added, replaced or removed. Everything else stays as
// it is, byte for byte: order, indentation, line ends, escapes, the spelling of numbers.
//
// Invariants:
// - JSON.parse of the new text gives the old value with the requested change and nothing else.
// - Added text looks like its neighbours: it has their indentation and line ends, and is one line where they are one
//   line.
// - Each change is kept as a splice, so that all changes can be taken back exactly.
// - A key that occurs twice on the path to a value is an error, because the client reads only the last one.

import { HelixError } from "../../base/errors.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";
import { isRecord } from "../../features/checkpoint/checkpoint.ts";
import { faultOf } from "./json-fault.ts";
import { elementsOf, type Member, membersOf, rootSpan, type Span, skipSpace, spaceBefore } from "./json-scan.ts";

/** One change: `removed` stood at `at`, and `inserted` stands there now. */
export interface Splice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** Keys and indices from the root to a value. */
export type JsonPath = readonly (string | number)[];

const LINE_BREAK = /\r\n|\n|\r/;
const DEFAULT_INDENTATION = "  ";
const EMPTY_OBJECT = "{}";

export class JsonText {
  #text: string;
  #value: unknown;
  readonly #splices: Splice[] = [];
  /** The name of the file for people. */
  readonly label: string;

  /**
   * `label` names the file in errors. A blank text counts as an empty object. Throws INVALID_ARGUMENT when the text is
   * not a JSON object.
   */
  constructor(text: string, label: string) {
    this.#text = text;
    this.label = label;
    if (text.replace(/^\uFEFF/, "").trim() === "") {
      const start = text.startsWith("\uFEFF") ? 1 : 0;
      this.#splice({ start, end: text.length }, `${EMPTY_OBJECT}\n`);
    }
    this.#value = this.#parse();
    if (!isRecord(this.#value)) throw this.error("is no JSON object");
  }

  get text(): string {
    return this.#text;
  }

  /** The changes that were made, in their order. */
  get splices(): readonly Splice[] {
    return this.#splices;
  }

  /** The value at a path; undefined when there is none. Throws INVALID_ARGUMENT when a key on the path occurs twice. */
  valueAt(path: JsonPath): unknown {
    let value = this.#value;
    for (const key of path) {
      if (typeof key === "number" ? !Array.isArray(value) : !isRecord(value) || !Object.hasOwn(value, key))
        return undefined;
      value = (value as Record<string | number, unknown>)[key];
    }
    this.#spanAt(path);
    return value;
  }

  /** Adds a member behind the others of the object at `path`. The object must exist, the key must not. */
  addMember(path: JsonPath, key: string, value: unknown): void {
    this.#add(path, (render) => JSON.stringify(key) + render(value));
  }

  /** Adds an element behind the others of the array at `path`, which must be there. */
  addElement(path: JsonPath, value: unknown): void {
    this.#add(path, (_, render) => render(value));
  }

  /** Replaces the value at `path`. */
  replace(path: JsonPath, value: unknown): void {
    const span = this.#require(path);
    const line = lineIndentation(this.#text, span.start);
    const isInline = !LINE_BREAK.test(this.#text.slice(span.start, span.end));
    this.#splice(span, isInline ? inline(value, true) : this.#block(value, line));
    this.#value = this.#parse();
  }

  /** Removes the member or element at `path`, with the comma and the white space that belong to it. */
  remove(path: JsonPath): void {
    const parent = this.#require(path.slice(0, -1));
    const key = path.at(-1);
    const items: Span[] = typeof key === "number" ? elementsOf(this.#text, parent) : membersOf(this.#text, parent);
    const index = typeof key === "number" ? key : (items as Member[]).findIndex((member) => member.key === key);
    const item = items[index];
    if (item === undefined) throw new Error(`nothing at ${path.join("/")}`);
    if (items.length === 1) this.#splice({ start: parent.start + 1, end: parent.end - 1 }, "");
    else if (index > 0) this.#splice({ start: items[index - 1]!.end, end: item.end }, "");
    else this.#splice({ start: item.start, end: items[1]!.start }, "");
    this.#value = this.#parse();
  }

  /** An INVALID_ARGUMENT error about this file, which says that nothing was changed. */
  error(what: string): HelixError {
    return new HelixError("INVALID_ARGUMENT", `${this.label} ${what}; nothing was changed`);
  }

  #parse(): unknown {
    try {
      return JSON.parse(this.#text.replace(/^\uFEFF/, ""));
    } catch (error) {
      if (error instanceof RangeError) throw this.error("is nested too deeply");
      const fault = faultOf(this.#text);
      throw this.error(`is not JSON${fault === "" ? "" : ` (${fault})`}, the client cannot read it`);
    }
  }

  #require(path: JsonPath): Span {
    const span = this.#spanAt(path);
    if (span === null) throw new Error(`nothing at ${path.join("/")}`);
    return span;
  }

  #spanAt(path: JsonPath): Span | null {
    let span: Span | null = rootSpan(this.#text);
    for (const key of path) {
      if (span === null) return null;
      if (typeof key === "number") span = elementsOf(this.#text, span)[key] ?? null;
      else {
        const found: Member[] = membersOf(this.#text, span).filter((member) => member.key === key);
        if (found.length > 1) throw this.error(`has ${quote(cleanLine(key))} twice in one object`);
        span = found[0]?.value ?? null;
      }
    }
    return span;
  }

  /**
   * Adds an item behind the others of the container. `write` receives two functions: one writes the value of a member,
   * the other an element, both in the style of that place.
   */
  #add(
    path: JsonPath,
    write: (member: (value: unknown) => string, element: (value: unknown) => string) => string,
  ): void {
    const container = this.#require(path);
    const isObject = this.#text[container.start] === "{";
    const items: Span[] = isObject ? membersOf(this.#text, container) : elementsOf(this.#text, container);
    const last = items.at(-1);
    if (last === undefined) this.#addFirst(container, path.length === 0, write);
    else {
      const lead = this.#text.slice(spaceBefore(this.#text, last.start), last.start);
      if (LINE_BREAK.test(lead)) {
        const indentation = lead.slice(lead.search(/[^\r\n]*$/));
        const block = (value: unknown) => this.#block(value, indentation);
        const text = write((value) => `: ${block(value)}`, block);
        this.#splice({ start: last.end, end: last.end }, `,${this.#lineBreak()}${indentation}${text}`);
      } else {
        const isSpaced = lead !== "" || (isObject && this.#isColonSpaced(last as Member));
        const text = write(
          (value) => `:${isSpaced ? " " : ""}${inline(value, isSpaced)}`,
          (value) => inline(value, isSpaced),
        );
        this.#splice({ start: last.end, end: last.end }, `,${lead === "" && isSpaced ? " " : lead}${text}`);
      }
    }
    this.#value = this.#parse();
  }

  #addFirst(
    container: Span,
    isRoot: boolean,
    write: (member: (value: unknown) => string, element: (value: unknown) => string) => string,
  ): void {
    const inside = { start: container.start + 1, end: container.end - 1 };
    const root = rootSpan(this.#text);
    if (!isRoot && !LINE_BREAK.test(this.#text.slice(root.start, root.end))) {
      const isSpaced = /":\s/.test(this.#text);
      const text = write(
        (value) => `:${isSpaced ? " " : ""}${inline(value, isSpaced)}`,
        (value) => inline(value, isSpaced),
      );
      this.#splice(inside, text);
      return;
    }
    const outer = lineIndentation(this.#text, container.start);
    const inner = outer + this.#unit();
    const block = (value: unknown) => this.#block(value, inner);
    const text = write((value) => `: ${block(value)}`, block);
    this.#splice(inside, `${this.#lineBreak()}${inner}${text}${this.#lineBreak()}${outer}`);
  }

  #isColonSpaced(member: Member): boolean {
    return spaceBefore(this.#text, member.value.start) < member.value.start;
  }

  /** The value on several lines. All lines but the first begin with `indentation`. */
  #block(value: unknown, indentation: string): string {
    const lineBreak = this.#lineBreak();
    const unit = this.#unit();
    return JSON.stringify(value, null, "\t").replace(
      /\n(\t*)/g,
      (_, tabs: string) => lineBreak + indentation + unit.repeat(tabs.length),
    );
  }

  #lineBreak(): string {
    return LINE_BREAK.exec(this.#text.trimEnd())?.[0] ?? LINE_BREAK.exec(this.#text)?.[0] ?? "\n";
  }

  /** One step of indentation, taken from the first line that is indented below its opening bracket. */
  #unit(): string {
    const found = /[[{][ \t]*[\r\n]+([ \t]*)(?=[^\s\]}])/.exec(this.#text);
    if (found === null) return DEFAULT_INDENTATION;
    const outer = lineIndentation(this.#text, found.index);
    const inner = found[1]!;
    return inner.startsWith(outer) ? inner.slice(outer.length) : DEFAULT_INDENTATION;
  }

  #splice({ start, end }: Span, inserted: string): void {
    const removed = this.#text.slice(start, end);
    this.#splices.push({ at: start, removed, inserted });
    this.#text = this.#text.slice(0, start) + inserted + this.#text.slice(end);
  }
}

/** Takes the splices back, the last one first. Returns null when the text is not the result of the splices. */
export function takeBack(text: string, splices: readonly Splice[]): string | null {
  let result = text;
  for (const { at, removed, inserted } of splices.toReversed()) {
    if (!result.startsWith(inserted, at)) return null;
    result = result.slice(0, at) + removed + result.slice(at + inserted.length);
  }
  return result;
}

function lineIndentation(text: string, at: number): string {
  let start = at;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  if (start === 0 && text.startsWith("\uFEFF")) start = 1;
  return text.slice(start, Math.min(at, skipSpace(text, start))).replace(/[\r\n].*/s, "");
}

/** The value on one line. */
function inline(value: unknown, isSpaced: boolean): string {
  if (!isSpaced) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => inline(each, true)).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inline(each, true)}`);
  return members.length === 0 ? EMPTY_OBJECT : `{${members.join(", ")}}`;
}
