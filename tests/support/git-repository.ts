// Small git repositories for tests, untouched by the configuration of whoever runs them.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Runs git in `folder`. Throws an Error with what git said. */
export function git(folder: string, ...words: string[]): void {
  run(folder, words, {});
}

/** The same, and what is committed was so at `time`, as ISO 8601 has it. */
export function gitAt(time: string, folder: string, ...words: string[]): void {
  run(folder, words, { GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time });
}

function run(folder: string, words: readonly string[], more: Readonly<Record<string, string>>): void {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Somebody",
    GIT_AUTHOR_EMAIL: "somebody@example.org",
    GIT_COMMITTER_NAME: "Somebody",
    GIT_COMMITTER_EMAIL: "somebody@example.org",
    ...more,
  };
  const { status, stderr } = spawnSync("git", [...words], { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
}

const CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n";

/**
 * Makes an empty repository at `folder`, with a remote named origin if one is given: what `git init` and
 * `git remote add` would write, without starting a program.
 */
export function makeRepository(folder: string, origin?: string): string {
  const own = join(folder, ".git");
  for (const name of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"])
    mkdirSync(join(own, name), { recursive: true });
  if (existsSync(join(own, "HEAD"))) throw new Error(`there is a repository at ${folder}`);
  writeFileSync(join(own, "info", "exclude"), "# patterns of this repository alone\n");
  writeFileSync(join(own, "HEAD"), "ref: refs/heads/master\n");
  const remote = `[remote "origin"]\n\turl = ${origin}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
  writeFileSync(join(own, "config"), `${CONFIG}${origin === undefined ? "" : remote}`);
  return folder;
}
