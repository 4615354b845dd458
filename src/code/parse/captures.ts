// Sorts what the merged query of a language found into definitions, references, declarations, blocks and imports.

import type { FoundDefinition } from "../nesting.ts";
import type { FoundMatch } from "../query-run.ts";
import { definitionOf } from "../tree-definitions.ts";
import { Contexts } from "./contexts.ts";
import type { ReferenceKind } from "./parsed-file.ts";
import { oneSpaced } from "./plain-code.ts";
import type { Local, TypeHint } from "./scopes.ts";

/** A name as the query found it. Positions are in code units. */
export interface FoundName {
  readonly start: number;
  readonly end: number;
  /** Null for what is no reference. */
  kind: ReferenceKind | null;
  rank: number;
  /** Where the receiver begins; -1 for none. */
  on: number;
  /** Behind the receiver; -1 where it reaches to the name. */
  onEnd: number;
  /** Whether the name is the key of an object literal, too: `{ name }`. */
  isShorthand: boolean;
  /** Whether the name is a member of something that a pattern takes apart, without a word of what: `({ name }) =>`. */
  isPattern: boolean;
}

/** A member whose type is told. */
export interface FoundMember {
  readonly name: string;
  readonly at: number;
  /** The type that has it, where the source says it there. */
  readonly of: string | null;
  readonly isCalled: boolean;
  readonly hint: TypeHint;
}

/** A statement that imports, or that exports names by others. */
export interface FoundStatement {
  /** Whether names in it are references. */
  readonly isExport: boolean;
  readonly start: number;
  readonly end: number;
  readonly source: string;
}

export interface Findings {
  readonly definitions: FoundDefinition[];
  /** By position. */
  readonly names: Map<number, FoundName>;
  readonly locals: Local[];
  readonly outer: { readonly name: string; readonly at: number }[];
  readonly members: FoundMember[];
  readonly blocks: [number, number][];
  readonly statements: FoundStatement[];
  readonly contexts: Contexts;
}

const SHORTHAND = "ref.shorthand";
const PATTERN = "ref.pattern";
/** Captures of names, the most precise last. */
const RANKS: readonly string[] = [
  "ref.value",
  "ref.key",
  SHORTHAND,
  "local",
  "generic",
  "none",
  PATTERN,
  "ref.member",
  "ref.type",
  "ref.call",
  "ref.write",
  "ref.new",
  "ref.inherit",
  "skip",
];
/** More of a value or a type is not read, in code units. */
const HINT_LENGTH_MAX = 300;
/** More of a statement that imports is not read, in code units. */
const STATEMENT_MAX = 20_000;
const LOOSE_RECEIVER_MAX = 80;

/** Findings without anything in them, for `takeMatch` to fill. */
export function noFindings(): Findings {
  return {
    definitions: [],
    names: new Map(),
    locals: [],
    outer: [],
    members: [],
    blocks: [],
    statements: [],
    contexts: new Contexts(),
  };
}

/** Takes a match of a query whose patterns from `firstUse` on find uses, and those before definitions. */
export function takeMatch(match: FoundMatch, firstUse: number, text: string, findings: Findings): void {
  if (match.pattern >= firstUse) {
    if (!findings.contexts.take(match, text)) addUse(match, text, findings);
  } else {
    const definition = definitionOf(match, text);
    if (definition !== null) findings.definitions.push(definition);
  }
}

/** No capture. */
const NONE = -1;

function addUse(match: FoundMatch, text: string, findings: Findings): void {
  let subject = NONE;
  let role = "";
  let on = -1;
  let onEnd = -1;
  let made = NONE;
  let typed = NONE;
  let of = NONE;
  let from = 0;
  let isMany = false;
  for (let at = 0; at < match.count; at++) {
    const name = match.nameAt(at);
    if (name === "on") on = match.startAt(at);
    else if (name === "onto") {
      on = match.startAt(at);
      onEnd = match.endAt(at);
    } else if (name.startsWith("modifier")) continue;
    else if (name === "made") made = at;
    else if (name === "typed") typed = at;
    else if (name === "of") of = at;
    else if (name === "from") from = match.endAt(at);
    else if (name === "many") isMany = true;
    else if (name === "block") findings.blocks.push([match.startAt(at), match.endAt(at)]);
    else if (name === "import" || name === "export") addImport(match, at, name === "export", text, findings);
    else {
      subject = at;
      role = name;
    }
  }
  if (subject === NONE) return;
  const start = match.startAt(subject);
  if (role === "field" || role === "result" || role === "local" || role === "generic" || role === "outer") {
    const name = sourceAt(match, subject, text);
    if (role === "outer") findings.outer.push({ name, at: start });
    else if (role === "local" || role === "generic") {
      const hint = { ...hintOf(match, typed, made, text), isMany };
      findings.locals.push({ name, at: start, from, isType: role === "generic", hint });
    } else {
      const owner = of === NONE ? null : sourceAt(match, of, text);
      const hint = hintOf(match, typed, made, text);
      findings.members.push({ name, at: start, of: owner, isCalled: role === "result", hint });
    }
    if (role !== "local" && role !== "generic") return;
  }
  if (role === "loose") {
    on = looseReceiver(text, start);
    role = "ref.value";
  }
  addName(match, subject, role, { on, onEnd }, findings.names);
}

function sourceAt(match: FoundMatch, capture: number, text: string): string {
  return text.slice(match.startAt(capture), match.endAt(capture));
}

/** Where the receiver of a name begins in text that is not parsed further; -1 for none. */
function looseReceiver(text: string, start: number): number {
  if (text[start - 1] !== "." && text[start - 1] !== ":") return -1;
  const found = /(?:\w+(?:\.|::))+$/.exec(text.slice(Math.max(0, start - LOOSE_RECEIVER_MAX), start));
  return found === null ? -1 : start - found[0].length;
}

type On = Pick<FoundName, "on" | "onEnd">;

function addName(match: FoundMatch, at: number, role: string, { on, onEnd }: On, names: Map<number, FoundName>): void {
  const start = match.startAt(at);
  const rank = RANKS.indexOf(role);
  const known = names.get(start);
  if (known !== undefined && known.rank >= rank && (on < 0 || known.on >= 0)) return;
  const kind = kindOf(role);
  const isShorthand = role === SHORTHAND;
  const isPattern = role === PATTERN;
  if (known === undefined)
    names.set(start, { start, end: match.endAt(at), kind, rank, on, onEnd, isShorthand, isPattern });
  else {
    if (on >= 0) {
      known.on = on;
      known.onEnd = onEnd;
    }
    if (known.rank >= rank) return;
    Object.assign(known, { rank, kind, isShorthand, isPattern });
  }
}

function kindOf(role: string): ReferenceKind | null {
  if (role === "ref.member" || role === SHORTHAND) return "value";
  if (role === PATTERN) return "key";
  return role.startsWith("ref.") ? (role.slice(4) as ReferenceKind) : null;
}

function addImport(match: FoundMatch, at: number, isExport: boolean, text: string, { statements }: Findings): void {
  const start = match.startAt(at);
  const end = match.endAt(at);
  statements.push({ isExport, start, end, source: oneSpaced(text.slice(start, Math.min(end, start + STATEMENT_MAX))) });
}

function hintOf(match: FoundMatch, typed: number, made: number, text: string): TypeHint {
  return { typed: hintText(match, typed, text), made: hintText(match, made, text), isMany: false };
}

function hintText(match: FoundMatch, capture: number, text: string): string | null {
  if (capture === NONE) return null;
  const start = match.startAt(capture);
  const end = match.endAt(capture);
  return end - start > HINT_LENGTH_MAX ? null : text.slice(start, end);
}
