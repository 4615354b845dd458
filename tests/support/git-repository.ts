// Small git repositories for tests, untouched by the configuration of whoever runs them.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

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

/** Makes an empty repository at `folder`, with a remote named origin if one is given. */
export function makeRepository(folder: string, origin?: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "-q");
  if (origin !== undefined) git(folder, "remote", "add", "origin", origin);
  return folder;
}
