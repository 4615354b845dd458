// A random history of a work tree: what people and tools do to one.

import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { git } from "./git-repository.ts";

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

export class TreeHistory {
  readonly #root: string;
  readonly #random: () => number;
  #branches = 0;

  constructor(root: string, random: () => number) {
    this.#root = root;
    this.#random = random;
  }

  /** Does one thing; returns what, for the reader of a failure. */
  step(): string {
    const steps: readonly (readonly [weight: number, name: string, act: () => void])[] = [
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
    ];
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

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #pick<T>(from: readonly T[]): T {
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
      return `export function ${one}${this.#below(100)}() {\n  return ${two};\n}\n`;
    });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.join("\n"));
  }

  /** A file of the tree, ignored or not. Throws where there is none. */
  #file(): string {
    const found = readdirSync(this.#root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !join(entry.parentPath, "").includes(".git"))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    if (found.length === 0) throw new Error("no file");
    return this.#pick(found);
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
    writeFileSync(file, "x".repeat(size));
    utimesSync(file, atime, mtime);
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
