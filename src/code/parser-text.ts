// The text that a parser is given: what its grammar cannot read is written over with white space, or with signs that
// it knows, so that all else stays at its place. Names are always read from the text itself.
//
// A parser of C sees code before the preprocessor does its work: `class LEVELDB_EXPORT Env {` and a function behind a
// macro are no declarations to it. Macros that only mark a declaration are told by how they are written.

import { embeddedCode } from "./embedded-script.ts";
import type { Language } from "./languages.ts";

/** Macros that mark what follows, by the ends of their names: `FMT_API`, `FOO_EXPORT`, `BAR_CONSTEXPR20`. */
const MARKING =
  "[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:API|EXPORT|EXPORTS|EXTERN|IMPORT|DLL|PUBLIC|HIDDEN|LOCAL|INLINE|FORCEINLINE|NOINLINE|CONSTEXPR|NORETURN|NODISCARD|DEPRECATED|COLD|HOT|UNUSED)(?:_?\\d+)?";
const LOCKS =
  "(?:EXCLUSIVE_LOCKS_REQUIRED|SHARED_LOCKS_REQUIRED|LOCKS_EXCLUDED|(?:PT_)?GUARDED_BY|ACQUIRED_(?:AFTER|BEFORE)|ASSERT_(?:EXCLUSIVE|SHARED)_LOCK|LOCK_RETURNED|(?:EXCLUSIVE|SHARED)_LOCK_FUNCTION|UNLOCK_FUNCTION)";
const ARGUMENTS = "\\((?:[^()\\n]|\\([^()\\n]{0,200}\\)){0,200}\\)";
/** Each with the words that go as its last group, where that is not all of it. */
const C_MACROS: readonly RegExp[] = [
  // class FOO Name {
  new RegExp(
    `\\b(?:class|struct|union|enum)[ \\t]+([A-Z][A-Z0-9_]{2,}(?:${ARGUMENTS})?)(?=[ \\t]+[A-Za-z_][\\w:]*(?:<[^<>{};]{0,200}>)?\\s{0,20}(?:final\\s{0,20})?[:{])`,
    "g",
  ),
  // FOO_API int name(); if FOO_CONSTEXPR (x)
  new RegExp(`(?<!#[ \\t]{0,9}\\w{1,9}[ \\t]{1,9}|\\w)${MARKING}(?=[ \\t]+[\\w~:])`, "g"),
  new RegExp(`(?<=\\bif )${MARKING}(?=[ \\t]*\\()`, "g"),
  // A word alone at the margin: FOO_BEGIN_NAMESPACE. Not the type of a function whose name begins the next line.
  /^[A-Z][A-Z0-9]*_[A-Z0-9_]+[ \t]*$(?![\r\n]{1,2}\w+[ \t]*\()/gm,
  new RegExp(`(?<!#[ \\t]{0,9}define[ \\t]{1,9}|\\w)(?:[A-Z]+_)?${LOCKS}[ \\t]*${ARGUMENTS}`, "g"),
  new RegExp(`,[ \\t]*[A-Z][A-Z0-9_]*ENABLE_IF${ARGUMENTS}`, "g"),
  /\b__(?:always_inline|cold|dead|exit|init|iomem|maybe_unused|must_check|noreturn|packed|unused|used|user)\b(?=[ \t]+\w)/g,
];
const MACRO_SIGN = /[A-Z]{3}|\b__[a-z]/;
/** What the grammar of Kotlin does not know behind a function without a body. */
const FUN_INTERFACE = /\bfun(?=[ \t]+interface[ \t]+\w)/g;
/** A constructor with modifiers on a line of its own behind the name of its class. */
const FIRST_CONSTRUCTOR =
  /\bclass[ \t]+\w+(?:<[^\n{}()]{0,200}>)?[ \t]*\r?\n((?:[ \t]*@[^\n]{0,200}\n){0,5}[ \t]*(?:@[\w:.]+(?:\([^()\n]{0,100}\))?[ \t]+){0,3}(?:(?:public|private|protected|internal)[ \t]+)?constructor)(?=[ \t]*\()/g;
/** What Swift has since 5.9: a value that is a `switch` or an `if`, and visibility in a package. */
const SWITCH_VALUE = /(?<![=!<>])=(?=[ \t]{1,4}(?:switch|if)\b)/g;
const PACKAGE_WORD =
  /\bpackage(?=[ \t]+(?:actor|class|enum|extension|final|func|init|let|protocol|static|struct|typealias|var)\b)/g;
/** The beginning of a string that the grammar of Bash takes for arithmetic. */
const BRACKETS_IN_STRING = /(?<=")\(\(/g;

/** Signatures in an interface that begin with parameters of types: the grammar wants a sign in front of them. */
const GENERIC_SIGNATURE = /^[ \t]*[ \t](?=<(?:[ \t]*\r?$|\w+(?:,| extends\b| =|>[ \t]*\()))/;
const HAS_GENERIC_SIGNATURE = new RegExp(GENERIC_SIGNATURE, "m");
/** What a declaration may end with, and an expression that goes on may not. */
const ENDS_DECLARATION = /[\w$>)\]}"']\s*$/;
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*|$)/;

/** The text for the parser: as long as the text itself, with the same line breaks. */
export function parserText(text: string, language: Language): string {
  switch (language) {
    case "svelte":
    case "vue":
      return embeddedCode(text, language);
    case "c":
    case "cpp":
      return MACRO_SIGN.test(text) ? C_MACROS.reduce(without, text) : text;
    case "kotlin":
      return without(text.replace(FUN_INTERFACE, "   "), FIRST_CONSTRUCTOR);
    case "swift":
      return text.replace(SWITCH_VALUE, ";").replace(PACKAGE_WORD, "public ");
    case "typescript":
      return HAS_GENERIC_SIGNATURE.test(text) ? withEndedSignatures(text) : text;
    case "bash":
      return text.replace(BRACKETS_IN_STRING, "__");
    default:
      return text;
  }
}

function withEndedSignatures(text: string): string {
  let before = "";
  const lines = text.split("\n").map((line) => {
    const isEnded = ENDS_DECLARATION.test(before);
    if (!COMMENT_LINE.test(line)) before = line.replace(/\s\/\/.*$/, "");
    return isEnded ? line.replace(GENERIC_SIGNATURE, (indent) => `${indent.slice(0, -1)};`) : line;
  });
  return lines.join("\n");
}

function without(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match: string, word: unknown) => {
    if (typeof word !== "string") return blank(match);
    const at = match.lastIndexOf(word);
    return match.slice(0, at) + blank(word) + match.slice(at + word.length);
  });
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
