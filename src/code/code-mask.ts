// Blanks out comments and the contents of strings and regular expressions, line by line, so that patterns see only
// code. It knows only what a line can tell; it takes here-documents for code. Imports nothing heavy.

import type { Language } from "./languages.ts";

/** The text that closes what is open at the end of a line; null when nothing is open. */
type OpenText = string | null;

interface Lexis {
  readonly lineComments: readonly string[];
  /** Openings and closings of texts that may span lines; longer openings first. */
  readonly spans: readonly (readonly [string, string])[];
  /** Quotes of strings that end on their line. */
  readonly quotes: string;
  /** Whether a slash may begin a regular expression. */
  readonly hasExpressions?: boolean;
  /** Characters where a comment or a string may begin, where they are not the usual ones. */
  readonly starts?: RegExp;
}

const SLASHES: Lexis = { lineComments: ["//"], spans: [["/*", "*/"]], quotes: "\"'" };
const ECMASCRIPT: Lexis = { ...SLASHES, spans: [...SLASHES.spans, ["`", "`"]], hasExpressions: true };
const HASHES: Lexis = {
  lineComments: ["#"],
  spans: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
  quotes: "\"'",
};
const LEXES: Readonly<Partial<Record<Language, Lexis>>> = {
  typescript: ECMASCRIPT,
  tsx: ECMASCRIPT,
  javascript: ECMASCRIPT,
  go: { ...SLASHES, spans: [...SLASHES.spans, ["`", "`"]] },
  swift: { ...SLASHES, spans: [...SLASHES.spans, ['"""', '"""']], quotes: '"' },
  svelte: ECMASCRIPT,
  vue: ECMASCRIPT,
  // A line that begins with two backslashes is text.
  zig: { ...SLASHES, lineComments: ["//", "\\\\"], starts: /["'/\\]/g },
  dart: { ...SLASHES, spans: [...SLASHES.spans, ['"""', '"""'], ["'''", "'''"]] },
  // An apostrophe may begin a symbol.
  scala: { ...SLASHES, spans: [...SLASHES.spans, ['"""', '"""']], quotes: '"' },
  lua: {
    lineComments: ["--"],
    spans: [
      ["--[==[", "]==]"],
      ["--[=[", "]=]"],
      ["--[[", "]]"],
      ["[[", "]]"],
    ],
    quotes: "\"'",
    starts: /["'[-]/g,
  },
  kotlin: { ...SLASHES, spans: [...SLASHES.spans, ['"""', '"""']] },
  csharp: { ...SLASHES, spans: [...SLASHES.spans, ['"""', '"""']] },
  // An apostrophe is a lifetime more often than a character.
  rust: { ...SLASHES, quotes: '"' },
  php: { ...SLASHES, lineComments: ["//", "#"] },
  elixir: HASHES,
  python: HASHES,
  ruby: { lineComments: ["#"], spans: [["=begin", "=end"]], quotes: "\"'", hasExpressions: true },
  // What stands in double quotes is a name.
  sql: { lineComments: ["--"], spans: [["/*", "*/"]], quotes: "'", starts: /['/-]/g },
  bash: { lineComments: ["#"], spans: [], quotes: "\"'" },
};

/** Characters where a comment, a string or a regular expression may begin. */
const STARTS = /["'`/#=]/g;

/**
 * Returns a function that masks the lines of one text; it is called with each line in turn. A masked line is as long as
 * the line itself.
 */
export function lineMask(language: Language): (line: string) => string {
  const lexis = LEXES[language] ?? SLASHES;
  const starts = lexis.starts ?? STARTS;
  let open: OpenText = null;
  return (line) => {
    let masked = "";
    let at = 0;
    if (open !== null) {
      at = closing(line, 0, open);
      if (at < 0) return " ".repeat(line.length);
      masked = " ".repeat(at);
      open = null;
    }
    while (at < line.length) {
      // Most of a line is code, which is copied up to the next quote or slash.
      starts.lastIndex = at;
      const start = starts.exec(line)?.index ?? line.length;
      masked += line.slice(at, start);
      at = start;
      if (at === line.length) break;
      const span = lexis.spans.find(([opening]) => line.startsWith(opening, at));
      if (span !== undefined) {
        const end = closing(line, at + span[0].length, span[1]);
        const stop = end < 0 ? line.length : end;
        masked += " ".repeat(stop - at);
        if (end < 0) open = span[1];
        at = stop;
        continue;
      }
      if (isComment(line, at, lexis)) return masked + " ".repeat(line.length - at);
      const character = line[at]!;
      masked += character;
      at++;
      if (character === "/" && lexis.hasExpressions && BEFORE_EXPRESSION.test(masked)) {
        const end = expressionEnd(line, at);
        masked += " ".repeat(end - at);
        at = end;
      } else if (lexis.quotes.includes(character)) {
        const end = closing(line, at, character);
        const stop = end < 0 ? line.length : end;
        masked += end < 0 ? " ".repeat(stop - at) : " ".repeat(stop - at - 1) + character;
        at = stop;
      }
    }
    return masked;
  };
}

/** The text before a slash that begins a regular expression; no value stands there. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{};+]|\breturn|=>)\s*\/$/;

/** The position behind the slash that closes a regular expression; `at` when none does on this line. */
function expressionEnd(line: string, at: number): number {
  let isInClass = false;
  for (let index = at; index < line.length; index++) {
    const character = line[index];
    if (character === "\\") index++;
    else if (character === "[") isInClass = true;
    else if (character === "]") isInClass = false;
    else if (character === "/" && !isInClass) return index + 1;
  }
  return at;
}

/** The position behind the closing of a string or comment that is open at `at`; -1 when the line does not close it. */
function closing(line: string, at: number, close: string): number {
  for (let index = at; index < line.length; index++) {
    if (line[index] === "\\" && close !== "*/" && !close.startsWith("]")) index++;
    else if (line.startsWith(close, index)) return index + close.length;
  }
  return -1;
}

function isComment(line: string, at: number, { lineComments }: Lexis): boolean {
  return lineComments.some(
    (mark) => line.startsWith(mark, at) && (mark !== "#" || at === 0 || /[\s;]/.test(line[at - 1]!)),
  );
}
