// A small project with a plan of three tasks for sessions of the real client, and the words in which an assistant calls
// helix's tools for plans.

import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { git } from "../git-repository.ts";
import type { ScriptedTurn } from "./scripted-model.ts";
import type { Stage } from "./stage.ts";
import { resultsIn, type ToolResult } from "./tool-results.ts";
import { type Turn, use } from "./turn.ts";

/** What the file holds that everybody wants to write and nobody may. */
export const README = "# engine\n";

export interface PlanProject {
  readonly readme: string;
  /** A link within the first task's delta to the file. */
  readonly link: string;
  readonly alpha: string;
  readonly beta: string;
  readonly gamma: string;
}

/** Writes the project's files and commits them. */
export function makePlanProject(stage: Stage): PlanProject {
  const readme = stage.put("README.md", README);
  stage.put("src/alpha/index.ts", "export const alpha = 1;\n");
  stage.put("check.sh", "grep -q ready src/beta.ts || exit 3\n");
  const beta = stage.put("src/beta.ts", "export const beta = 1;\n");
  const gamma = stage.put("src/gamma.ts", "export const gamma = 1;\n");
  const link = join(stage.project, "src/alpha/notes.md");
  symlinkSync("../../README.md", link);
  git(stage.project, "add", ".");
  git(stage.project, "commit", "-qm", "a project");
  return { readme, link, alpha: join(stage.project, "src/alpha/index.ts"), beta, gamma };
}

/** A task as an assistant gives it. */
export function task(seq: string, slug: string, delta: string, depends = "none", verify = "") {
  return {
    seq,
    slug,
    objective: `make ${slug} ready for retries inside a transaction`,
    delta,
    verify: verify === "" ? `grep -rq ready ${delta.replace(/\/$/, "")}` : verify,
    depends,
    budget: 9,
  };
}

/** Two tasks that may be done at once, and one that needs both. */
export const THREE_TASKS = {
  objective: "make the engine ready for retries inside a transaction",
  decision: "PROCEED",
  tasks: [
    task("001", "alpha", "src/alpha/"),
    task("002", "beta", "src/beta.ts", "none", "sh check.sh"),
    task("003", "gamma", "src/gamma.ts", "001,002"),
  ],
};

/** A call of the tool `plan`. */
export function plan(action: string, rest: object = {}) {
  return use("mcp__helix__plan", { action, ...rest });
}

export function save(document: object) {
  return plan("save", { data: document });
}

export function bash(command: string) {
  return use("Bash", { command, description: "a command" });
}

export function edit(file: string, from: string, to: string) {
  return use("Edit", { file_path: file, old_string: from, new_string: to });
}

/** A subagent in the background, or one that is waited for. */
export function agent(prompt: string, run_in_background: boolean) {
  const input = { description: "a builder", prompt, subagent_type: "general-purpose", run_in_background };
  return ["Agent", input] as const;
}

const hasPython = spawnSync("python3", ["-c", ""], { stdio: "ignore" }).status === 0;

/** A line for Bash in which a program's own code writes `text` into a file, which no reader of shell lines sees. */
export function codeThatWrites(file: string, text: string): string {
  const [path, content] = [JSON.stringify(file), JSON.stringify(text)];
  return hasPython
    ? `python3 -c 'open(${path}, "w").write(${content})'`
    : `node -e 'fs.writeFileSync(${path}, ${content})'`;
}

/** Something that a conversation of the script waits for and another one brings about. */
export class Meeting {
  readonly #held = Promise.withResolvers<void>();
  #missing: number;

  /** `count`: how many have to come. */
  constructor(count: number) {
    this.#missing = count;
  }

  /** The turn, said by one who has come. */
  come(turn: ScriptedTurn): ScriptedTurn {
    return (request) => {
      this.#missing--;
      if (this.#missing === 0) this.#held.resolve();
      return typeof turn === "function" ? turn(request) : turn;
    };
  }

  /** The turn, said as soon as all have come. */
  after(turn: ScriptedTurn): ScriptedTurn {
    return async (request) => {
      await this.#held.promise;
      return typeof turn === "function" ? turn(request) : turn;
    };
  }
}

/** The turn that depends on the results that the conversation got. */
export function onAnswers(next: (results: readonly ToolResult[]) => Turn): ScriptedTurn {
  return (request) => next(resultsIn(request));
}
