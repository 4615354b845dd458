// Which lines of an output are those of which program, where a tool runs the programs of a project: npm and its like
// print the command that they run before it says anything (`> vitest run`, `$ vitest run`), and those that run several at
// once put a name before each line (`@shop/cart:test: ✓ adds`).
//
// Invariants
// - A command is taken from the tool's own words only, at the places where it says them. What stands in doubt belongs to
//   no command: lines behind a script that goes on after it ran another one, and of scripts that run side by side.
// - Each line belongs to one section at most.

import { readShell } from "../base/shell/shell-line.ts";

/** Lines that one command printed. */
export interface ProgramSection {
  /** The command line as the tool says it. */
  readonly command: string;
  /** What the tool puts before each line. */
  readonly prefix: string;
  /** The numbers of the lines. */
  readonly lines: number[];
}

/** The sections of an output, and the lines by which the tool says what it runs. */
export interface ProgramSections {
  readonly sections: readonly ProgramSection[];
  /** Lines that name scripts, and lines that hold the text of a script. */
  readonly names: ReadonlySet<number>;
  readonly texts: ReadonlySet<number>;
}

/** A script's name above its text: `> shop@1.0.0 test`, with pnpm's folder behind it; without a version only at the top. */
const NAME = /^> (?:@[\w.-]+\/)?[\w.-]+@\d\S* [\w:.-]+(?: \S+)?$/;
const PLAIN_NAME = /^> (?:(?:@[\w.-]+\/)?[\w.-]+ )?[\w:.-]+$/;
const TEXT = /^> (\S.*)$/;
const DOLLAR = /^\$ (\S.*)$/;
/** pnpm in several folders: `packages/cart test$ vitest run`, and before each line `packages/cart test: `. */
const FOLDER_TEXT = /^(\S+ [\w:.-]+)\$ (\S.*)$/;
/** Names before lines: `@shop/cart:test: ` of turbo, `@shop/cart: ` of lerna, `packages/cart test: ` of pnpm. */
const PREFIX = /^(?:@?[\w./-]+[ :])?@?[\w./:-]+: $/;
/** Lines by which a tool itself goes on: what stands below is of no command until the next one is named. */
const TOOL_GOES_ON = /^(?:> nx run \S+|lerna (?:info|success|ERR!) .*|yarn run v\d.*)$/;
/** Tools that name the command that they run, and such that run several of them side by side. */
const RUNNERS = new Set("npm pnpm yarn bun turbo nx lerna run-s".split(" "));
const SIDE_BY_SIDE = new Set("run-p npm-run-all concurrently".split(" "));
/** How each line begins by which a tool says what it runs. */
const TOOL_SAYS = /^(?:[>$] |lerna |yarn run v)/;
const STREAMS_MAX = 500;
/** So far below its text the first line of a folder has to stand. */
const FIRST_LINE_WITHIN = 50;

interface Stream {
  readonly prefix: string;
  section: ProgramSection | null;
  /** What is to come: the text of a script below its name, or behind yarn's first line. */
  awaits: RegExp | null;
  /** Whether it said nothing yet. */
  isFresh: boolean;
  /** Whether a command of it goes on after another one that it runs, or beside it. */
  isInDoubt: boolean;
}

/** Finds the sections of an output. */
export function programSections(lines: readonly string[]): ProgramSections {
  const finder = new SectionFinder(lines);
  for (let at = 0; at < lines.length; at++) finder.add(at);
  return finder;
}

class SectionFinder implements ProgramSections {
  readonly sections: ProgramSection[] = [];
  readonly names = new Set<number>();
  readonly texts = new Set<number>();
  readonly #lines: readonly string[];
  readonly #streams = new Map<string, Stream>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  add(at: number): void {
    const line = this.#lines[at]!;
    if (line.includes("$ ") && this.#isFolderText(at)) return;
    const stream = this.#streamOf(line);
    const rest = line.slice(stream.prefix.length).trimEnd();
    const text = stream.awaits?.exec(rest)?.[1];
    if (text !== undefined) this.#begin(stream, text, at);
    else if (rest === "") stream.section?.lines.push(at);
    else this.#addText(stream, rest, at);
  }

  #addText(stream: Stream, rest: string, at: number): void {
    stream.awaits = null;
    if (!TOOL_SAYS.test(rest)) {
      stream.section?.lines.push(at);
      stream.isFresh = false;
      return;
    }
    const dollar = DOLLAR.exec(rest)?.[1];
    if (NAME.test(rest) || (stream.isFresh && PLAIN_NAME.test(rest) && this.#isText(at + 1, stream))) {
      this.names.add(at);
      [stream.section, stream.awaits] = [null, TEXT];
    } else if (dollar !== undefined && (stream.isFresh || runsAnother(stream.section?.command ?? ""))) {
      this.#begin(stream, dollar, at);
    } else if (TOOL_GOES_ON.test(rest)) {
      this.names.add(at);
      stream.section = null;
      if (rest.startsWith("yarn run v")) stream.awaits = DOLLAR;
    } else stream.section?.lines.push(at);
    stream.isFresh = false;
  }

  /** The stream of a line: one whose name stands before it. A name is known by a script that it stands before. */
  #streamOf(line: string): Stream {
    const colon = line.indexOf(": ");
    const prefix = colon < 0 ? "" : line.slice(0, colon + 2);
    const known = this.#streams.get(prefix);
    if (known !== undefined) return known;
    const rest = line.slice(prefix.length).trimEnd();
    const isScript = /^(?:> |yarn run v\d)/.test(rest) && (NAME.test(rest) || rest.startsWith("yarn"));
    const isNew = isScript && PREFIX.test(prefix) && this.#streams.size < STREAMS_MAX;
    return isNew ? this.#open(prefix) : (this.#streams.get("") ?? this.#open(""));
  }

  #open(prefix: string): Stream {
    const stream = { prefix, section: null, awaits: null, isFresh: true, isInDoubt: false };
    this.#streams.set(prefix, stream);
    return stream;
  }

  #isText(at: number, { prefix }: Stream): boolean {
    const line = this.#lines[at] ?? "";
    return line.startsWith(prefix) && TEXT.test(line.slice(prefix.length));
  }

  #isFolderText(at: number): boolean {
    const [, name, text] = FOLDER_TEXT.exec(this.#lines[at]!) ?? [];
    if (name === undefined || this.#streams.size >= STREAMS_MAX) return false;
    const prefix = `${name}: `;
    if (!this.#lines.slice(at + 1, at + FIRST_LINE_WITHIN).some((line) => line.startsWith(prefix))) return false;
    this.#begin(this.#streams.get(prefix) ?? this.#open(prefix), text!, at);
    return true;
  }

  #begin(stream: Stream, command: string, at: number): void {
    this.texts.add(at);
    const section = { command, prefix: stream.prefix, lines: [] };
    if (!stream.isInDoubt) this.sections.push(section);
    stream.section = section;
    [stream.awaits, stream.isFresh] = [null, false];
    stream.isInDoubt ||= goesOn(command);
  }
}

function programsOf(command: string): string[] {
  return readShell(command).commands.map(({ written }) => written[0] ?? "");
}

/** Whether a command ends by running another script. */
function runsAnother(command: string): boolean {
  return RUNNERS.has(programsOf(command).at(-1) ?? "");
}

/** Whether what a command prints cannot be told from what the scripts print that it runs. */
function goesOn(command: string): boolean {
  const programs = programsOf(command);
  const first = programs.findIndex((program) => RUNNERS.has(program));
  const isBeside = programs.some((program) => SIDE_BY_SIDE.has(program)) || /[^&|<>]&(?!&|>)/.test(command);
  return isBeside || (first >= 0 && programs.slice(first + 1).some((program) => !RUNNERS.has(program)));
}
