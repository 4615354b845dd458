// Says what a line of the shell writes to, as far as that is certain from the line alone. What a program of its own does
// (a test, a build, a script, `python -c`) cannot be told: the report finds it (docs/GUARD.md).
// Invariants:
// - Nothing throws, whatever the text; time is bounded by the text's length.
// - A write that is certain, but whose place is not, is told as unknown, not left out.
// - What lies below a known folder for certain is told as a path there, with stars for what is not known.

import { isAbsolutePath, isWithin, nameOf, normalPath } from "../../base/path-names.ts";
import { pathsFrom } from "../../base/shell/act-shell.ts";
import { type ActPlace, type ShellAct, shellActs } from "../../base/shell/shell-acts.ts";
import { ANY, isKnownText, SOME } from "../../base/shell/word-values.ts";
import { ARCHIVE_RULES } from "./writes/archive-rules.ts";
import { EDITING_RULES } from "./writes/editing-rules.ts";
import { FILE_RULES } from "./writes/file-rules.ts";
import { git } from "./writes/git-rules.ts";
import { helix, ownEffects } from "./writes/own-rules.ts";
import type { Depth, Effect, Rule } from "./writes/rule.ts";

/** What a line writes to. */
export interface ShellWrites {
  /** Absolute paths, links not followed. */
  readonly targets: readonly { readonly path: string; readonly how: string }[];
  /** Writes whose place cannot be told. */
  readonly unknown: readonly { readonly text: string; readonly how: string }[];
  /** Commands that change whatever they like of the work tree. */
  readonly sweeping: readonly { readonly text: string; readonly why: string }[];
  /** Commands that would take the limits away. */
  readonly own: readonly { readonly text: string; readonly why: string }[];
  /** Whether the line was understood to its end. */
  readonly isWhole: boolean;
}

/** Where a line runs. */
export interface ShellPlace {
  /** Absolute. */
  readonly directory: string;
  readonly root: string;
  /** The variables of the client's environment, `HOME` and `TMPDIR` among them. None: what they hold is not known. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Whether there is a folder at an absolute path. Without it, a name without an ending is taken for one. */
  readonly isFolder?: (path: string) => boolean;
}

const RULES: Readonly<Record<string, Rule>> = { ...FILE_RULES, ...EDITING_RULES, ...ARCHIVE_RULES, git, helix };
/** What is written there reaches no file. */
const STREAMS = /^\/dev\/(?:null|stdin|stdout|stderr|tty|full|zero|random|fd\/\d+|tcp\/.*|udp\/.*)$/;
/** Variables that name a program which git, and others, run. */
const PROGRAM_VARIABLES =
  /^(?:GIT_(?:EDITOR|PAGER|EXTERNAL_DIFF|SEQUENCE_EDITOR|SSH_COMMAND|ASKPASS)|EDITOR|VISUAL|PAGER)$/;
/** Names of files that stand for all below a folder. */
const BELOW = "/any/of/the/files/below";
const ROUNDS_MAX = 4;
const LINKED = "ln";
/** Programs that change a link itself, not what it leads to. */
const REMOVING = /^(?:rm|unlink|mv|trash)/;
/** Longer than any credential that begins in what is shown of it: half of one could not be recognised. */
const TEXT_MAX = 4096;

/** Says what a line writes to. */
export function shellWrites(line: string, place: ShellPlace): ShellWrites {
  const finder = new WriteFinder(place);
  finder.follow(line, place.directory, ROUNDS_MAX);
  finder.distrustLinks();
  return finder;
}

class WriteFinder implements ShellWrites {
  targets: { path: string; how: string }[] = [];
  readonly unknown: { text: string; how: string }[] = [];
  readonly sweeping: { text: string; why: string }[] = [];
  readonly own: { text: string; why: string }[] = [];
  isWhole = true;
  readonly #place: ShellPlace;
  readonly #isFolder: (path: string) => boolean;
  readonly #seen = new Set<string>();

  constructor(place: ShellPlace) {
    this.#place = place;
    this.#isFolder = place.isFolder ?? ((path) => !/\.\w+$/.test(nameOf(path)));
  }

  follow(line: string, directory: string, rounds: number): void {
    if (rounds === 0) {
      this.isWhole = false;
      return;
    }
    const { root, variables = {} } = this.#place;
    const at: ActPlace = { directory, root, variables, isFolder: this.#isFolder };
    const { acts, opened, isWhole } = shellActs(line, at);
    this.isWhole &&= isWhole;
    for (const { path, operator, written } of opened) this.#add(path, "file", operator, written);
    for (const act of acts) this.#judge(act, rounds);
  }

  /** A write through a link that the line itself makes: nobody can follow the link before it is there. */
  distrustLinks(): void {
    const links = this.targets.flatMap(({ path, how }) => (how === LINKED ? [path] : []));
    const isThrough = ({ path, how }: { path: string; how: string }) =>
      how !== LINKED && links.some((link) => isWithin(link, path) && (link !== path || !REMOVING.test(how)));
    const through = links.length === 0 ? [] : this.targets.filter(isThrough);
    for (const { path } of through) this.unknown.push({ text: path, how: "a link that the line itself makes" });
    if (through.length > 0) this.targets = this.targets.filter((target) => !isThrough(target));
  }

  #judge(act: ShellAct, rounds: number): void {
    const { words, folders, environment, input } = act;
    const effects = [...effectsOf(words, (word) => this.#isFolderOf(folders, word)), ...ownEffects(words, input)];
    for (const [name, text] of environment) if (PROGRAM_VARIABLES.test(name)) effects.push({ kind: "script", text });
    const text = shownWords(words);
    for (const effect of effects) {
      if (effect.kind === "sweeping") {
        if (!this.#isElsewhere(act)) this.#note(this.sweeping, { text, why: effect.why });
      } else if (effect.kind === "own") this.#note(this.own, { text, why: effect.why });
      else if (effect.kind === "write")
        for (const path of pathsFrom(folders, this.#fromHome(effect.word)))
          this.#add(path, effect.depth, effect.how, text);
      else {
        const line = effect.kind === "script" ? effect.text : effect.words.map(quoted).join(" ");
        for (const folder of folders) this.follow(line, isKnownText(folder) ? folder : ANY, rounds - 1);
      }
    }
  }

  /** Whether git works in a temporary folder, or another one that is not the work tree. */
  #isElsewhere({ words, folders, environment }: ShellAct): boolean {
    const at = words.indexOf("-C");
    const all = at > 0 ? folders.flatMap((folder) => pathsFrom([folder], words[at + 1] ?? "")) : folders;
    const { root } = this.#place;
    const isNamed =
      words.some((word) => /^--(?:work-tree|git-dir)/.test(word)) ||
      ["GIT_DIR", "GIT_WORK_TREE"].some((name) => environment.has(name));
    return (
      !isNamed &&
      all.every((path) => isAbsolutePath(path) && !path.includes(ANY) && !isWithin(root, path) && !isWithin(path, root))
    );
  }

  #isFolderOf(folders: readonly string[], word: string): boolean {
    return word.endsWith("/") || pathsFrom(folders, word).some((path) => !isKnownText(path) || this.#isFolder(path));
  }

  #fromHome(word: string): string {
    return word.startsWith("~/") ? `${this.#place.variables?.HOME ?? ANY}${word.slice(1)}` : word;
  }

  #add(path: string, depth: Depth, how: string, text: string): void {
    if (path.includes(ANY)) {
      this.#note(this.unknown, { text: shown(text), how });
      return;
    }
    const plain = path.replaceAll(SOME, "*");
    if (STREAMS.test(plain)) return;
    const full = isKnownText(path) ? normalPath(plain) : plain;
    if (depth !== "contents") this.#note(this.targets, { path: full, how });
    if (depth !== "file") this.#note(this.targets, { path: `${full === "/" ? "" : full}${BELOW}`, how });
  }

  #note<T extends object>(list: T[], entry: T): void {
    const key = JSON.stringify(entry);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    list.push(entry);
  }
}

/** What one command does. `yarn prettier --write .` runs the program behind it. */
function effectsOf(words: readonly string[], isFolder: (word: string) => boolean): Effect[] {
  const program = nameOf(words[0] ?? "");
  const args = words.slice(1);
  const isRunner = /^(?:yarn|pnpm|bun)$/.test(program);
  const behind = isRunner && args[0] === "run" ? args.slice(1) : args;
  if (isRunner && Object.hasOwn(EDITING_RULES, behind[0] ?? "")) return effectsOf(behind, isFolder);
  return Object.hasOwn(RULES, program) ? RULES[program]!({ program, args, isFolder }) : [];
}

function shownWords(words: readonly string[]): string {
  return shown(words.join(" "));
}

function shown(text: string): string {
  return text.slice(0, TEXT_MAX).replaceAll(SOME, "*").replaceAll(ANY, "?");
}

/** A word as a line of the shell holds it. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
