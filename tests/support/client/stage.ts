// Where a session of the client takes place: a home, a repository, a knowledge base and helix on PATH, all in one
// temporary folder. The client, its servers and its hooks see nothing of whoever runs the tests, and leave nothing
// behind.

import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Outcome, runHelix } from "../command-line.ts";
import { makeRepository } from "../git-repository.ts";
import { helixBinary } from "../helix-binary.ts";
import { TIMEOUT_SCALE } from "../served.ts";
import { useFolders } from "../temporary-folder.ts";

export class Stage {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** The knowledge base directory. */
  readonly base: string;
  readonly #programs: string;

  constructor(root: string) {
    this.root = root;
    this.home = join(root, "home");
    this.base = join(root, "knowledge");
    this.#programs = join(root, "bin");
    this.project = makeRepository(join(root, "project"), "https://forge.example/team/engine.git");
    for (const folder of [this.home, this.#programs, join(root, "temporary")]) mkdirSync(folder, { recursive: true });
    symlinkSync(helixBinary(), join(this.#programs, "helix"));
  }

  /** What the client and everything that it starts finds in its environment. */
  get environment(): Record<string, string> {
    return {
      HOME: this.home,
      PATH: `${this.#programs}:${process.env.PATH ?? ""}`,
      HELIX_KB: this.base,
      HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
      TMPDIR: join(this.root, "temporary"),
      CLAUDE_CODE_TMPDIR: join(this.root, "temporary"),
      LANG: "C.UTF-8",
    };
  }

  /** Runs `helix WORDS...` in the project, as its user would. Throws an Error when it fails. */
  helix(...words: string[]): Outcome {
    const environment = { ...this.environment, HELIX_NOW: "" };
    const outcome = runHelix(words, { cwd: this.project, environment, binary: join(this.#programs, "helix") });
    if (outcome.status !== 0) throw new Error(`helix ${words.join(" ")}: ${outcome.stdout}${outcome.stderr}`);
    return outcome;
  }

  /** Writes a file of the project, and returns its path. */
  put(path: string, text: string): string {
    return put(join(this.project, path), text);
  }

  /** Writes a file of the home. */
  putHome(path: string, text: string): string {
    return put(join(this.home, path), text);
  }

  /** Puts a program on PATH. */
  addProgram(name: string, program: string): void {
    symlinkSync(program, join(this.#programs, name));
  }

  /** All files of the project, git's own among them, with what they hold. */
  projectFiles(): Record<string, string> {
    const paths = readdirSync(this.project, { recursive: true, encoding: "utf8" }).sort();
    const files = paths.map((path) => [path, join(this.project, path)] as const);
    return Object.fromEntries(
      files.filter(([, file]) => statSync(file).isFile()).map(([path, file]) => [path, readFileSync(file, "latin1")]),
    );
  }

  /** The paths of all files of the home. */
  homeFiles(): string[] {
    return readdirSync(this.home, { recursive: true, encoding: "utf8" }).sort();
  }

  /** The text of a file of the stage. */
  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }
}

function put(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/**
 * A function that makes stages which live as long as one test ("each") or as the surrounding describe or file ("all").
 */
export function useStages(scope: "each" | "all"): () => Stage {
  const folder = useFolders(scope);
  return () => new Stage(folder());
}
