// The code in files that are mostly markup, Vue's and Svelte's: everything else is blanked out, so that every name stays
// at its line and column. What markup says of code is kept as statements of their own: expressions, and the names of
// components.
//
// Invariants:
// - The text keeps its length and its line breaks.
// - The time grows with the length: what is not closed ends the reading of markup.

import type { Language } from "./languages.ts";

/** A part of a text that stays. Signs are written over the characters in front of it and behind it. */
interface Kept {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

/** A script of data, or of a language that is not read. */
const FOREIGN_SCRIPT =
  /\stype=(?!["']?(?:module|text\/(?:java|type)script)\b)|\slang=(?!["']?(?:ts|js|tsx|jsx|typescript|javascript)\b)/i;
const TAG_NAME = /[A-Za-z][\w.:-]*/y;
const ATTRIBUTE = /\s*([^\s"'<>/=]+)(?:\s*=\s*(["']?))?/y;
/** Words of Svelte in front of an expression. */
const SVELTE_WORD = /^(?:#if|#each|#key|#await|:else if|@html|@render|@const|@attach)\s|^\.\.\./;
/** What ends the expression in a block of Svelte, and what a loop of Vue names in front of its own. */
const SVELTE_END = /\s(?:as|then|catch)\s/;
const VUE_LOOP = /\s(?:in|of)\s+(?=\S)/;

/** Whether files of a language are markup with code in it. */
export function hasEmbeddedCode(language: Language): boolean {
  return language === "svelte" || language === "vue";
}

/** The text with nothing but code; other languages' texts stay as they are. */
export function embeddedCode(text: string, language: Language): string {
  if (!hasEmbeddedCode(language)) return text;
  let code = "";
  let at = 0;
  for (const { start, end, before, after } of new Markup(text, language).read()) {
    const opening = start - before.length;
    if (opening < at) continue;
    code += blank(text.slice(at, opening)) + written(text, opening, before) + text.slice(start, end);
    code += written(text, end, after);
    at = end + after.length;
  }
  return code + blank(text.slice(at));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** Signs over those of the text, but for its line breaks. */
function written(text: string, at: number, signs: string): string {
  return [...signs].map((sign, index) => (text[at + index] === "\n" ? "\n" : sign)).join("");
}

class Markup {
  readonly #text: string;
  readonly #isVue: boolean;
  readonly #kept: Kept[] = [];
  #at = 0;

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#isVue = language === "vue";
  }

  /** The parts that stay, in order. */
  read(): Kept[] {
    const next = /<|\{/g;
    for (;;) {
      next.lastIndex = this.#at;
      const found = next.exec(this.#text);
      if (found === null) return this.#kept;
      this.#at = found.index;
      if (found[0] === "{") this.#braces();
      else if (this.#text.startsWith("<!--", this.#at)) this.#skipBehind("-->");
      else this.#tag();
    }
  }

  /** Goes behind the next `end`, and says where it begins; to the end of the text where there is none. */
  #skipBehind(end: string): number {
    const found = this.#text.indexOf(end, this.#at);
    this.#at = found < 0 ? this.#text.length : found + end.length;
    return found < 0 ? this.#text.length : found;
  }

  /** Keeps a part; not one that nothing closes. */
  #keep(start: number, end: number, before: string, after: string): void {
    if (end > start && end + after.length <= this.#text.length) this.#kept.push({ start, end, before, after });
  }

  /** An expression in braces in the text: `{{ a }}` of Vue, `{a}` of Svelte. */
  #braces(): void {
    const start = this.#at + 1;
    if (!this.#isVue) {
      this.#at = closingBrace(this.#text, start) + 1;
      this.#svelteExpression(start, this.#at - 1);
    } else if (this.#text[start] !== "{") this.#at = start;
    else this.#keep(start + 1, this.#skipBehind("}}"), ";(", ");");
  }

  #svelteExpression(from: number, end: number): void {
    const source = this.#text.slice(from, end);
    const word = SVELTE_WORD.exec(source)?.[0] ?? "";
    if (word === "" && /^[#:/@]/.test(source)) return;
    const start = from + word.length;
    const stop = /^[#:]/.test(word) ? SVELTE_END.exec(source.slice(word.length))?.index : undefined;
    if (this.#text[start] === "{") {
      if (this.#text[from - 2] === "=") this.#keep(start, end, ";(", ")");
    } else this.#keep(start, stop === undefined ? end : start + stop, "{", "}");
  }

  #tag(): void {
    TAG_NAME.lastIndex = this.#at + 1;
    const name = TAG_NAME.exec(this.#text)?.[0];
    if (name === undefined) {
      this.#at++;
      return;
    }
    const start = this.#at;
    this.#at += 1 + name.length;
    const isCode = /^(?:script|style)$/i.test(name);
    if (/^\p{Lu}/u.test(name)) {
      const after = this.#text[this.#at] ?? "\n";
      this.#keep(start + 1, this.#at, ";", /[\s>/]/.test(after) && after !== "\n" ? ";" : "");
    }
    if (isCode || this.#isVue) this.#attributes(isCode);
    if (!isCode) return;
    const opening = this.#text.slice(start, this.#at);
    const body = this.#at;
    const end = this.#skipBehind(`</${name}`);
    if (/^script$/i.test(name) && !FOREIGN_SCRIPT.test(opening)) this.#keep(body, end, "", "");
  }

  /** Goes behind the end of a tag. */
  #attributes(isCode: boolean): void {
    while (this.#at < this.#text.length) {
      ATTRIBUTE.lastIndex = this.#at;
      const found = ATTRIBUTE.exec(this.#text);
      if (found === null) {
        const sign = this.#text[this.#at++];
        if (sign === ">") return;
        continue;
      }
      this.#at += found[0].length;
      const quote = found[2] ?? "";
      if (quote === "") continue;
      const start = this.#at;
      const end = this.#skipBehind(quote);
      if (!isCode) this.#vueAttribute(found[1]!, start, end);
    }
  }

  #vueAttribute(name: string, start: number, end: number): void {
    if (this.#text[start - 2] !== "=") return;
    if (/^(?:@|v-on\b)/.test(name)) this.#keep(start, end, ";{", "}");
    else if (name === "v-for") {
      const word = VUE_LOOP.exec(this.#text.slice(start, end));
      if (word !== null) this.#keep(start + word.index + word[0].length, end, ";(", ")");
    } else if (/^(?::|v-(?!slot\b|else$|pre$|once$|cloak$))/.test(name)) this.#keep(start, end, ";(", ")");
  }
}

/** The place of the brace that closes one in front of `from`; the end of the text where there is none. */
function closingBrace(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '"' || sign === "'" || sign === "`") {
      const end = text.indexOf(sign, at + 1);
      if (end >= 0 && (sign === "`" || !text.slice(at, end).includes("\n"))) at = end;
    } else if (sign === "{") depth++;
    else if (sign === "}" && depth-- === 0) return at;
  }
  return text.length;
}
