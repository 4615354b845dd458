// Follows a command line of the shell and says which commands it runs, where, and which files it opens for writing.
// Unlike shell-line.ts it follows variables, folders, branches and loops, for it is asked what a line may do, not what
// its exit code tells.
// Invariants:
// - Nothing throws, whatever the text; steps, commands and shells within shells are bounded.
// - What may or may not have run counts both ways: a folder, a variable then has several values.

import { type Command, forEachChild, type Redirection, type SyntaxNode, type Word } from "unbash";
import { nameOf } from "../path-names.ts";
import { isComplete, leaves, pwd, settle, textOf, withoutPositional } from "./act-nodes.ts";
import { type ActShell, assign, becomeShell, copyShell, mergeShell, pathsFrom } from "./act-shell.ts";
import { parseBounded } from "./bounded-parse.ts";
import { outputOf } from "./command-output.ts";
import { filledByXargs, isShell, nestedCommands } from "./nested-commands.ts";
import { changeFolder, changeVariables, setFrom, setPositional } from "./shell-changes.ts";
import { ANY, isKnownText, type WordSources, wordText, wordValues } from "./word-values.ts";
import { unwrapped } from "./wrappers.ts";

/** One command that may run. */
export interface ShellAct {
  /** The program and its arguments, without the programs that run it. */
  readonly words: readonly string[];
  /** The folders that it may run in. */
  readonly folders: readonly string[];
  /** The variables that the line sets for it. */
  readonly environment: ReadonlyMap<string, string>;
  /** What it reads from a here-document or a pipe; null where that is not known. */
  readonly input: string | null;
}

/** A file that the shell itself opens for writing. */
export interface OpenedFile {
  /** Absolute, with marks for what is not known. */
  readonly path: string;
  readonly operator: string;
  readonly written: string;
}

/** What a line may do. */
export interface ShellActs {
  readonly acts: readonly ShellAct[];
  readonly opened: readonly OpenedFile[];
  /** Whether this is all: the line could be parsed, and no bound was reached. */
  readonly isWhole: boolean;
}

/** Where a line runs. */
export interface ActPlace {
  /** Absolute. */
  readonly directory: string;
  /** The root of the work tree, which `git rev-parse --show-toplevel` prints. */
  readonly root: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Whether there is a folder; what is not known is taken as one. */
  readonly isFolder: (path: string) => boolean;
}

const STEPS_MAX = 20_000;
const ACTS_MAX = 512;
const LEVELS_MAX = 8;
const COMBINATIONS_MAX = 16;
/** Variables that programs read, which a line may set long before. */
const EXPORTED = "GIT_DIR GIT_WORK_TREE GIT_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF EDITOR VISUAL PAGER".split(" ");

/** Follows a line. */
export function shellActs(line: string, place: ActPlace): ShellActs {
  const reader = new ActReader(place);
  const variables = new Map<string, readonly (readonly string[])[]>();
  for (const [name, value] of Object.entries(place.variables)) if (value !== undefined) variables.set(name, [[value]]);
  const folders = [place.directory];
  const shell = { folders, leftBehind: [], previous: folders, stack: [], variables, functions: new Map() };
  // These characters are the marks for what is not known.
  reader.isWhole = isKnownText(line);
  reader.read(line, shell, LEVELS_MAX);
  return reader;
}

class ActReader implements ShellActs {
  readonly acts: ShellAct[] = [];
  readonly opened: OpenedFile[] = [];
  readonly #place: ActPlace;
  readonly #made = new Set<string>();
  isWhole = true;
  #steps = 0;
  /** What the command reads that is followed next. */
  #input: string | null = null;

  constructor(place: ActPlace) {
    this.#place = place;
  }

  read(text: string, shell: ActShell, levels: number): void {
    const { script, isWhole } = parseBounded(text);
    this.isWhole &&= isWhole;
    if (script === null) return;
    if (levels <= 0) this.isWhole = false;
    else this.#visit(script, shell, levels);
  }

  #visit(node: SyntaxNode, shell: ActShell, levels: number): void {
    if ("errors" in node && node.errors !== undefined) this.isWhole = false;
    if (++this.#steps > STEPS_MAX || levels <= 0) {
      this.isWhole = false;
      return;
    }
    switch (node.type) {
      case "Statement":
        this.#visit(node.command, node.background === true ? copyShell(shell) : shell, levels);
        if (node.command.type !== "AndOr") settle(shell, false);
        return;
      case "AndOr":
        this.#visitChain(node.commands, node.operators, shell, levels);
        return;
      case "Pipeline":
        this.#visitPipe(node, shell, levels);
        return;
      case "If":
      case "Elif":
      case "Case":
      case "CaseItem":
      case "While":
      case "For":
      case "ArithmeticFor":
      case "Select":
        this.#visitBranches(node, shell, levels);
        return;
      case "ArithmeticCommand":
      case "ArithmeticExpansion":
        // Some shells take `((` for two brackets where no expression follows.
        if (/[\w.]\s+[\w./]/.test(node.type === "ArithmeticCommand" ? node.body : node.text)) this.isWhole = false;
        this.#visitChildren(node, shell, levels);
        return;
      case "Function":
        shell.functions.set(node.name.value, node.body);
        return;
      case "Subshell":
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "Coproc":
        this.#visitChildren(node, copyShell(shell), levels);
        return;
      case "Redirected":
        this.#open(node.redirects, shell);
        for (const redirect of node.redirects) this.#visit(redirect, shell, levels);
        this.#visit(node.command, shell, levels);
        return;
      case "Command":
        this.#visitChildren(node, shell, levels);
        this.#visitCommand(node, shell, levels);
        return;
      default:
        this.#visitChildren(node, shell, levels);
    }
  }

  /** Runs a command once for each value that its variables may have; what it changes then has several values too. */
  #visitCommand(node: Command, shell: ActShell, levels: number): void {
    const [first, ...others] = this.#worlds(node, shell);
    const ends = others.map((world) => {
      const end = copyShell(shell);
      this.#run(node, world, end, levels);
      return end;
    });
    this.#run(node, first!, shell, levels);
    for (const end of ends) mergeShell(shell, end);
  }

  #visitChildren(node: SyntaxNode, shell: ActShell, levels: number): void {
    const input = this.#input;
    forEachChild(node, (child) => {
      this.#input = null;
      this.#visit(child, shell, levels);
    });
    this.#input = input;
  }

  /** `a && b || c`. What stands behind `||` begins where the chain did, or where it has come to. */
  #visitChain(nodes: readonly SyntaxNode[], operators: readonly string[], shell: ActShell, levels: number): void {
    let before = copyShell(shell);
    let isLeft = false;
    for (const [at, node] of nodes.entries()) {
      if (at === 0) {
        this.#visit(node, shell, levels);
        before = operators[0] === "||" ? before : copyShell(shell);
      } else if (operators[at - 1] === "&&") this.#visit(node, shell, levels);
      else {
        const other = copyShell(shell);
        mergeShell(other, before);
        this.#visit(node, other, levels);
        if (leaves(node)) isLeft = true;
        else mergeShell(shell, other);
      }
    }
    if (!isLeft && operators.includes("&&")) mergeShell(shell, before);
    settle(shell, isLeft);
  }

  #visitPipe(node: Extract<SyntaxNode, { type: "Pipeline" }>, shell: ActShell, levels: number): void {
    if (node.commands.length === 1) {
      this.#visit(node.commands[0]!, shell, levels);
      return;
    }
    let input = this.#input;
    for (const command of node.commands) {
      const own = copyShell(shell);
      this.#input = input;
      this.#visit(command, own, levels);
      input = command.type === "Command" ? this.#outputOf(command, own, input) : null;
    }
    this.#input = null;
  }

  /** A branch or a loop may run or not, and twice. */
  #visitBranches(node: SyntaxNode, shell: ActShell, levels: number): void {
    if (node.type === "For" || node.type === "Select") {
      const sources = this.#sources(shell);
      const values = node.wordlist?.flatMap((word) => wordValues(word, sources)) ?? [ANY];
      const isFew = values.length > 0 && values.length <= COMBINATIONS_MAX;
      shell.variables.set(node.name.value, isFew ? values.map((value) => [value]) : [[ANY]]);
      for (const word of node.wordlist ?? []) this.#visit(word, shell, levels);
    }
    if (node.type === "If" || node.type === "Elif" || node.type === "While") this.#visit(node.clause, shell, levels);
    const before = copyShell(shell);
    const ends: ActShell[] = isComplete(node) ? [] : [before];
    forEachChild(node, (child) => {
      if ("clause" in node && child === node.clause) return;
      const branch = copyShell(before);
      this.#visit(child, branch, levels);
      if (child.type === "CompoundList" && node.type === "While") this.#visit(child, branch, levels);
      if (/^(?:CompoundList|Elif|CaseItem)$/.test(child.type)) ends.push(branch);
    });
    becomeShell(shell, ends);
  }

  #sources(shell: ActShell): WordSources {
    return {
      variable: (name) => (name === "PWD" ? pwd(shell) : (shell.variables.get(name)?.[0] ?? null)),
      output: ({ script }) => {
        const [statement, ...more] = script?.commands ?? [];
        const command = statement?.command;
        return more.length > 0 || command?.type !== "Command" ? null : this.#outputOf(command, shell, null);
      },
    };
  }

  /** The shells in which the variables that a command names have one value each. */
  #worlds(node: Command, shell: ActShell): ActShell[] {
    const words = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix];
    const text = words
      .map((word) => ("text" in word ? word.text : "target" in word ? (word.target?.text ?? "") : ""))
      .join(" ");
    if (!text.includes("$")) return [shell];
    let worlds = [shell];
    for (const [name, values] of shell.variables) {
      if (values.length < 2 || !text.includes(name)) continue;
      const known = worlds.length * values.length > COMBINATIONS_MAX ? [[ANY]] : values;
      worlds = worlds.flatMap((world) =>
        known.map((value) => ({ ...world, variables: new Map(world.variables).set(name, [value]) })),
      );
    }
    return worlds;
  }

  #wordsOf(node: Command, shell: ActShell): string[] {
    const sources = this.#sources(shell);
    const all = [...(node.name === undefined ? [] : [node.name]), ...node.args];
    return all.flatMap((word) => {
      if (word.type === "Word") return wordValues(word, sources);
      return word.value.type === "Word" ? [`${word.name}=${wordText(word.value, sources)}`] : [`${word.name}=${ANY}`];
    });
  }

  #outputOf(node: Command, shell: ActShell, input: string | null): string | null {
    const words = this.#wordsOf(node, shell);
    const text = textOf(node.redirects, this.#sources(shell)) ?? input;
    if (nameOf(words[0] ?? "") === "cat" && words.length === 1) return text;
    if (nameOf(words[0] ?? "") === "tee") return text;
    return outputOf(words, shell, this.#place.root);
  }

  #run(node: Command, world: ActShell, shell: ActShell, levels: number): void {
    const sources = this.#sources(world);
    const input = textOf(node.redirects, sources) ?? this.#input;
    this.#open(node.redirects, world);
    const own = new Map<string, string>();
    for (const item of node.prefix) {
      if (item.type !== "Assignment") continue;
      const isList = item.value.type !== "Word";
      const words =
        item.value.type === "Word"
          ? [wordText(item.value, sources)]
          : item.value.elements.flatMap((word) => wordValues(word, sources));
      const isPart = item.append === true || item.index !== undefined;
      const kept = isPart ? [...(shell.variables.get(item.name)?.[0] ?? []), ...(isList ? words : [ANY])] : words;
      if (node.name === undefined) assign(shell, item.name, isPart && !isList ? [ANY] : kept);
      else own.set(item.name, words.join(" "));
    }
    this.#runWords(this.#wordsOf(node, world), { world, shell, levels, input, environment: own });
  }

  #runWords(given: readonly string[], from: RunFrom): void {
    if (given.length === 0) return;
    const { world, shell, levels, input } = from;
    const added = input?.split(/\s+/).filter((word) => word !== "") ?? [ANY];
    const all = filledByXargs(given, added).map((text) => ({ text, isKnown: isKnownText(text) }));
    const { words: plain, folders, assignments } = unwrapped(all);
    const words = plain.flatMap(({ text, isKnown }) => (text === "$@" && !isKnown ? added : [text]));
    const [program = ""] = words;
    const environment = new Map(from.environment);
    for (const name of EXPORTED) {
      const value = world.variables.get(name)?.[0]?.join(" ");
      if (value !== undefined && value !== this.#place.variables[name] && !environment.has(name))
        environment.set(name, value);
    }
    for (const { text } of assignments)
      environment.set(text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1));
    const own = copyShell(world);
    for (const { text } of folders) own.folders = pathsFrom(own.folders, text);
    const body = shell.functions.get(program);
    if (body !== undefined) {
      setPositional(own, words);
      this.#visit(body, own, levels - 1);
      mergeShell(shell, { ...own, variables: withoutPositional(own.variables, shell.variables) });
      return;
    }
    changeFolder(words, shell, (path) => this.#made.has(path) || this.#place.isFolder(path));
    changeVariables(words, shell);
    if (nameOf(program) === "mkdir")
      for (const path of words.slice(1).flatMap((word) => pathsFrom(own.folders, word))) this.#made.add(path);
    const texts = all.map(({ text }) => text);
    const isWrapped = texts.length !== words.length && /^(?:env|npx|npm)$/.test(nameOf(texts[0]!));
    const nested = [...nestedCommands(words, input), ...(isWrapped ? nestedCommands(texts, input) : [])];
    for (const command of nested) this.#runNested(command, own, { ...from, environment });
    if (isShell(nameOf(program)) && nested.length > 0) return;
    if (this.acts.length === ACTS_MAX) this.isWhole = false;
    else this.acts.push({ words, folders: own.folders, environment, input });
  }

  #runNested(command: ReturnType<typeof nestedCommands>[number], own: ActShell, from: RunFrom): void {
    if (from.levels <= 1) this.isWhole = false;
    else if ("words" in command)
      this.#runWords(command.words, { ...from, world: own, shell: own, levels: from.levels - 1 });
    else {
      const inner = command.isHere ? from.shell : copyShell(own);
      if (!command.isHere) for (const [name, value] of from.environment) setFrom(`${name}=${value}`, inner);
      if (command.positional.length > 0) setPositional(inner, command.positional);
      this.#input = null;
      this.read(command.script, inner, from.levels - 1);
    }
  }

  /** Notes the files that redirections open for writing. A target that is a number, or `-`, is a descriptor. */
  #open(redirects: readonly Redirection[], shell: ActShell): void {
    for (const redirect of redirects) {
      if (redirect.type !== "Redirect" || !redirect.operator.includes(">") || redirect.target === undefined) continue;
      const { operator, target } = redirect;
      for (const world of this.#targetWorlds(target, shell)) {
        const text = wordText(target, this.#sources(world));
        if (operator === ">&" && (/^\d*-?$/.test(text) || (text === ANY && /^"?\$/.test(target.text)))) continue;
        for (const path of pathsFrom(world.folders, text)) this.opened.push({ path, operator, written: target.text });
      }
    }
  }

  #targetWorlds(target: Word, shell: ActShell): ActShell[] {
    return this.#worlds({ prefix: [], suffix: [target] } as unknown as Command, shell);
  }
}

interface RunFrom {
  /** The shell with one value for each variable, and the one that the command changes. */
  readonly world: ActShell;
  readonly shell: ActShell;
  readonly levels: number;
  readonly input: string | null;
  readonly environment: ReadonlyMap<string, string>;
}
