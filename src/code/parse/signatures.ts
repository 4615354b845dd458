// Reads what a signature declares of its parameters, from its text: which type each has, and of those that are
// functions, which types they are called with. So the parameters of a function that is handed over get their types.

import { bareTypeName } from "./plain-code.ts";

/** A type that a signature, or another name of a type, declares. */
export interface DeclaredType {
  /** Which parameter: `#1`, `#1#0` for the first one of the function that is the second one; `#1+` for all from there. */
  readonly path: string;
  /** Its source. */
  readonly type: string;
}

/** More of a list of parameters is not read, in code units. */
const TEXT_MAX = 4000;
/** Functions of functions of functions. */
const DEPTH_MAX = 3;
const PARAMETERS_MAX = 12;
/** Types that no file declares. */
const PLAIN_TYPE = /^(?:string|number|boolean|any|unknown|never|void|bigint|symbol|object|null|undefined|true|false)\b/;
const MODIFIERS = /^(?:(?:public|private|protected|readonly|override)\s+)+/;

/** What is declared of the parameters of a signature; `source` has their brackets: `(path: string, ...then: Next[])`. */
export function declaredParameters(source: string, depth = 0): DeclaredType[] {
  const list = inBrackets(source);
  if (list === null || depth >= DEPTH_MAX) return [];
  return partsOf(list, ",")
    .slice(0, PARAMETERS_MAX)
    .flatMap((part, index) => parameter(part.trim(), index, depth));
}

/** The types of a union, each by its source; of an alias `type H = Handler | Middleware` those that it may be. */
export function alternativesOf(source: string): string[] {
  return partsOf(source.replace(/^[\s:]+/, ""), "|")
    .map((part) => unwrapped(part.trim()))
    .filter((part) => part !== "" && !/^(?:null|undefined)$/.test(part));
}

function parameter(part: string, index: number, depth: number): DeclaredType[] {
  const isRest = part.startsWith("...");
  const colon = colonOf(part);
  if (colon < 0) return [];
  const type = part
    .slice(colon + 1)
    .split(/\s=\s(?!>)/, 1)[0]!
    .trim();
  const path = `#${index}`;
  if (!isRest) return typeAt(path, type, depth);
  if (type.startsWith("[")) {
    const items = partsOf(type.slice(1, -1), ",").slice(0, PARAMETERS_MAX);
    return items.flatMap((item, at) => typeAt(`#${index + at}`, item.replace(/^\s*\w+\??:(?=\s)/, "").trim(), depth));
  }
  const item = /^(.*)\[\]$/s.exec(type)?.[1] ?? /^(?:Readonly)?Array<(.*)>$/s.exec(type)?.[1];
  return item === undefined ? [] : typeAt(`${path}+`, unwrapped(item), depth);
}

function typeAt(path: string, type: string, depth: number): DeclaredType[] {
  const [only, ...others] = alternativesOf(type);
  if (only === undefined || PLAIN_TYPE.test(only)) {
    return others.length === 1 && only !== undefined ? typeAt(path, others[0]!, depth) : [];
  }
  if (others.length > 0) return [];
  const called = functionParameters(only);
  if (called !== null) {
    return declaredParameters(called, depth + 1).map((inner) => ({ path: path + inner.path, type: inner.type }));
  }
  return bareTypeName(only, []) === null ? [] : [{ path, type: only }];
}

/** The parameters of a type that is a function, in their brackets; null for another type. */
export function functionParameters(type: string): string | null {
  const start = /^(?:async\s+)?(?:<[^()]*>\s*)?(?=\()/.exec(type)?.[0].length ?? -1;
  if (start < 0) return null;
  const end = closing(type, start);
  return end > 0 && /^\s*=>/.test(type.slice(end + 1)) ? type.slice(start, end + 1) : null;
}

/** Behind the brackets around a whole type: `((value: T) => void)`. */
function unwrapped(type: string): string {
  let text = type.trim();
  while (text.startsWith("(") && closing(text, 0) === text.length - 1) text = text.slice(1, -1).trim();
  return text;
}

/** Where the type of a parameter begins; a pattern may have colons of its own. */
function colonOf(part: string): number {
  const text = part.replace(MODIFIERS, "");
  const shift = part.length - text.length;
  const isPattern = /^[{[]/.test(text);
  const behind = isPattern ? closing(text, 0) + 1 : (/^(?:\.\.\.)?[\w$]+/.exec(text)?.[0].length ?? -1);
  if (behind <= 0) return -1;
  const found = /^\s*\??\s*:/.exec(text.slice(behind));
  return found === null ? -1 : shift + behind + found[0].length - 1;
}

function inBrackets(source: string): string | null {
  if (source.length > TEXT_MAX || !source.startsWith("(")) return null;
  const end = closing(source, 0);
  return end < 0 ? null : withoutComments(source.slice(1, end));
}

function withoutComments(source: string): string {
  return source.includes("/") ? source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ") : source;
}

/** The position of the bracket that closes the one at `start`; -1 for none. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    depth += step(text, at);
    if (depth === 0) return at;
  }
  return -1;
}

/** Whether the sign at a position opens a bracket (1), closes one (-1) or neither. */
function step(text: string, at: number): number {
  const sign = text[at]!;
  if ("([{<".includes(sign)) return 1;
  if (sign === ">") return text[at - 1] === "=" ? 0 : -1;
  return ")]}".includes(sign) ? -1 : 0;
}

/** A list cut at a sign that stands in no brackets. */
function partsOf(list: string, sign: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    depth += step(list, at);
    if (depth !== 0 || list[at] !== sign) continue;
    parts.push(list.slice(from, at));
    from = at + 1;
  }
  return [...parts, list.slice(from)].filter((part) => part.trim() !== "");
}
