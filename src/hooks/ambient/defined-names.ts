// The names that a text of code defines, found by one pattern for each family of languages: for a process that lives a
// few milliseconds, in which nothing is compiled and the engine of regular expressions is by far the quickest reader.
// It sees lines, not structure: what stands in a comment or a string at the beginning of a line counts, and what begins
// in the middle of one does not.
// Invariant: at most the first LINES_MAX lines are read, and every pattern takes linear
// time in their length.

import { saysNothing } from "./distinctive-words.ts";

/** How many lines of a text are read. */
export const LINES_MAX = 500;
/** And how much of it at most, in code units. */
const LENGTH_MAX = 64 * 1024;
/** How many names of a text are enough. */
export const NAMES_MAX = 20;
/** Names that say nothing are passed over; this many times as many are looked at. */
const LOOKED_AT_MAX = 200;

const SCRIPTS = " ts tsx mts cts js jsx mjs cjs vue svelte astro ";
const TYPED = " c h cc cpp cxx hh hpp hxx cu cuh m mm java cs dart groovy ino ";
const WORDED =
  " rs go py pyi ipynb rb rake swift kt kts php scala sh bash zsh ex exs lua zig jl nim proto graphql r hs ml fs el clj ";

/**
 * What a family's definitions look like, with the name as the only group. Made when it is first asked for; few
 * alternatives and no counted groups, since making them takes longer than going through a file with them.
 */
function patternFor(path: string): RegExp | null {
  const extension = ` ${path.slice(path.lastIndexOf(".") + 1).toLowerCase()} `;
  if (SCRIPTS.includes(extension)) {
    // Declarations; `const` at the margin; methods, whose line ends in a brace.
    return /^(?:[ \t]*(?:export |default |declare |abstract |async )*(?:function[ *]|class |interface |type |enum |namespace )[ *]*|(?:export |declare )*(?:const|let|var) (?:enum )?|[ \t]+(?:[a-z]+ )*[*#]?(?=[\w$]+\([^=\n]*\{$))([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)/gm;
  }
  if (TYPED.includes(extension)) {
    // Types; macros; functions at the margin, or with a modifier; methods, whose line ends in a brace; methods of
    // Objective-C.
    return /^(?:[ \t]*(?:[a-z]+ )*(?:class|struct|enum|@?interface|@implementation|record|union|namespace|mixin) +(?=[^;()=\n]{0,200}$)|#[ \t]*define +|(?:[ \t]+(?:public|private|protected|internal|static|virtual|override|final|abstract|inline|explicit|constexpr)\b|(?=[A-Za-z_]))[\w:<>,.?&*[\] \t]*[ *&:~](?=\w+ ?\()|[ \t]+[A-Za-z_][\w:<>,&* \t]*[ *&](?=\w+\([^;=\n]*\{$)|[-+] ?\([^)\n]*\) ?)([A-Za-z_]\w*)/gm;
  }
  if (WORDED.includes(extension)) {
    // A word that defines and a name, with what may stand before and between; constants and variables at the margin;
    // functions of shells.
    return /^(?:[ \t"]*(?:pub(?:\([^)\n]*\))? |public |private |protected |internal |fileprivate |open |static |final |abstract |sealed |data |inline |override |async |unsafe |const |extern "C" |suspend |mutating )*(?:fn|fun(?:c(?:tion)?)?|def(?:p|module)?|class|struct|enum|trait|interface|protocol|type(?:alias)?|module|namespace|mod|union|record|object|actor|extension|macro_rules!|message|service|rpc) +(?:class )?(?:\([^)\n]*\) *|<[^>\n]*> *)?(?:\w+\.)*|(?:pub(?:\([^)\n]*\))? |private |const |export )*(?:const|static|va[lr]|let) (?:mut )?|(?=\w+ ?\(\) ?\{)|(?=[A-Z][A-Z0-9_]+ ?(?::[^=\n]*)?=))([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/gm;
  }
  return extension === " sql "
    ? /^[ \t]*create (?:or replace )?(?:table|view|function|procedure|index|type) (?:if not exists )?(?:\w+\.)?(\w+)/gim
    : null;
}

/**
 * Adds the names that `text`, the code of the file at `path`, defines and that say something, in their order, until
 * there are `countMax`.
 */
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

function firstLines(all: string): string {
  const text = all.length > LENGTH_MAX ? all.slice(0, LENGTH_MAX) : all;
  let end = -1;
  for (let line = 0; line < LINES_MAX; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}
