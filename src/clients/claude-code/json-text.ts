// A JSON text that is changed as text: a member or an element is added, replaced or removed. Everything else stays as
// it is, byte for byte: order, indentation, line ends, escapes, the spelling of numbers.
// jsonc-parser says where things stand. Its own edits lay out whole lines anew, so they are not used.
//
// Invariants:
// - JSON.parse of the new text gives the old value with the requested change and nothing else.
// - Added text looks like its neighbours: it has their indentation and line ends, and is one line where they are one
//   line.
// - Each change is kept as a splice, so that all changes can be taken back exactly.
// - A key that occurs twice on the path to a value is an error, because the client reads only the last one.

import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type HelixError, invalid } from "../../base/errors.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";

/** One change: `removed` stood at `at`, and `inserted` stands there now. */
export interface Splice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** Keys and indices from the root to a value. */
export type JsonPath = readonly (string | number)[];

const LINE_BREAK = /\r\n|\n|\r/;
const BYTE_ORDER_MARK = /^\uFEFF/;
const DEFAULT_INDENTATION = "  ";
/** What is said of the parser's errors. */
const FAULTS: Readonly<Record<string, string>> = { InvalidCommentToken: "a comment", InvalidSymbol: "not readable" };

export class JsonText {
  #text: string;
  #root: Node;
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
    if (isBlank(text)) {
      const start = BYTE_ORDER_MARK.test(text) ? 1 : 0;
      this.#text = `${text.slice(0, start)}{}\n`;
      this.#splices.push({ at: start, removed: text.slice(start), inserted: "{}\n" });
    }
    this.#root = this.#parsed();
    if (this.#root.type !== "object") throw this.error("is no JSON object");
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
    const node = this.#nodeAt(path);
    return node && JSON.parse(this.#text.slice(node.offset, endOf(node)));
  }

  /** Adds a member behind the others of the object at `path`. The object must exist, the key must not. */
  addMember(path: JsonPath, key: string, value: unknown): void {
    this.#add(path, value, key);
  }

  /** Adds an element behind the others of the array at `path`, which must be there. */
  addElement(path: JsonPath, value: unknown): void {
    this.#add(path, value, null);
  }

  /** Replaces the value at `path`. */
  replace(path: JsonPath, value: unknown): void {
    const node = this.#require(path);
    const isInline = !LINE_BREAK.test(this.#text.slice(node.offset, endOf(node)));
    const text = isInline ? inline(value, true) : this.#block(value, lineIndentation(this.#text, node.offset));
    this.#splice(node.offset, endOf(node), text);
  }

  /** Removes the member or element at `path`, with the comma and the white space that belong to it. */
  remove(path: JsonPath): void {
    const value = this.#require(path);
    const item = typeof path.at(-1) === "number" ? value : value.parent!;
    const container = item.parent!;
    const items = container.children!;
    const index = items.indexOf(item);
    if (items.length === 1) this.#splice(container.offset + 1, endOf(container) - 1, "");
    else if (index > 0) this.#splice(endOf(items[index - 1]!), endOf(item), "");
    else this.#splice(item.offset, items[1]!.offset, "");
  }

  /** An INVALID_ARGUMENT error about this file, which says that nothing was changed. */
  error(what: string): HelixError {
    return invalid(`${this.label} ${what}; nothing was changed`);
  }

  #parsed(): Node {
    try {
      parsedJson(this.#text);
      return parseTree(this.#text)!;
    } catch (error) {
      if (error instanceof RangeError) throw this.error("is nested too deeply");
      throw this.error(`is not JSON (${faultOf(this.#text)}), the client cannot read it`);
    }
  }

  #nodeAt(path: JsonPath): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const key of path) {
      const isKey = ({ children }: Node) => children![0]!.value === key;
      if (node?.type === "object" && node.children!.filter(isKey).length > 1)
        throw this.error(`has ${quote(cleanLine(String(key)))} twice in one object`);
      node = node && findNodeAtLocation(node, [key]);
    }
    return node;
  }

  #require(path: JsonPath): Node {
    const node = this.#nodeAt(path);
    if (node === undefined) throw new Error(`nothing at ${path.join("/")}`);
    return node;
  }

  /** Adds an item behind the others of the container, in the style of that place. `key`: null for an element. */
  #add(path: JsonPath, value: unknown, key: string | null): void {
    const container = this.#require(path);
    const item = (colon: string, text: string) => (key === null ? text : JSON.stringify(key) + colon + text);
    const inLine = (isSpaced: boolean) => item(isSpaced ? ": " : ":", inline(value, isSpaced));
    const inLines = (indentation: string) =>
      this.#lineBreak() + indentation + item(": ", this.#block(value, indentation));
    const [start, end] = [container.offset + 1, endOf(container) - 1];
    const [last, beforeLast] = [container.children!.at(-1), container.children!.at(-2)];
    if (last !== undefined) {
      const between = this.#text.slice(beforeLast === undefined ? start : endOf(beforeLast), last.offset);
      const lead = between.slice(between.indexOf(",") + 1);
      const isSpaced = lead !== "" || (last.type === "property" && last.colonOffset! + 1 < last.children![1]!.offset);
      const text = LINE_BREAK.test(lead)
        ? inLines(/[^\r\n]*$/.exec(lead)![0])
        : (lead === "" && isSpaced ? " " : lead) + inLine(isSpaced);
      this.#splice(endOf(last), endOf(last), `,${text}`);
    } else if (path.length > 0 && !LINE_BREAK.test(this.#text.slice(this.#root.offset, endOf(this.#root)))) {
      this.#splice(start, end, inLine(/":\s/.test(this.#text)));
    } else {
      const outer = lineIndentation(this.#text, container.offset);
      this.#splice(start, end, inLines(outer + this.#unit()) + this.#lineBreak() + outer);
    }
  }

  /** The value on several lines. All lines but the first begin with `indentation`. */
  #block(value: unknown, indentation: string): string {
    const [lineBreak, unit] = [this.#lineBreak(), this.#unit()];
    return JSON.stringify(value, null, "\t").replace(
      /\n(\t*)/g,
      (_, tabs: string) => lineBreak + indentation + unit.repeat(tabs.length),
    );
  }

  #lineBreak(): string {
    return LINE_BREAK.exec(this.#text)?.[0] ?? "\n";
  }

  /** One step of indentation, taken from the first line that is indented below its opening bracket. */
  #unit(): string {
    const found = /[[{][ \t]*[\r\n]+([ \t]*)(?=[^\s\]}])/.exec(this.#text);
    if (found === null) return DEFAULT_INDENTATION;
    const outer = lineIndentation(this.#text, found.index);
    return found[1]!.startsWith(outer) ? found[1]!.slice(outer.length) : DEFAULT_INDENTATION;
  }

  #splice(start: number, end: number, inserted: string): void {
    this.#splices.push({ at: start, removed: this.#text.slice(start, end), inserted });
    this.#text = this.#text.slice(0, start) + inserted + this.#text.slice(end);
    this.#root = this.#parsed();
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

/** Whether a settings file holds nothing. */
export function isBlank(text: string): boolean {
  return text.replace(BYTE_ORDER_MARK, "").trim() === "";
}

/** The value of a settings file. Throws when it is not JSON. */
export function parsedJson(text: string): unknown {
  return JSON.parse(text.replace(BYTE_ORDER_MARK, ""));
}

/** Where a text stops being JSON, for the person who has to repair it, e.g. `line 4: a comment`. */
export function faultOf(text: string): string {
  const body = text.replace(BYTE_ORDER_MARK, "");
  const errors: ParseError[] = [];
  parseTree(body, errors, { disallowComments: true });
  const [first] = errors;
  const before = body.slice(0, first?.offset);
  const rest = body.slice(before.length).trim();
  if (first === undefined || rest === "") return "it ends too early";
  const isLeftOver = before.trimEnd().endsWith(",") && (rest[0] === "}" || rest[0] === "]");
  const what = isLeftOver ? "a comma before the end of a list" : FAULTS[printParseErrorCode(first.error)];
  return `line ${before.split(LINE_BREAK).length}: ${what ?? "out of place"}`;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** The white space with which the line at this offset begins. */
function lineIndentation(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  return /^\uFEFF?([ \t]*)/.exec(text.slice(start, at))![1]!;
}

/** The value on one line. */
function inline(value: unknown, isSpaced: boolean): string {
  if (!isSpaced) return JSON.stringify(value);
  return JSON.stringify(value, null, 1).replace(/,\n */g, ", ").replace(/\n */g, "");
}
