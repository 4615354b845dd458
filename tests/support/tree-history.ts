// A random history of a work tree: what people and tools do to one.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { git, makeRepository } from "./git-repository.ts";

/** Numbers from 0 up to below 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const FOLDERS = ["", "src/", "src/deep/er/", "lib/", "out/", "test/"];
const WORDS = ["parse", "render", "cache", "token", "socket", "merge", "branch", "colour"];

type Step = readonly [weight: number, name: string, act: () => void];

export class TreeHistory {
  readonly #root: string;
  readonly #random: () => number;
  #branches = 0;
  #named = 0;

  /** `root` is the root of a repository with a branch b0. What lies beside it under names that begin with its own is used. */
  constructor(root: string, random: () => number) {
    this.#root = root;
    this.#random = random;
  }

  /** Does one thing; returns what, for the reader of a failure. */
  step(): string {
    const steps = [...this.#onFiles(), ...this.#onRepository()];
    let at = this.#random() * steps.reduce((sum, [weight]) => sum + weight, 0);
    const chosen = steps.find(([weight]) => {
      at -= weight;
      return at < 0;
    });
    const [, name, act] = chosen ?? steps[0]!;
    try {
      act();
      return name;
    } catch {
      // git refuses what makes no sense now, and files are not where they were: nothing happened, or a part of it.
      return `${name} (refused)`;
    }
  }

  #onFiles(): Step[] {
    return [
      [6, "edit", () => this.#edit()],
      [4, "create", () => this.#write(this.#newPath())],
      [
        2,
        "create several",
        () => {
          for (let count = 0; count < 12; count++) this.#write(this.#newPath());
        },
      ],
      [
        2,
        "empty folder",
        () => mkdirSync(join(this.#root, this.#pick(FOLDERS), `new${this.#below(4)}`, "in"), { recursive: true }),
      ],
      [3, "delete", () => rmSync(this.#file())],
      [2, "rename", () => this.#rename()],
      [1, "rename a folder", () => this.#renameFolder()],
      [1, "chmod", () => chmodSync(this.#file(), this.#pick([0o600, 0o644, 0o755]))],
      [2, "times set back", () => this.#sameTimes()],
      [
        2,
        "twice in a tick",
        () => {
          const file = this.#file();
          writeFileSync(file, "export const before = 1;\n");
          writeFileSync(file, "export const after1 = 1;\n");
        },
      ],
      [2, "several in a tick", () => this.#several()],
      [1, "a file becomes a folder", () => this.#replace((path) => this.#write(join(path, "within.ts")))],
      [1, "a file becomes a link", () => this.#replace((path) => symlinkSync(this.#linked(), path))],
      [1, "a folder becomes a link", () => this.#linkFolder()],
      [1, "a strange name", () => this.#strangeName()],
    ];
  }

  #onRepository(): Step[] {
    return [
      [
        1,
        "ignore",
        () =>
          writeFileSync(
            join(this.#root, this.#pick(["", "src/"]), ".gitignore"),
            this.#pick(["out/\n", "lib/\n", "*.md\n", "deep\n", ""]),
          ),
      ],
      [
        1,
        "ignore by hand",
        () => writeFileSync(join(this.#root, ".git", "info", "exclude"), this.#pick(["test/\n", "*.py\n", ""])),
      ],
      [1, "track what is ignored", () => this.#git("add", "-f", this.#relative(this.#file()))],
      [1, "untrack", () => this.#git("rm", "-q", "--cached", "--ignore-unmatch", this.#relative(this.#file()))],
      [3, "commit", () => this.#commit()],
      [1, "amend", () => this.#git("commit", "-q", "--amend", "-m", this.#message())],
      [1, "branch", () => this.#git("checkout", "-q", "-b", `b${++this.#branches}`)],
      [2, "switch", () => this.#git("checkout", "-q", "-f", `b${this.#below(this.#branches + 1)}`)],
      [1, "stash", () => this.#git("stash", "-q", "-u")],
      [1, "unstash", () => this.#git("stash", "pop", "-q")],
      [1, "rebase", () => this.#rebase()],
      [1, "reset", () => this.#git("reset", "-q", "--hard", "HEAD~1")],
      [1, "add a submodule", () => this.#addSubmodule()],
      [1, "update submodules", () => this.#updateSubmodules()],
      [1, "remove a submodule", () => this.#git("rm", "-q", "-f", this.#pick(this.#foldersIn("modules")))],
      [1, "add a work tree", () => this.#git("worktree", "add", "-q", "-f", this.#newWorkTree(), "HEAD")],
      [1, "move a work tree", () => this.#git("worktree", "move", this.#workTree(), this.#newWorkTree())],
      [1, "remove a work tree", () => this.#git("worktree", "remove", "--force", this.#workTree())],
      [1, "take .git away", () => renameSync(join(this.#root, ".git"), `${this.#root}.away`)],
      [existsSync(`${this.#root}.away`) ? 20 : 0, "put .git back", () => this.#putBack()],
    ];
  }

  /** Writes so many files at once. */
  burst(count: number): void {
    this.calm();
    for (let at = 0; at < count; at++) this.#write(join(this.#root, "burst", `f${at}.ts`));
  }

  /** Removes what bursts have written. */
  calm(): void {
    rmSync(join(this.#root, "burst"), { recursive: true, force: true });
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error("there is none");
    return from[this.#below(from.length)]!;
  }

  #git(...words: string[]): void {
    git(this.#root, "-c", "core.autocrlf=false", ...words);
  }

  #relative(path: string): string {
    return path.slice(this.#root.length + 1);
  }

  #newPath(): string {
    return join(this.#root, `${this.#pick(FOLDERS)}f${this.#below(40)}.${this.#pick(["ts", "py", "md", "go"])}`);
  }

  #message(): string {
    return `${this.#pick(WORDS)} the ${this.#pick(WORDS)} of ${this.#pick(WORDS)}`;
  }

  #write(path: string): void {
    const lines = Array.from({ length: 1 + this.#below(5) }, () => {
      const [one, two] = [this.#pick(WORDS), this.#pick(WORDS)];
      return `export function ${one}${this.#below(20)}() {\n  return ${two}${this.#below(20)}(${two});\n}\n`;
    });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.join("\n"));
  }

  /** A file of the tree, ignored or not. Throws where there is none. */
  #file(): string {
    return this.#pick(filesIn(this.#root));
  }

  #foldersIn(folder: string): string[] {
    return readdirSync(join(this.#root, folder)).map((name) => `${folder}/${name}`);
  }

  #several(): void {
    for (let acts = 0; acts < 6; acts++) {
      const file = this.#file();
      const act = this.#below(4);
      if (act === 0) this.#write(file);
      else if (act === 1) this.#write(this.#newPath());
      else if (act === 2) renameSync(file, this.#newPath());
      else rmSync(file);
    }
  }

  #replace(by: (path: string) => void): void {
    const file = this.#file();
    rmSync(file);
    by(file);
  }

  /** What a link leads to: a file of the tree, what lies outside, the link's own folder, or nothing. */
  #linked(): string {
    return this.#pick([this.#file(), `${this.#root}.outside/secret.ts`, ".", "nothing"]);
  }

  #linkFolder(): void {
    const folder = join(this.#root, this.#pick(FOLDERS.slice(1)));
    rmSync(folder, { recursive: true });
    symlinkSync(this.#pick([`${this.#root}.outside`, this.#root]), folder.replace(/\/$/, ""));
  }

  #strangeName(): void {
    const name = this.#pick(["line\nbreak.ts", "\u001b[31mred.ts", "bad\u00ff.ts"]);
    const path = Buffer.from(`${this.#root}/${name}`, name.startsWith("bad") ? "latin1" : "utf8");
    if (this.#below(2) === 0) rmSync(path, { force: true });
    else writeFileSync(path, "export function parse() {}\n");
  }

  #addSubmodule(): void {
    const source = this.#moduleWithCommit();
    const path = `modules/m${this.#below(3)}`;
    this.#git("-c", "protocol.file.allow=always", "submodule", "add", "-q", "-f", source, path);
  }

  #updateSubmodules(): void {
    this.#moduleWithCommit();
    this.#git("-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init", "--remote");
  }

  /** The repository that submodules are of, with one more commit. */
  #moduleWithCommit(): string {
    const source = `${this.#root}.module`;
    if (!existsSync(source)) makeRepository(source);
    this.#write(join(source, `m${this.#below(5)}.ts`));
    git(source, "add", "-A");
    git(source, "commit", "-q", "-m", this.#message());
    return source;
  }

  /** A place for a work tree: in the tree itself, or beside it. */
  #newWorkTree(): string {
    return join(this.#pick([this.#root, `${this.#root}.trees`]), `w${++this.#named}`);
  }

  #workTree(): string {
    const beside = existsSync(`${this.#root}.trees`) ? readdirSync(`${this.#root}.trees`) : [];
    const inside = readdirSync(this.#root).filter((name) => /^w\d+$/.test(name));
    return this.#pick([
      ...beside.map((name) => join(`${this.#root}.trees`, name)),
      ...inside.map((name) => join(this.#root, name)),
    ]);
  }

  #putBack(): void {
    renameSync(`${this.#root}.away`, join(this.#root, ".git"));
  }

  #edit(): void {
    this.#write(this.#file());
  }

  #rename(): void {
    const to = this.#newPath();
    mkdirSync(dirname(to), { recursive: true });
    if (this.#random() < 0.5) renameSync(this.#file(), to);
    else this.#git("mv", "-f", this.#relative(this.#file()), this.#relative(to));
  }

  #renameFolder(): void {
    renameSync(join(this.#root, this.#pick(FOLDERS)), join(this.#root, `moved${this.#below(3)}`));
  }

  #sameTimes(): void {
    const file = this.#file();
    const { atime, mtime, size } = statSync(file);
    // Of the same length, at the same time as before, or long ago.
    writeFileSync(file, "x".repeat(size));
    if (this.#below(2) === 0) utimesSync(file, atime, mtime);
    else utimesSync(file, 1_000_000_000, 1_000_000_000);
  }

  #commit(): void {
    this.#git("add", "-A");
    this.#git("commit", "-q", "-m", `${this.#message()}\n\n${this.#message()}`);
  }

  #rebase(): void {
    try {
      this.#git("rebase", "-q", `b${this.#below(this.#branches + 1)}`);
    } catch {
      this.#git("rebase", "--abort");
    }
  }
}

/** The files below a folder that names without line breaks lead to, in order; links and what is git's are left out. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== ".git" && !/[\u0000-\u001f\ufffd]/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
    });
}
