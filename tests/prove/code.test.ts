// Code: what people and tools do to a work tree, one step after another, while two compiled servers answer from its one
// index, commands build it beside them, and any of them is killed at any moment. After each step what is cited stands in
// the files, and what is found is what an index made anew finds. No answer has anything of another work tree or
// repository whose index lies in the same knowledge base. When all are gone, the next to build leaves nothing behind.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { symbolsNamed } from "../../src/code/search/symbol-files.ts";
import { BRIEF_MAP_NAME } from "../../src/code/store/brief-map-file.ts";
import { PARSING_LOCK } from "../../src/code/store/code-parsing.ts";
import { callersAnswer } from "../../src/features/code/callers.ts";
import type { CodeCallersData } from "../../src/features/code/data.ts";
import type { CodePorts } from "../../src/features/code/ports.ts";
import { statusAnswer } from "../../src/features/code/status.ts";
import { citedFiles, linesAt, wrongCitations, wrongReading } from "../support/cited-code.ts";
import { codeService } from "../support/code-index.ts";
import { runHelix } from "../support/command-line.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { TreeHistory } from "../support/tree-history.ts";
import { foundWithoutTests } from "./support/fresh-code.ts";
import { randomOf, sayFigures, timeLimit, timeOver, timeoutScale } from "./support/proof.ts";
import { Gone, ServedProcess } from "./support/served-process.ts";

const folder = useFolders("each");

const SERVERS = 2;
/** More than a server takes over at once: it builds. */
const BURST_FILES = 300;
/** The longest time to a kill, in milliseconds: to the end of a build of so many files. */
const KILL_MS_MAX = 120;
/** After so many steps all end, and what they left is looked at. */
const ROUND_STEPS = 40;
const QUERIES = ["parse the token", "render cache", "merge colour branch"];
const TOKENS = 20_000;

type Random = (limit: number) => number;

function moment(random: Random): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, random(KILL_MS_MAX)));
}

/** The repository that changes, a linked work tree of it, and another repository. */
function makeTrees(): { root: string; linked: string; other: string } {
  const [root, other] = [makeRepository(join(folder(), "app")), makeRepository(join(folder(), "other"))];
  const linked = join(folder(), "linked");
  git(root, "checkout", "-q", "-b", "b0");
  git(root, "commit", "-q", "--allow-empty", "-m", "begin");
  git(root, "worktree", "add", "-q", "-b", "linked", linked);
  writeFileSync(join(linked, "own.ts"), "export function parseOnlyInLinked() {\n  return token;\n}\n");
  writeFileSync(join(other, "own.ts"), "export function parseOnlyInOther() {\n  return token;\n}\n");
  mkdirSync(`${root}.outside`);
  writeFileSync(join(`${root}.outside`, "secret.ts"), "export function parseOnlyOutside() {\n  return token;\n}\n");
  return { root, linked, other };
}

class Campaign {
  readonly figures = { steps: 0, kills: 0, commands: 0, answers: 0, callers: 0, refused: 0, wrong: 0, leftovers: 0 };
  readonly #directory = folder();
  readonly #home = folder();
  readonly #random: Random = randomOf("code");
  readonly #trees = makeTrees();
  readonly #history: TreeHistory;
  readonly #steps: string[] = [];
  readonly #commands = new Set<ChildProcess>();
  readonly #servers: ServedProcess[] = [];

  constructor() {
    const random = randomOf("code history");
    this.#history = new TreeHistory(this.#trees.root, () => random(2 ** 30) / 2 ** 30);
  }

  async run(isOver: () => boolean): Promise<void> {
    do {
      for (let at = 0; at < SERVERS; at++) this.#servers[at] = await this.#started();
      for (let step = 0; step < ROUND_STEPS && !isOver(); step++) await this.#step();
      await this.#lookAtTheRest();
    } while (!isOver());
  }

  endAll(): void {
    for (const { child } of this.#servers) child.kill("SIGKILL");
    for (const child of this.#commands) child.kill("SIGKILL");
  }

  #started(): Promise<ServedProcess> {
    return new ServedProcess({
      directory: this.#directory,
      home: this.#home,
      folder: this.#trees.root,
    }).initialize();
  }

  async #step(): Promise<void> {
    this.figures.steps++;
    this.#steps.push(this.#history.step());
    if (this.#random(5) === 0) this.#command();
    if (this.#random(6) === 0) await this.#kill();
    await this.#lookAtAnswers(this.#servers[this.#random(SERVERS)]!);
    if (this.#random(10) === 0) this.#lookAtOthers();
  }

  /** A command that builds the index beside the servers, and may be killed. */
  #command(): void {
    const words = this.#random(2) === 0 ? ["code", "index"] : ["code", "index", "--force"];
    const env = {
      PATH: process.env.PATH ?? "",
      HOME: this.#home,
      HELIX_KB: this.#directory,
      HELIX_TIMEOUT_SCALE: timeoutScale,
    };
    const child = spawn(helixBinary(), words, { cwd: this.#trees.root, env, stdio: "ignore" });
    this.figures.commands++;
    this.#commands.add(child);
    child.once("close", () => this.#commands.delete(child));
    if (this.#random(2) === 0) return;
    this.figures.kills++;
    void moment(this.#random).then(() => child.kill("SIGKILL"));
  }

  /** Kills a server, most often while it builds, and starts another. */
  async #kill(): Promise<void> {
    const at = this.#random(SERVERS);
    const server = this.#servers[at]!;
    const isBuilding = this.#random(3) > 0;
    if (isBuilding) this.#history.burst(BURST_FILES);
    const asked = isBuilding ? server.call("code", { query: QUERIES[0] }).catch(goneOnly) : null;
    await moment(this.#random);
    await server.kill();
    await asked;
    this.figures.kills++;
    this.#steps.push(isBuilding ? "kill while it builds" : "kill");
    this.#servers[at] = await this.#started();
    if (this.#random(2) === 0) this.#history.calm();
  }

  async #lookAtAnswers(server: ServedProcess): Promise<void> {
    const { root } = this.#trees;
    const query = QUERIES[this.#random(QUERIES.length)]!;
    const bodies = await server.call("code", { query, detail: "bodies", budget: TOKENS });
    if (bodies.isError) {
      // A server that has not met the tree before refuses a folder without a repository.
      expect([this.#last(), existsSync(join(root, ".git")), bodies.text]).toEqual([
        this.#last(),
        false,
        expect.stringContaining("lies in no git repository"),
      ]);
      this.figures.refused++;
      return;
    }
    this.figures.answers++;
    const files = await server.ask("code", { query, detail: "files", budget: TOKENS });
    const status = await server.ask("code", { action: "status" });
    const paths = citedFiles(files);
    const wrong = [...wrongCitations(root, bodies.text), ...wrongCitations(root, files)];
    const path = paths.length === 0 ? null : paths[this.#random(paths.length)]!;
    if (path !== null && linesAt(root, path)?.length) {
      wrong.push(...wrongReading(root, path, await server.ask("code", { action: "read", path, budget: TOKENS })));
    }
    for (const text of [bodies.text, files]) if (/parseOnly(?:In|Outside)/.test(text)) wrong.push("of another tree");
    this.figures.wrong += wrong.length;
    const fresh = codeService(root, join(folder(), "fresh"), this.#home);
    const view = await fresh.view();
    const names = symbolsNamed(view.generations, () => true, 500).map(({ symbol }) => symbol);
    const name = names.length === 0 ? null : names[this.#random(names.length)]!;
    const users =
      name === null ? [] : placesIn(await server.ask("code", { action: "callers", symbol: name, budget: TOKENS }));
    this.figures.callers += users.length;
    expect([this.#last(), wrong, paths.sort(), countsIn(status), name, users]).toEqual([
      this.#last(),
      [],
      foundWithoutTests(view, query).sort(),
      countsIn(await freshStatus(root, fresh)),
      name,
      name === null ? [] : await freshCallers(root, fresh, name),
    ]);
  }

  /** Work trees whose indexes lie in the same knowledge base have their own answers. */
  #lookAtOthers(): void {
    const { linked, other } = this.#trees;
    for (const [tree, own] of [
      [linked, "parseOnlyInLinked"],
      [other, "parseOnlyInOther"],
    ] as const) {
      // Without .git of the main tree a linked one has none.
      if (tree === linked && !existsSync(join(this.#trees.root, ".git"))) continue;
      const { stdout, stderr } = this.#helix(tree, ["code", "parse the token", "--detail", "bodies"]);
      const wrong = wrongCitations(tree, stdout.trimEnd());
      this.figures.wrong += wrong.length;
      const marks = [...new Set(stdout.match(/parseOnly\w+/g))];
      expect([this.#last(), wrong, stderr, marks]).toEqual([this.#last(), [], "", [own]]);
    }
  }

  /** All end. The next to build leaves what the manifests name, and nothing else. */
  async #lookAtTheRest(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.end()));
    await Promise.all([...this.#commands].map((child) => new Promise((resolve) => child.once("close", resolve))));
    const { root } = this.#trees;
    writeFileSync(join(root, `round${this.figures.steps}.ts`), `export const round = ${this.figures.steps};\n`);
    for (const tree of Object.values(this.#trees)) {
      const { status, stderr } = this.#helix(this.#home, ["code", "index", tree]);
      expect([tree, stderr, status === 0 || status === 1]).toEqual([tree, "", true]);
    }
    const left = leftovers(join(this.#directory, "code"));
    this.figures.leftovers += left.length;
    expect([this.#last(), left]).toEqual([this.#last(), []]);
  }

  #helix(cwd: string, words: readonly string[]) {
    return runHelix(words, { cwd, base: this.#directory, environment: { HOME: this.#home } });
  }

  #last(): string[] {
    return this.#steps.slice(-8);
  }
}

function goneOnly(error: unknown): void {
  if (!(error instanceof Gone)) throw error;
}

/** What lies in the folder of all indexes and belongs to none. */
function leftovers(code: string): string[] {
  return readdirSync(code).flatMap((name) => {
    if (!/^[0-9a-f]{16}$/.test(name)) return [name];
    const manifest = readFileSync(join(code, name, "manifest.json"), "utf8");
    return readdirSync(join(code, name))
      .filter((file) => !["manifest.json", ".lock", PARSING_LOCK, BRIEF_MAP_NAME].includes(file))
      .filter((file) => !manifest.includes(`"${file.replace(/\.(?:files|chunks|commits|parsed)$/, "")}"`))
      .map((file) => `${name}/${file}`);
  });
}

/** The lines of a status that count what is known. */
function countsIn(status: string): string[] {
  return status.split("\n").filter((line) => /^(?:files|languages|commits|listed, not read): /.test(line));
}

/** What the features need to answer from an index that was made anew. */
function freshPorts(root: string, source: ReturnType<typeof codeService>): CodePorts {
  const tree = { root, source, stored: () => ({ bytes: 0, savedAt: null }), rebuild: async () => undefined };
  const code = { open: () => tree, openAlone: () => tree, kept: () => null, forget: async () => null };
  return { code, directory: root, project: null, base: { clock: () => 0 } };
}

async function freshStatus(root: string, source: ReturnType<typeof codeService>): Promise<string> {
  const answer = await statusAnswer(freshPorts(root, source), {});
  return answer.text({} as never) as string;
}

/** The places that use a symbol: `path:line`, in order. */
async function freshCallers(root: string, source: ReturnType<typeof codeService>, symbol: string): Promise<string[]> {
  const answer = await callersAnswer(freshPorts(root, source), { symbol });
  return (answer.data() as CodeCallersData).places.map(({ path, line }) => `${path}:${line}`).sort();
}

/** The places that an answer about callers lists. */
function placesIn(text: string): string[] {
  return [...text.matchAll(/^ {2}(\S.*?:\d+) {2}/gm)].map((match) => match[1]!).sort();
}

test("an index that many keep and any may be killed over answers as one made anew", {
  timeout: timeLimit,
}, async () => {
  const campaign = new Campaign();
  onTestFinished(() => campaign.endAll());
  await campaign.run(timeOver());
  expect(campaign.figures.answers).toBeGreaterThan(0);
  sayFigures("code", campaign.figures);
});
