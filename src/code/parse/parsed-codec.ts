// Writes what the parser said of a text in few bytes, and reads it again beside the text.
//
// Names, lines and most signatures stand in the text, so only places are written; what cannot be found there is spelt
// out. So the bytes mean something only beside the very text that they were made from.
//
// Layout, in varints: flag (0: the text cannot be parsed, and nothing follows; 1), strings, symbols, receivers,
// references, imports, types, broken lines. The whole is deflated.
//
// Invariants:
// - Reading gives what was written, symbol by symbol and reference by reference.
// - Bytes that are not of this layout give null, never an error and never more than they have room for.

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { orNull } from "../../base/errors.ts";
import { ByteReader, ByteWriter } from "../../base/varint.ts";
import { LineIndex } from "../line-index.ts";
import { qualifiedName, SYMBOL_KINDS } from "../symbol-scanner.ts";
import type { Import, ParsedFile, ParsedSymbol, Receiver, TypeFact } from "./parsed-file.ts";
import { REFERENCE_KINDS } from "./parsed-file.ts";
import { StoredReferences, withStored } from "./reference-list.ts";

/** Another number whenever the layout changes. */
export const CODEC_VERSION = 5;

/** What is read again: the file; `null` where the parser gave the text up. */
export interface Decoded {
  readonly parsed: ParsedFile | null;
}

/** What is known of a text that is read or written. */
interface Source {
  readonly text: string;
  readonly lines: LineIndex;
}

/** The bytes of a file that was parsed, or that could not be: null. */
export function encodeParsed(parsed: ParsedFile | null, text: string): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(parsed === null ? 0 : 1);
  if (parsed !== null) {
    const source = { text, lines: new LineIndex(text) };
    const strings = new Strings();
    const body = new ByteWriter();
    writeSymbols(body, parsed.symbols, strings, source);
    writeReferences(body, parsed, strings, source);
    writeImports(body, parsed.imports, strings);
    writeTypes(body, parsed.types, strings);
    body.varint(parsed.brokenLines);
    strings.write(writer);
    writer.append(body.view());
  }
  return new Uint8Array(deflateRawSync(writer.view()));
}

/** Reads bytes beside their text; null where they are not of this layout. */
export function decodeParsed(bytes: Uint8Array, text: string): Decoded | null {
  return orNull(() => {
    const reader = new ByteReader(inflateRawSync(bytes, { maxOutputLength: 64 * text.length + 4096 }));
    if (reader.varint() === 0) return { parsed: null };
    const source = { text, lines: new LineIndex(text) };
    const strings = readStrings(reader);
    const symbols = readSymbols(reader, strings, source);
    const references = readReferences(reader, symbols, strings, source);
    const imports = readImports(reader, strings);
    const types = readTypes(reader, strings);
    return { parsed: withStored({ symbols, imports, types, brokenLines: reader.varint() }, references) };
  });
}

/** Strings that are spelt out, each once; numbers count from 0. */
class Strings {
  readonly #numbers = new Map<string, number>();

  number(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  write(writer: ByteWriter): void {
    const all = [...this.#numbers.keys()];
    writer.varint(all.length);
    for (const value of all) writer.varint(value.length);
    const bytes = new TextEncoder().encode(all.join(""));
    writer.varint(bytes.length);
    writer.append(bytes);
  }
}

function readStrings(reader: ByteReader): readonly string[] {
  const lengths = reader.list(() => reader.varint());
  const all = new TextDecoder().decode(reader.bytes(reader.varint()));
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return all.slice(at - length, at);
  });
}

/** Where a signature stands: at the beginning of the definition, of its line, or among the strings. */
const AT_START = 0;
const AT_LINE = 1;
const SPELT = 2;
const PLACES = 3;

function writeSymbols(writer: ByteWriter, symbols: readonly ParsedSymbol[], strings: Strings, source: Source): void {
  const { text, lines } = source;
  writer.varint(symbols.length);
  const byName = new Map<string, number>();
  let last = 0;
  for (const [index, symbol] of symbols.entries()) {
    const { name, kind, start, end, nameOffset, container, signature } = symbol;
    writer.varint(start - last);
    last = start;
    writer.varint(end - start);
    writer.varint(folded(nameOffset - start));
    writer.varint(text.startsWith(name, nameOffset) ? name.length * 2 : strings.number(name) * 2 + 1);
    writer.varint(SYMBOL_KINDS.indexOf(kind) * 2 + Number(symbol.exported));
    writer.varint(folded(symbol.line - lines.lineAt(nameOffset)));
    writer.varint(folded(symbol.endLine - lines.lineAt(end)));
    const parent = container === null ? undefined : byName.get(container);
    if (container === null) writer.varint(0);
    else writer.varint(parent === undefined ? strings.number(container) * 2 + 2 : (index - parent) * 2 + 1);
    if (text.startsWith(signature, start)) writer.varint(signature.length * PLACES + AT_START);
    else if (text.startsWith(signature, lineStart(source, start))) writer.varint(signature.length * PLACES + AT_LINE);
    else writer.varint(strings.number(signature) * PLACES + SPELT);
    byName.set(qualifiedName(symbol), index);
  }
}

function readSymbols(reader: ByteReader, strings: readonly string[], source: Source): ParsedSymbol[] {
  const { text, lines } = source;
  const symbols: ParsedSymbol[] = [];
  let last = 0;
  return reader.list((): ParsedSymbol => {
    const start = last + reader.varint();
    last = start;
    const end = start + reader.varint();
    const nameOffset = start + unfolded(reader.varint());
    const named = reader.varint();
    const name = named % 2 === 0 ? text.slice(nameOffset, nameOffset + named / 2) : stringAt(strings, (named - 1) / 2);
    const about = reader.varint();
    const line = lines.lineAt(nameOffset) + unfolded(reader.varint());
    const endLine = lines.lineAt(end) + unfolded(reader.varint());
    const within = reader.varint();
    const container =
      within === 0
        ? null
        : within % 2 === 0
          ? stringAt(strings, within / 2 - 1)
          : qualifiedName(itemAt(symbols, symbols.length - (within - 1) / 2));
    const signed = reader.varint();
    const signature = signatureAt(signed % PLACES, Math.floor(signed / PLACES), start, strings, source);
    const kind = itemAt(SYMBOL_KINDS, about >> 1);
    const exported = about % 2 === 1;
    const column = lines.columnAt(nameOffset);
    const symbol = { name, kind, line, endLine, signature, container, exported, nameOffset, column, start, end };
    symbols.push(symbol);
    return symbol;
  });
}

function signatureAt(place: number, value: number, start: number, strings: readonly string[], source: Source): string {
  if (place === SPELT) return stringAt(strings, value);
  const from = place === AT_START ? start : lineStart(source, start);
  return source.text.slice(from, from + value);
}

/** Where the line of an offset begins to say something. */
function lineStart({ text, lines }: Source, offset: number): number {
  let at = offset - lines.columnAt(offset);
  while (at < offset && (text[at] === " " || text[at] === "\t")) at++;
  return at;
}

const HAS_RECEIVER = 1;
const IS_ELSEWHERE = 2;
const FLAGS = 4;

function writeReferences(
  writer: ByteWriter,
  { symbols, references }: ParsedFile,
  strings: Strings,
  { lines }: Source,
): void {
  const receivers = new Map<string, { readonly number: number; readonly receiver: Receiver }>();
  const body = new ByteWriter();
  const around = innermost(symbols);
  let last = 0;
  for (const { name, line, column, within, kind, receiver } of references) {
    const offset = lines.startOf(line) + column;
    body.varint(offset - last);
    last = offset;
    body.varint(name.length);
    const isElsewhere = around(offset) !== within;
    const flags = (receiver === null ? 0 : HAS_RECEIVER) + (isElsewhere ? IS_ELSEWHERE : 0);
    body.varint(REFERENCE_KINDS.indexOf(kind) * FLAGS + flags);
    if (isElsewhere) body.varint(within + 1);
    if (receiver === null) continue;
    const key = `${receiver.text}\0${receiver.type ?? ""}`;
    const number = receivers.get(key)?.number ?? receivers.size;
    receivers.set(key, { number, receiver });
    body.varint(number);
  }
  writer.varint(receivers.size);
  for (const { receiver } of receivers.values()) {
    writer.varint(strings.number(receiver.text));
    writer.varint(receiver.type === null ? 0 : strings.number(receiver.type) + 1);
  }
  writer.varint(references.length);
  writer.append(body.view());
}

function readReferences(
  reader: ByteReader,
  symbols: readonly ParsedSymbol[],
  strings: readonly string[],
  source: Source,
): StoredReferences {
  const named = reader.list((): Receiver => {
    const written = stringAt(strings, reader.varint());
    const type = reader.varint();
    return { text: written, type: type === 0 ? null : stringAt(strings, type - 1) };
  });
  const around = innermost(symbols);
  const count = reader.count();
  const [offsets, lengths, receivers] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  const kinds = new Uint8Array(count);
  const within = new Int32Array(count);
  let offset = 0;
  for (let at = 0; at < count; at++) {
    offset += reader.varint();
    offsets[at] = offset;
    lengths[at] = reader.varint();
    const about = reader.varint();
    kinds[at] = numberBelow(REFERENCE_KINDS.length, Math.floor(about / FLAGS));
    const inner = around(offset);
    within[at] = (about & IS_ELSEWHERE) === 0 ? inner : reader.varint() - 1;
    if ((about & HAS_RECEIVER) !== 0) receivers[at] = numberBelow(named.length, reader.varint()) + 1;
  }
  return new StoredReferences({ offsets, lengths, kinds, within, receivers }, named, source);
}

/** Which symbol an offset stands in, the innermost by extents; -1 for none. Offsets come in order. */
function innermost(symbols: readonly ParsedSymbol[]): (offset: number) => number {
  const open: number[] = [];
  let next = 0;
  return (offset) => {
    while (next < symbols.length && symbols[next]!.start <= offset) open.push(next++);
    while (open.length > 0 && symbols[open.at(-1)!]!.end <= offset) open.pop();
    return open.at(-1) ?? -1;
  };
}

function writeImports(writer: ByteWriter, imports: readonly Import[], strings: Strings): void {
  writer.varint(imports.length);
  let last = 0;
  for (const { line, module, names, isReexport } of imports) {
    writer.varint(folded(line - last));
    last = line;
    writer.varint(strings.number(module) * 2 + Number(isReexport));
    writer.varint(names.length);
    for (const { name, local } of names) {
      writer.varint(strings.number(name));
      writer.varint(strings.number(local));
    }
  }
}

function readImports(reader: ByteReader, strings: readonly string[]): Import[] {
  let line = 0;
  return reader.list((): Import => {
    line += unfolded(reader.varint());
    const from = reader.varint();
    const names = reader.list(() => ({
      name: stringAt(strings, reader.varint()),
      local: stringAt(strings, reader.varint()),
    }));
    return { line, module: stringAt(strings, from >> 1), names, isReexport: from % 2 === 1 };
  });
}

function writeTypes(writer: ByteWriter, types: readonly TypeFact[], strings: Strings): void {
  writer.varint(types.length);
  for (const { owner, name, type } of types) {
    for (const each of [owner, name, type]) writer.varint(strings.number(each));
  }
}

function readTypes(reader: ByteReader, strings: readonly string[]): TypeFact[] {
  const next = () => stringAt(strings, reader.varint());
  return reader.list(() => ({ owner: next(), name: next(), type: next() }));
}

/** Small numbers of both signs as small ones without: 0, -1, 1, -2 become 0, 1, 2, 3. */
function folded(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unfolded(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function stringAt(strings: readonly string[], at: number): string {
  return itemAt(strings, at);
}

function numberBelow(end: number, value: number): number {
  if (value >= end) throw new RangeError("a number leads nowhere");
  return value;
}

function itemAt<Item>(items: readonly Item[], at: number): Item {
  const item = items[at];
  if (item === undefined) throw new RangeError("a number leads nowhere");
  return item;
}
