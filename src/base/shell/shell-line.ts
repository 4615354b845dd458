// Says which commands a command line of the shell runs, and what its exit code and its output tell of each. `unbash`
// parses the line; nothing is run.
// Invariants:
// - Nothing throws, whatever the text. Length, nesting and the number of commands are bounded.
// - Commands stand in the order in which they begin. The body of a function counts where the function is called.

import { type Command, forEachChild, type SyntaxNode } from "unbash";
import { parseBounded } from "./bounded-parse.ts";
import { hasOwnShell, type Place, placeIn, redirected } from "./places.ts";
import { argumentOf, changeShell, type Shell, scriptOf, setVariable, shellFrom, startsIn } from "./shell-state.ts";
import { type ShellWord, unwrapped } from "./wrappers.ts";

/** One simple command. */
export interface ShellCommand
  extends Pick<Place, "failure" | "isConditional" | "pipedInto" | "isRedirected" | "isUnseen"> {
  /**
   * The program and its arguments, without quotes and without the programs that run it (`timeout 60`, `npx`); null for
   * a word that is not known before the line runs.
   */
  readonly words: readonly (string | null)[];
  /** The same words; what the shell would replace stands as it is written. */
  readonly written: readonly string[];
  /** The same with the programs that run it. */
  readonly given: readonly string[];
  /** The variables that the line sets for it; null for a value that is not known. */
  readonly environment: ReadonlyMap<string, string | null>;
  /** The folder it runs in, as seen from where the line runs; "" for there, null where it is not known. */
  readonly folder: string | null;
}

/** The commands of a line. */
export interface ShellLine {
  readonly commands: readonly ShellCommand[];
  /** Whether these are all: the line could be parsed, and no bound was reached. */
  readonly isWhole: boolean;
}

/** What lies beyond is not looked at: commands, and shells within shells. */
const COMMANDS_MAX = 64;
const LEVELS_MAX = 4;

/** Reads a command line. */
export function readShell(text: string): ShellLine {
  const reader = new ShellReader();
  const start = { failure: "decides", leaving: "decides", pipedInto: [], levels: LEVELS_MAX } as const;
  reader.read(
    text,
    { ...start, isChecked: false, isConditional: false, isRedirected: false, isUnseen: false },
    shellFrom({}),
  );
  return reader;
}

class ShellReader implements ShellLine {
  readonly commands: ShellCommand[] = [];
  isWhole = true;

  read(text: string, place: Place, shell: Shell): void {
    const { script, isWhole } = parseBounded(text);
    this.isWhole &&= isWhole;
    if (script !== null) this.#visit(script, place, shell);
  }

  #visit(node: SyntaxNode, place: Place, shell: Shell): void {
    if ("errors" in node && node.errors !== undefined) this.isWhole = false;
    if (node.type === "Function") {
      shell.functions.set(node.name.value, node.body);
      return;
    }
    forEachChild(node, (child) => {
      if (place.levels === 0 || this.commands.length === COMMANDS_MAX) this.isWhole = false;
      else this.#visit(child, placeIn(node, child, place, shell), hasOwnShell(node) ? shellFrom(shell) : shell);
    });
    if (node.type === "Command") this.#run(node, redirected(place, node), shell);
  }

  #run(node: Command, place: Place, shell: Shell): void {
    const all = [...(node.name === undefined ? [] : [node.name]), ...node.args].map(argumentOf);
    const { words, folders, assignments } = unwrapped(all);
    const [program] = words;
    if (program === undefined) return;
    const own = shellFrom(shell);
    for (const item of node.prefix) if (item.type === "Assignment") setVariable(own, argumentOf(item));
    for (const assignment of assignments) setVariable(own, assignment);
    for (const folder of folders) own.folder = startsIn(own.folder, folder);
    const inner = { ...place, levels: place.levels - 1 };
    const body = shell.functions.get(program.text);
    const script = body === undefined ? scriptOf(words, own) : null;
    if (body !== undefined) this.#visit(body, inner, shell);
    else if (script === null) {
      changeShell(words, shell);
      this.#add(words, all, place, own);
    } else if (inner.levels === 0) this.isWhole = false;
    else if (program.text === "eval") this.read(script, inner, shell);
    else this.read(script, { ...inner, leaving: place.failure, isChecked: false }, own);
  }

  #add(words: readonly ShellWord[], all: readonly ShellWord[], place: Place, { exported, folder }: Shell): void {
    if (this.commands.length === COMMANDS_MAX) {
      this.isWhole = false;
      return;
    }
    const { failure, isConditional, pipedInto, isRedirected, isUnseen } = place;
    const known = words.map(({ text, isKnown }) => (isKnown ? text : null));
    const texts = { written: words.map(({ text }) => text), given: all.map(({ text }) => text) };
    const said = { failure, isConditional, pipedInto, isRedirected, isUnseen, environment: exported, folder };
    this.commands.push({ words: known, ...texts, ...said });
  }
}
