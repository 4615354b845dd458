// The names that a text of code defines, found by one pattern for each family of languages: for a process that lives a few milliseconds,
// in which nothing is compiled and the engine of regular expressions is by far the quickest reader. It sees lines, not structure: what
// stands in a comment or a string at the beginning of a line counts, and what begins in the middle of one does not.
// Invariant: at most the first LINES_MAX lines are read, and every pattern takes linear time in their length.

import { saysNothing } from "./telling-words.ts";

/** How many lines of a text are read. */
export const LINES_MAX = 500;
/** How many names of a text are enough. */
export const NAMES_MAX = 20;
/** Names that say nothing are passed over; this many times as many are looked at. */
const LOOKED_AT_MAX = 200;

const SCRIPTS = " ts tsx mts cts js jsx mjs cjs vue svelte astro ";
const TYPED = " c h cc cpp cxx hh hpp hxx cu cuh m mm java cs dart groovy ino ";
const WORDED =
  " rs go py pyi ipynb rb rake swift kt kts php scala sh bash zsh ex exs lua zig jl nim proto graphql sql r hs ml fs el clj ";

/** What a family's definitions look like, with the name as the only group. Made when it is first asked for. */
function patternFor(path: string): RegExp | null {
  const extension = ` ${path.slice(path.lastIndexOf(".") + 1).toLowerCase()} `;
  if (SCRIPTS.includes(extension)) {
    // Declarations; `const` at the margin; methods whose line ends in a brace.
    return /^(?:[ \t]*(?:(?:export|default|declare|abstract|async)[ \t]+){0,5}(?:function[ \t]*\*?|class|interface|type|(?:const[ \t]+)?enum|namespace)[ \t]+|(?:export[ \t]+)?(?:declare[ \t]+)?(?:const|let|var)[ \t]+|[ \t]+(?:(?:public|private|protected|static|async|override|readonly|get|set)[ \t]+){0,4}[*#]?(?=[\w$]+(?:<[^(\n]{0,80}>)?\([^\n]{0,300}\{[ \t]*$))([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)/gm;
  }
  if (TYPED.includes(extension)) {
    // Types; macros; functions at the margin; methods with a modifier, or whose line ends in a brace; methods of Objective-C.
    return /^(?:[ \t]*(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial|export|typedef|readonly)[ \t]+){0,6}(?:class|struct|enum(?:[ \t]+(?:class|struct))?|@?interface|@implementation|@protocol|record|union|namespace|mixin|extension)[ \t]+(?=[^;()=\n]{0,300}$)|#[ \t]*define[ \t]+|[A-Za-z_][\w:<>,&* \t]{0,120}?[ \t*&:~](?=\w+[ \t]?\()|[ \t]+(?:(?:public|private|protected|internal|static|final|abstract|synchronized|override|virtual|async|native|inline|explicit|constexpr)[ \t]+){1,6}[\w<>[\],.?&* \t]{0,120}?(?=\w+[ \t]?\()|[ \t]+[A-Za-z_][\w:<>,&* \t]{0,80}?[ \t*&](?=\w+\([^;\n]{0,300}\{[ \t]*$)|[-+][ \t]*\([^)\n]{0,80}\)[ \t]*)([A-Za-z_]\w*)/gm;
  }
  if (WORDED.includes(extension)) {
    // A word that defines and a name, with what may stand around and between them; constants and variables at the margin.
    return /^(?:[ \t"]*(?:(?:export|default|pub(?:\([^)\n]{0,40}\))?|public|private|protected|internal|fileprivate|open|static|final|abstract|sealed|data|inline|override|async|unsafe|const|extern(?:[ \t]+"[^"\n]{0,20}")?|suspend|indirect|mutating|readonly|case|local)[ \t]+){0,6}(?:function|fn|func|fun|def|defp|defmodule|class|struct|enum|trait|interface|protocol|type|typealias|module|namespace|mod|union|record|object|actor|extension|macro_rules!|message|service|rpc|input|(?:create|CREATE)[ \t]+(?:table|TABLE|view|VIEW|function|FUNCTION))[ \t]+(?:IF NOT EXISTS[ \t]+|if not exists[ \t]+|class[ \t]+)?(?:\([^)\n]{0,80}\)[ \t]*|<[^>\n]{0,80}>[ \t]*)?(?:\w+(?:<[^>\n]{0,40}>)?\.){0,3}|(?:(?:pub(?:\([^)\n]{0,40}\))?|public|private|internal|export|readonly|final|lateinit|const)[ \t]+){0,4}(?:const|static|var|val|let)[ \t]+(?:mut[ \t]+)?|(?=[A-Za-z_][\w-]*[ \t]*\(\)[ \t]*\{)|(?=[A-Z][A-Z0-9_]{3,}[ \t]*(?::[^=\n]{0,80})?=))([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/gm;
  }
  return null;
}

/** Adds the names that `text`, the code of the file at `path`, defines and that say something, in their order, until there are `countMax`. */
export function addDefinedNames(text: string, path: string, names: Set<string>, countMax = NAMES_MAX): void {
  const pattern = text === "" || names.size >= countMax ? null : patternFor(path);
  if (pattern === null) return;
  const lines = firstLines(text);
  for (let looked = 0; looked < LOOKED_AT_MAX && names.size < countMax; looked++) {
    const match = pattern.exec(lines);
    if (match === null) return;
    if (!saysNothing(match[1]!)) names.add(match[1]!);
  }
}

function firstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < LINES_MAX; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}
