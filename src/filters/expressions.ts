// Regular expressions of filters, by RE2: their time grows with the text alone, whatever the expression. Each is
// compiled when it is first needed, and kept.
//
// The syntax is RE2's. What Rust's `regex` has beyond it, and RTK's files use, is translated; what means something else
// in RE2 is refused.

import { RE2JS, RE2Set } from "re2js";
import { invalid, messageOf, orElse } from "../base/errors.ts";
import { beginningsOf } from "./beginnings.ts";

/** Bounds of one expression: code units, and compiled ones that are kept. */
export const EXPRESSION_LENGTH_MAX = 2000;
const KEPT_MAX = 4096;

const kept = new Map<string, RE2JS>();

/** The compiled expression. Throws INVALID_ARGUMENT, and names it. */
export function expression(pattern: string): RE2JS {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  if (pattern.length > EXPRESSION_LENGTH_MAX)
    throw invalid(
      `the expression ${shownPattern(pattern)} has ${pattern.length} characters: at most ${EXPRESSION_LENGTH_MAX} are accepted`,
    );
  const compiled = compile(pattern);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): RE2JS {
  const translated = translate(pattern);
  try {
    return RE2JS.compile(translated);
  } catch (error) {
    const why = messageOf(error).replace(/^error parsing regexp: /, "");
    throw invalid(`the expression ${shownPattern(pattern)} is not accepted: ${why}, e.g. "^make\\\\b"`);
  }
}

/**
 * The text with each match of the expression replaced. `$1`, `$name` and `${name}` stand for groups, nothing for those
 * that there are none of; `$$` is a dollar sign. Throws INVALID_ARGUMENT when the text would get longer than `lengthMax`.
 */
export function replaced(pattern: string, text: string, replacement: string, lengthMax: number): string {
  if (!testedExpression(pattern).test(text)) return text;
  const matcher = expression(pattern).matcher(text);
  const parts: string[] = [];
  let [end, length] = [0, text.length];
  const add = (put: string) => {
    length += put.length;
    if (length > lengthMax) throw invalid(`what ${shownPattern(pattern)} is replaced with makes the output too long`);
    return put;
  };
  while (matcher.find()) {
    parts.push(text.slice(end, matcher.start()));
    length -= matcher.end() - matcher.start();
    end = matcher.end();
    parts.push(filledIn(replacement, (name) => groupOf(matcher, name), add));
  }
  return [...parts, text.slice(end)].join("");
}

/** The replacement with its groups; `add` counts each piece, and throws. */
function filledIn(replacement: string, groupOf: (name: string) => string, add: (put: string) => string): string {
  if (!replacement.includes("$")) return add(replacement);
  return replacement.replace(/\$(?:\$|(\w+)|\{([^}]*)\})|[^$]+|\$/g, (all, bare?: string, braced?: string) => {
    if (all === "$$") return add("$");
    return add(bare === undefined && braced === undefined ? all : groupOf(bare ?? braced ?? ""));
  });
}

function groupOf(matcher: ReturnType<RE2JS["matcher"]>, name: string): string {
  const place = /^\d{1,4}$/.test(name) ? Number(name) : name;
  return orElse("", () => matcher.group(place) ?? "");
}

/**
 * Several expressions, of which it only matters whether any matches. Those whose texts begin in a known way are only tried
 * on such texts; one pass over the text answers for all others.
 */
export class AnyExpression {
  readonly #patterns: readonly string[];
  #compiled: { readonly set: RE2Set | null; readonly beginning: readonly BeginningExpression[] } | null = null;

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns;
  }

  /** Whether one of them matches somewhere in the text. Throws INVALID_ARGUMENT for one that is not accepted. */
  matches(text: string): boolean {
    if (this.#patterns.length === 0) return false;
    this.#compiled ??= this.#compile();
    const { set, beginning } = this.#compiled;
    return beginning.some((each) => each.test(text)) || (set !== null && set.match(text).length > 0);
  }

  #compile() {
    const set = new RE2Set();
    const beginning: BeginningExpression[] = [];
    for (const pattern of this.#patterns) {
      expression(pattern);
      const each = new BeginningExpression(pattern);
      if (each.isKnown) beginning.push(each);
      else set.add(translate(pattern));
    }
    if (beginning.length < this.#patterns.length) set.compile();
    return { set: beginning.length < this.#patterns.length ? set : null, beginning };
  }
}

/** An expression that is only tried on texts that begin as its matches do. */
class BeginningExpression {
  readonly #compiled: RE2JS;
  readonly #beginnings: readonly string[] | null;

  constructor(pattern: string) {
    this.#compiled = expression(pattern);
    this.#beginnings = beginningsOf(pattern);
  }

  /** Whether it is known how its matches begin. */
  get isKnown(): boolean {
    return this.#beginnings !== null;
  }

  test(text: string): boolean {
    const isPossible = this.#beginnings === null || this.#beginnings.some((each) => text.startsWith(each));
    return isPossible && this.#compiled.test(text);
  }
}

const tested = new Map<string, BeginningExpression>();

function testedExpression(pattern: string): BeginningExpression {
  const known = tested.get(pattern) ?? new BeginningExpression(pattern);
  if (tested.size >= KEPT_MAX) tested.clear();
  tested.set(pattern, known);
  return known;
}

/** Escapes of Rust's syntax, and what RE2 calls them. Word boundaries lose which side they are of. */
const ESCAPES: readonly (readonly [RegExp, string])[] = [
  [/^\\u([0-9A-Fa-f]{4})/, "\\x{$1}"],
  [/^\\U([0-9A-Fa-f]{8})/, "\\x{$1}"],
  [/^\\[uU]\{([0-9A-Fa-f]{1,8})\}/, "\\x{$1}"],
  [/^\\b\{(?:start|end)(?:-half)?\}/, "\\b"],
  [/^\\[<>]/, "\\b"],
];

/** The expression in RE2's syntax. Throws INVALID_ARGUMENT for what would mean something else there. */
function translate(pattern: string): string {
  if (!/\\[uUb<>]|\(\?|&&|--|~~/.test(pattern)) return pattern;
  let result = "";
  let isInClass = false;
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at, at + 16);
    const [taken, put] = isInClass ? inClass(pattern, rest) : outside(rest);
    if (taken === "[" && !isInClass) isInClass = true;
    else if (taken === "]" && isInClass && !/\[\^?$/.test(result)) isInClass = false;
    result += put;
    at += taken.length;
  }
  return result;
}

/** What is taken of the expression, and what stands for it. */
function outside(rest: string): [string, string] {
  // Unicode is always on.
  const flags = /^\(\?([a-zA-Z]*u[a-zA-Z]*)([:)])/.exec(rest);
  if (flags !== null) {
    const others = flags[1]!.replaceAll("u", "");
    return [flags[0], others === "" ? (flags[2] === ")" ? "" : "(?:") : `(?${others}${flags[2]!}`];
  }
  return escaped(rest) ?? [rest[0]!, rest[0]!];
}

function inClass(pattern: string, rest: string): [string, string] {
  if (/^(?:&&|~~)/.test(rest) || /^--\[/.test(rest))
    throw invalid(
      `the expression ${shownPattern(pattern)} is not accepted: operators in a class (&&, --, ~~) are not known, e.g. "[a-z]"`,
    );
  const named = /^\[:\^?[a-z]+:\]/.exec(rest);
  return named !== null ? [named[0], named[0]] : (escaped(rest) ?? [rest[0]!, rest[0]!]);
}

function escaped(rest: string): [string, string] | null {
  if (rest[0] !== "\\") return null;
  for (const [known, put] of ESCAPES) {
    const [taken] = known.exec(rest) ?? [];
    if (taken !== undefined) return [taken, taken.replace(known, put)];
  }
  return [rest.slice(0, 2), rest.slice(0, 2)];
}

function shownPattern(pattern: string): string {
  return JSON.stringify(pattern.length <= 80 ? pattern : `${pattern.slice(0, 80)}...`);
}
