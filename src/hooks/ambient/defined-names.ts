// Finds the names that a text of code defines, with one pattern for each family of languages. It is made for a process
// that lives a few milliseconds: nothing is compiled there, and regular expressions are by far the quickest reader. The
// patterns see lines, not structure. A definition in a comment or a string at the beginning of a line counts. A
// definition in the middle of a line does not count.
// Invariants:
// - At most the first LINES_MAX lines are read.
// - Every pattern takes linear time in their length.

import { saysNothing } from "./distinctive-words.ts";

/** How many lines of a text are read. */
export const LINES_MAX = 500;
/** At most this much of a text is read, in code units. */
const LENGTH_MAX = 64 * 1024;
/** At most this many names of a text are collected. */
export const NAMES_MAX = 20;
/** At most this many names are looked at, including those that say nothing and are passed over. */
const LOOKED_AT_MAX = 200;

const SCRIPTS = " ts tsx mts cts js jsx mjs cjs vue svelte astro ";
const TYPED = " c h cc cpp cxx hh hpp hxx cu cuh m mm java cs dart groovy ino ";
const WORDED =
  " rs go py pyi ipynb rb rake swift kt kts php scala sh bash zsh ex exs lua zig jl nim proto graphql r hs ml fs el clj ";

/**
 * The pattern for definitions in a family of languages; the name is its only group. Each pattern is made when it is
 * first needed. It has few alternatives and no counted groups, because making it takes longer than searching a file
 * with it.
 */
function patternFor(path: string): RegExp | null {
  const extension = ` ${path.slice(path.lastIndexOf(".") + 1).toLowerCase()} `;
  if (SCRIPTS.includes(extension)) {
    // Declarations; `const`, `let` and `var` at the margin; methods, whose line ends in a brace.
    return /^(?:[ \t]*(?:export |default |declare |abstract |async )*(?:function[ *]|class |interface |type |enum |namespace )[ *]*|(?:export |declare )*(?:const|let|var) (?:enum )?|[ \t]+(?:[a-z]+ )*[*#]?(?=[\w$]+\([^=\n]*\{$))([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)/gm;
  }
  if (TYPED.includes(extension)) {
    // Types; macros; functions at the margin, or with a modifier; methods, whose line ends in a brace; methods of
    // Objective-C.
    return /^(?:[ \t]*(?:[a-z]+ )*(?:class|struct|enum|@?interface|@implementation|record|union|namespace|mixin) +(?=[^;()=\n]{0,200}$)|#[ \t]*define +|(?:[ \t]+(?:public|private|protected|internal|static|virtual|override|final|abstract|inline|explicit|constexpr)\b|(?=[A-Za-z_]))[\w:<>,.?&*[\] \t]*[ *&:~](?=\w+ ?\()|[ \t]+[A-Za-z_][\w:<>,&* \t]*[ *&](?=\w+\([^;=\n]*\{$)|[-+] ?\([^)\n]*\) ?)([A-Za-z_]\w*)/gm;
  }
  if (WORDED.includes(extension)) {
    // A keyword and a name, with the words that may stand before and between them; constants and variables at the
    // margin; functions of shells.
    return /^(?:[ \t"]*(?:pub(?:\([^)\n]*\))? |public |private |protected |internal |fileprivate |open |static |final |abstract |sealed |data |inline |override |async |unsafe |const |extern "C" |suspend |mutating )*(?:fn|fun(?:c(?:tion)?)?|def(?:p|module)?|class|struct|enum|trait|interface|protocol|type(?:alias)?|module|namespace|mod|union|record|object|actor|extension|macro_rules!|message|service|rpc) +(?:class )?(?:\([^)\n]*\) *|<[^>\n]*> *)?(?:\w+\.)*|(?:pub(?:\([^)\n]*\))? |private |const |export )*(?:const|static|va[lr]|let) (?:mut )?|(?=\w+ ?\(\) ?\{)|(?=[A-Z][A-Z0-9_]+ ?(?::[^=\n]*)?=))([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/gm;
  }
  return extension === " sql "
    ? /^[ \t]*create (?:or replace )?(?:table|view|function|procedure|index|type) (?:if not exists )?(?:\w+\.)?(\w+)/gim
    : null;
}

/**
 * Adds the names that `text` defines to `names`, in order, until `names` holds `countMax`. `path` is the path of the
 * file that holds the text. Names that say nothing are left out.
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
