// Reads a definition that a query found in a syntax tree: its name, extent, signature and receiver. Counts the lines of
// a tree that could not be understood.
//
// Left to others: the queries (definition-queries.ts), what contains what (nesting.ts).

import type { Node, Tree } from "web-tree-sitter";
import { cleanText } from "../engine/text/clean.ts";
import type { FoundDefinition } from "./nesting.ts";
import type { FoundMatch } from "./query-run.ts";
import { KEPT_LENGTH_MAX } from "./shown-code.ts";

/** How much source a signature may take before it is shortened, in code units. */
const SIGNATURE_SOURCE_MAX = 2000;
/** How much of a type's name is looked at, in code units. */
const TYPE_LENGTH_MAX = 160;
const HEADER_LENGTH_MAX = 1000;
const NAME_LENGTH_MAX = 200;
const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/;
const STATEMENTS = /^(?:if|else|for|while|do|switch|const|let|var|return|throw|await|yield|new|delete|typeof)$/;
const BODY = /^(?:block|do_block|.*_body|(?!static_final_).*declaration_list|statement_block|compound_statement)$/;

/** How many nodes are searched for broken parts: enough for the upper part of any tree. */
const BROKEN_NODES_MAX = 20_000;

/** How many lines lie in parts that could not be understood. */
export function brokenLinesOf(tree: Tree): number {
  const lines = new Set<number>();
  const waiting: Node[] = [tree.rootNode];
  for (let count = 0; waiting.length > 0 && count < BROKEN_NODES_MAX; count++) {
    const node = waiting.pop()!;
    if (node.isError) {
      for (let line = node.startPosition.row; line <= node.endPosition.row; line++) lines.add(line);
    } else if (node.hasError) waiting.push(...node.children);
  }
  return lines.size;
}

/** The definition that a match of the query for definitions found; null when its name is none. */
export function definitionOf(match: FoundMatch, text: string): FoundDefinition | null {
  let kind: string | null = null;
  let node: Node | null = null;
  let nameNode: Node | null = null;
  let receiver: string | null = null;
  for (let at = 0; at < match.count; at++) {
    const capture = match.nameAt(at);
    if (capture === "name") nameNode = match.nodeAt(at);
    else if (capture === "receiver") receiver = bareType(match.nodeAt(at).text);
    else if (!capture.startsWith("modifier")) {
      kind = capture;
      node = match.nodeAt(at);
    }
  }
  if (kind === "anonymous" && node !== null) nameNode = node;
  if (kind === null || node === null || nameNode === null) return null;
  // The variable of a loop is no symbol, even at the top.
  if (kind === "variable" && node.parent?.parent?.type.startsWith("for_")) return null;
  const { name, offset, qualifier } =
    kind === "anonymous" ? { name: kind, offset: node.startIndex, qualifier: null } : splitName(kind, nameNode);
  // A computed name may be any code. If it takes more than one line, or is too long, it is not taken for a name.
  if (name === "" || name.length > NAME_LENGTH_MAX || CONTROL.test(name)) return null;
  // A grammar that lost its way takes statements for members: `if (done) {`, `const a = b(`.
  if (STATEMENTS.test(name) && /\s/.test(text[offset + name.length] ?? "")) return null;
  const lineStart = text.lastIndexOf("\n", node.startIndex - 1) + 1;
  const last = bodyBehind(node) ?? node;
  const end = trimmedEnd(text, node.startIndex, last.endIndex);
  return {
    kind: kind as FoundDefinition["kind"],
    name,
    nameOffset: offset,
    start: node.startIndex,
    end,
    line: nameNode.startPosition.row + 1,
    endLine: last.endPosition.row + 1 - lineBreaks(text, end, last.endIndex),
    // Asked for of symbols only, as long as the tree is there.
    get signature() {
      return signatureOf(node, text, lineStart, offset);
    },
    header: text.slice(Math.max(lineStart, offset - HEADER_LENGTH_MAX), kind === "scope" ? bodyStart(node) : offset),
    receiver: receiver ?? qualifier,
  };
}

/** In Dart a body stands behind the declaration that it belongs to. */
function bodyBehind(node: Node): Node | null {
  if (!node.type.endsWith("_signature")) return null;
  const next = node.nextNamedSibling;
  return next?.type === "function_body" ? next : null;
}

/** The end of a definition without the white space that a grammar counts in. */
function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && /\s/.test(text[at - 1]!)) at--;
  return at;
}

function lineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** The name itself: `add` of `Registry::add`, `Cache` of `Cache<T>`. */
function splitName(kind: string, node: Node): { name: string; offset: number; qualifier: string | null } {
  const { text, startIndex } = node;
  if (kind === "scope" || kind === "extension") {
    const name = bareType(text);
    const offset = startIndex + Math.max(0, text.split("<", 1)[0]!.lastIndexOf(name));
    return { name, offset, qualifier: null };
  }
  // Ruby's `:size` names the method. The name of C++'s `operator bool() const` is the text before its parameters.
  if (node.type === "simple_symbol") return { name: text.slice(1), offset: startIndex + 1, qualifier: null };
  // A template for some arguments only: `Cache<int>`.
  if (node.type === "template_type") return { name: text.replace(/<.*$/s, ""), offset: startIndex, qualifier: null };
  // Marks around a name that would be no name without them.
  if (/^`.+`$/.test(text)) return { name: text.slice(1, -1), offset: startIndex + 1, qualifier: null };
  if (node.type === "operator_cast") return { name: castName(text), offset: startIndex, qualifier: null };
  if (node.type !== "qualified_identifier" && node.type !== "scope_resolution")
    return { name: text, offset: startIndex, qualifier: null };
  const at = text.lastIndexOf("::");
  const qualifier = text
    .slice(0, at)
    .split("::")
    .map(bareType)
    .filter((part) => part !== "");
  return { name: text.slice(at + 2), offset: startIndex + at + 2, qualifier: qualifier.join(".") || null };
}

/** `operator bool` of `operator bool() const`. */
function castName(text: string): string {
  const at = text.indexOf("(");
  return (at < 0 ? text : text.slice(0, at)).trim();
}

/** `Cache` of `*Cache[K]`, `&mut Cache<T>` or `cache::Cache<T>`. */
function bareType(text: string): string {
  const plain = text.slice(0, TYPE_LENGTH_MAX).replace(/[<[(].*$/s, "");
  return /[\p{L}_][\p{L}\p{N}_]*(?=\W*$)/u.exec(plain)?.[0] ?? "";
}

/** The position where the body of a definition begins; the definition's end when it has no body. */
function bodyStart(node: Node): number {
  const value = node.childForFieldName("value");
  const body =
    node.childForFieldName("body") ??
    value?.childForFieldName("body") ??
    node.namedChildren.find((child) => BODY.test(child.type)) ??
    null;
  return body === null ? node.endIndex : body.startIndex;
}

function signatureOf(node: Node, text: string, lineStart: number, nameOffset: number): string {
  const before = text.slice(lineStart, node.startIndex);
  const start = /^[\w\s]*$/.test(before) ? lineStart : node.startIndex;
  const body = bodyStart(node);
  // C puts the name of a type behind the type's body.
  if (nameOffset > body) return oneLine(`${text.slice(start, body)} {…} ${text.slice(nameOffset, node.endIndex)}`);
  const source = text.slice(start, Math.min(body, start + SIGNATURE_SOURCE_MAX));
  // Without a body the rest is a value, of which the first line is enough.
  return oneLine(body === node.endIndex ? source.split("\n", 1)[0]! : source);
}

/** A declaration in one line, without comments and without the sign that opens its body. */
export function oneLine(source: string): string {
  return cleanText(source)
    .text.replace(/(^|\s)(?:\/\/|#+(?=\s|$))[^\n]*/g, "$1")
    .replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, " ")
    .replace(/\s+/g, " ")
    .replace(/\( /g, "(")
    .replace(/,? \)/g, ")")
    .trim()
    .replace(/\s*(?:[{:=;,]|=>)+$/, "")
    .slice(0, KEPT_LENGTH_MAX);
}
