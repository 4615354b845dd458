// Source texts made to keep a scanner busy: brackets, quotes, blanks and definitions without an end, in every language.
// A megabyte is cut into chunks and indexed in about a second, whatever it is.

import { expect, test } from "vitest";
import { GenerationBuilder } from "../../src/code/index/generation.ts";
import { isLong, randomOf, sayFigures, timeLimit, timeOver } from "../prove/support/proof.ts";

/** What is not linear takes half a minute at this length, in code units; what is linear some hundredths of a second. */
const LENGTH = isLong ? 1_000_000 : 320_000;
const HANG_MS = isLong ? 10_000 : 30_000;
const FILES = "sh c cpp cs go java js kt php py rb rs swift tsx ts md txt".split(" ");

const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
/** Short lines, so many that the text does not count as minified. */
const SHORT = "\n".repeat(5000);

/** Ways to make a text of a piece. */
const SHAPES: Readonly<Record<string, (piece: string) => string>> = {
  "lines of it": (piece) => `${filled(piece, 239)}\n`.repeat(LENGTH / 240),
  "lines that are cut": (piece) => `${filled(piece, 420)}\n\n`.repeat(LENGTH / 422),
  "a line each": (piece) => `${piece}\n`.repeat(LENGTH / (piece.length + 1)),
  "indented lines": (piece) => ` ${piece}\n`.repeat(LENGTH / (piece.length + 2)),
  "one line that goes on": (piece) => `${filled(piece, LENGTH)}!\n${SHORT}`,
  "one line behind a mark": (piece) => `# ${filled(piece, LENGTH)}!\n${SHORT}`,
  "it and blanks": (piece) => `${piece}${" ".repeat(LENGTH)}!\n${SHORT}`,
  "deeper and deeper": (piece) => {
    let text = "";
    for (let depth = 0; text.length < LENGTH; depth++) text += `${" ".repeat(depth % 380)}${piece}\n`;
    return text;
  },
  "within brackets": (piece) => `${" {".repeat(100)}\n`.repeat(LENGTH / 400) + ` ${piece}\n`.repeat(LENGTH / 40),
};
const NAME = "n".repeat(200);
const PIECES = [
  ..."{ } ( [ < ' \" ` \\ / // /* # #! \"\"\" ''' a= a, a: a:: a< @a( => =begin /[ (?: [^ ~a( $a é".split(" "),
  ..."export |export default a |const a = <|const a = (|const a:|type a<|impl<|template <|class [[|public |static ".split(
    "|",
  ),
  ..."static final |macro_rules! |typedef |using |new |async |a |\t|  |\u0301|a&|a<b>|a[]|pub(a) |fun <a> ".split("|"),
  ..."function f() {|class A {|namespace a {|module A|def f():|def f|class A:|func f() {|fn f() {|impl A {".split("|"),
  ..."void f() {|public void f() {|fun f() {|mod a {|const a = () => {|type (|const (|enum A {|struct A {".split("|"),
  `function ${NAME}() {`,
  `class ${NAME}:`,
];

/** What took minutes or hours before. */
const SLOW: readonly (readonly [shape: string, piece: string, files: string])[] = [
  ["a line each", "{", "ts py c"],
  ["lines that are cut", "{", "sh"],
  ["a line each", "a=", "sh"],
  ["a line each", "const a = <", "php"],
  ["indented lines", "function f() {", "ts"],
  ["indented lines", `function ${NAME}() {`, "ts"],
  ["deeper and deeper", `class ${NAME}:`, "py"],
  ["one line behind a mark", "#", "md"],
  ["one line behind a mark", " ", "md"],
  ["it and blanks", "export default a ", "ts"],
];

/** Indexes a text; returns how long that took, in milliseconds. */
function indexed(shape: string, piece: string, file: string): number {
  const text = SHAPES[shape]!(piece);
  const start = performance.now();
  new GenerationBuilder().add(`src/slow.${file}`, text, { facts: 1n, content: 1n });
  return performance.now() - start;
}

test.each(SLOW)("%s: %s", (shape, piece, files) => {
  for (const file of files.split(" ")) expect([file, indexed(shape, piece, file) < HANG_MS]).toEqual([file, true]);
});

test.runIf(isLong)("every shape of every piece in every language", { timeout: timeLimit }, () => {
  const isOver = timeOver();
  const random = randomOf("slow code");
  const [shapes, figures] = [Object.keys(SHAPES), { texts: 0, worstMsPerMegabyte: 0, worst: "" }];
  while (!isOver()) {
    const [shape, piece, file] = [shapes, PIECES, FILES].map((each) => each[random(each.length)]!) as [
      string,
      string,
      string,
    ];
    const milliseconds = indexed(shape, piece, file);
    expect([shape, piece, file, milliseconds < HANG_MS]).toEqual([shape, piece, file, true]);
    figures.texts++;
    if (milliseconds <= figures.worstMsPerMegabyte) continue;
    figures.worstMsPerMegabyte = Math.round(milliseconds);
    figures.worst = `${file}:${shape}:${piece}`.replace(/\s+/g, "_").slice(0, 60);
  }
  sayFigures("slow-code", figures);
});
