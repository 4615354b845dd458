// Finds what the statements of SQL create: tables, views, functions and so on, each up to the end of its statement.
// No parser of SQL comes with helix. Imports nothing heavy. Left to others: strings, comments and bodies (sql-tokens.ts).

import type { FoundDefinition } from "./nesting.ts";
import { type SqlToken, SqlTokens } from "./sql-tokens.ts";

/** What is created, by the word that says so. */
const KINDS: Readonly<Record<string, FoundDefinition["kind"]>> = {
  DOMAIN: "type",
  FUNCTION: "function",
  INDEX: "index",
  PROC: "procedure",
  PROCEDURE: "procedure",
  SCHEMA: "schema",
  SEQUENCE: "sequence",
  TABLE: "table",
  TRIGGER: "trigger",
  TYPE: "type",
  VIEW: "view",
};
/** Kinds whose bodies may be statements. */
const ROUTINES: ReadonlySet<string> = new Set<FoundDefinition["kind"]>(["function", "procedure", "trigger"]);
/** Words between CREATE and what is created. */
const MODIFIERS = new Set(
  (
    "OR REPLACE ALTER TEMP TEMPORARY GLOBAL LOCAL PRIVATE UNLOGGED UNIQUE MATERIALIZED FOREIGN EXTERNAL VIRTUAL " +
    "RECURSIVE CONSTRAINT EVENT CLUSTERED NONCLUSTERED COLUMNSTORE FULLTEXT SPATIAL BITMAP EDITIONABLE " +
    "NONEDITIONABLE FORCE"
  ).split(" "),
);
/** Modifiers with values; these are any words and signs. */
const WITH_VALUE = new Set(["ALGORITHM", "DEFINER"]);
/** Words between what is created and its name. */
const BEFORE_NAME = new Set("IF NOT EXISTS CONCURRENTLY AUTHORIZATION".split(" "));
/** So many tokens are looked at for what is created, and so many parts of its name. */
const HEAD_MAX = 24;
const PARTS_MAX = 4;
/** So much behind the name belongs to a declaration, in code units. */
const HEAD_LENGTH_MAX = 400;
/** In a body only such a statement at the margin begins anew: it can be no part of one. */
const ROUTINE_HEAD = /CREATE\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:FUNCTION|PROC|PROCEDURE|TRIGGER|VIEW)\b/iy;
/** What stands behind an END that closes no block, and behind a BEGIN that opens none. */
const PART_END = /\s+(?:IF|LOOP|WHILE|REPEAT|FOR)\b/iy;
const NO_BLOCK = /\s*(?:;|TRAN|WORK\b)/iy;

/** A statement as far as it is read. `CREATE` is followed by modifiers, a kind, a name of parts, and the rest. */
interface Statement {
  readonly start: number;
  phase: "create" | "name" | "rest" | "other";
  kind: FoundDefinition["kind"];
  readonly parts: SqlToken[];
  tokens: number;
  hasValue: boolean;
  isDotted: boolean;
  /** How many blocks of a body are open. */
  blocks: number;
}

class SqlScan {
  readonly found: FoundDefinition[] = [];
  readonly #text: string;
  readonly #tokens: SqlTokens;
  #statement: Statement | null = null;
  /** The last word, in capitals, and the end of the last token. */
  #word = "";
  #end = 0;
  /** The line that was asked for last, and where it ends. */
  #line = 1;
  #lineEnd: number;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = new SqlTokens(text);
    this.#lineEnd = lineEnd(text, 0);
  }

  run(): FoundDefinition[] {
    for (let token = this.#tokens.next(); token !== null; token = this.#tokens.next()) this.#take(token);
    this.#close(this.#end);
    return this.found;
  }

  #take(token: SqlToken): void {
    const isRoutine = this.#statement?.phase === "rest" && ROUTINES.has(this.#statement.kind);
    const isEnd = token.kind === "delimiter" || token.text === ";";
    if (token.kind === "batch") this.#close(this.#end);
    else if (isEnd && !(isRoutine && this.#goesOn(token, this.#statement!))) {
      this.#close(token.to);
      if (this.#word === "STDIN") this.#tokens.skipRows();
    } else if (this.#statement === null || this.#isNew(token, isRoutine)) this.#begin(token);
    else this.#follow(token, this.#statement, isRoutine);
    this.#word = token.kind === "word" ? token.text.toUpperCase() : "";
    this.#end = token.to;
  }

  /** Whether the body of a routine goes on behind a delimiter. */
  #goesOn(token: SqlToken, { blocks }: Statement): boolean {
    if (this.#tokens.hasBatches) return true;
    return this.#tokens.delimiter === ";" ? blocks > 0 : token.kind !== "delimiter";
  }

  /** Whether a statement begins although the one before has no end: CREATE is the first word of a line. */
  #isNew({ kind, text, from }: SqlToken, isRoutine: boolean): boolean {
    if (kind !== "word" || !/^CREATE$/i.test(text)) return false;
    let margin = from;
    while (margin > 0 && " \t".includes(this.#text[margin - 1]!)) margin--;
    if (margin > 0 && this.#text[margin - 1] !== "\n") return false;
    return !isRoutine || (margin === from && this.#stands(ROUTINE_HEAD, from));
  }

  #begin(token: SqlToken): void {
    this.#close(this.#end);
    const isCreated = token.kind === "word" && /^CREATE$/i.test(token.text);
    const phase = isCreated ? "create" : "other";
    const state = { tokens: 0, hasValue: false, isDotted: false, blocks: 0 };
    this.#statement = { start: token.from, phase, kind: "table", parts: [], ...state };
  }

  #follow(token: SqlToken, statement: Statement, isRoutine: boolean): void {
    if (++statement.tokens > HEAD_MAX && statement.phase !== "rest") statement.phase = "other";
    const word = token.kind === "word" ? token.text.toUpperCase() : "";
    if (statement.phase === "create") {
      const kind = Object.hasOwn(KINDS, word) ? KINDS[word]! : null;
      if (kind !== null) Object.assign(statement, { kind, phase: "name" });
      else if (WITH_VALUE.has(word)) statement.hasValue = true;
      else if (!MODIFIERS.has(word) && !statement.hasValue) statement.phase = "other";
    } else if (statement.phase === "name") this.#name(token, word, statement);
    else if (isRoutine) this.#block(token, word, statement);
  }

  #name(token: SqlToken, word: string, statement: Statement): void {
    const { parts } = statement;
    if (parts.length > 0 && !statement.isDotted) {
      if (token.text === ".") statement.isDotted = true;
      else statement.phase = "rest";
      return;
    }
    if (parts.length === 0 && BEFORE_NAME.has(word)) return;
    const isName = token.kind === "name" || (word !== "" && word !== "ON");
    if (!isName || parts.length === PARTS_MAX) statement.phase = "other";
    else parts.push(token);
    statement.isDotted = false;
  }

  /** Counts what opens and closes blocks. */
  #block({ to }: SqlToken, word: string, statement: Statement): void {
    if (word === "BEGIN" && !this.#stands(NO_BLOCK, to)) statement.blocks++;
    else if (word === "CASE" && this.#word !== "END") statement.blocks++;
    else if (word === "END" && !this.#stands(PART_END, to)) statement.blocks = Math.max(0, statement.blocks - 1);
  }

  #stands(pattern: RegExp, at: number): boolean {
    pattern.lastIndex = at;
    return pattern.test(this.#text);
  }

  /** Ends the statement, and takes what it creates. */
  #close(end: number): void {
    const statement = this.#statement;
    this.#statement = null;
    const name = statement?.parts.at(-1);
    if (statement === null || name === undefined || statement.phase === "other") return;
    const { start, kind, parts } = statement;
    const behind = this.#text.slice(name.to, Math.min(end, name.to + HEAD_LENGTH_MAX));
    const head = this.#text.slice(start, name.to) + behind.slice(0, lineEnd(behind, 0));
    const line = this.#lineAt(start);
    this.found.push({
      kind,
      name: name.text,
      nameOffset: name.at,
      start,
      end,
      line,
      endLine: this.#lineAt(end - 1),
      signature: head.replace(/\s+/g, " "),
      header: "",
      receiver:
        parts.length === 1
          ? null
          : parts
              .slice(0, -1)
              .map(({ text }) => text)
              .join("."),
    });
  }

  /** The line of an offset; of one that is not before the last. */
  #lineAt(offset: number): number {
    for (; this.#lineEnd < offset; this.#line++) this.#lineEnd = lineEnd(this.#text, this.#lineEnd + 1);
    return this.#line;
  }
}

/** Where the line of an offset ends. */
function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** What a text of SQL creates, in order. The signature is all that stands up to the end of the line of the name. */
export function scanSql(text: string): FoundDefinition[] {
  return new SqlScan(text).run();
}
