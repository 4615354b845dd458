// What `npm start` shows at its end: the demonstration on the history of this very checkout finds real commits. Without
// a history (an export of the sources) it works on notes of its own, which is tested too.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skipLoudly } from "../support/confined.ts";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
/** With fewer commits the demonstration adds notes of its own. */
const HISTORY_MIN = 20;

/** Runs the demonstration of the checkout at `root`, with a folder of its own for what is temporary. */
function demonstrate(root: string, temporary: string, home: string) {
  const script = join(root, "scripts", "demo.ts");
  return spawnSync(process.execPath, [script], {
    cwd: temporary,
    encoding: "utf8",
    env: { ...process.env, TMPDIR: temporary, HOME: home, COLUMNS: "160" },
  });
}

function expectDemonstration(output: string): void {
  expect(output).toMatch(/^ {2}initialize: helix \d+\.\d+\.\d+ {2}\(\d+\.\d ms\)$/m);
  expect(output).toMatch(
    /^ {2}batch \d+ entr(y|ies) {2}\(\d+\.\d ms\)\n {4}\d+ entr(y|ies) stored across \d+ topics?$/m,
  );
  expect(output.match(/^ {2}search ".*" .*\(\d+\.\d ms\)$/gm)).toHaveLength(3);
  expect(output.match(/^ {4}\d+ match\(es\)/gm)).toHaveLength(3);
  expect(output).not.toMatch(/^ {4}0 match\(es\)/m);
  expect(output).toMatch(/^ {2}read \S+ {2}\(\d+\.\d ms\)$/m);
  expect(output).toMatch(/\neach search found what was stored\n$/);
}

test("on the history of this checkout: it finds commits that are there", ({ skip }) => {
  const log = spawnSync("git", ["-C", repositoryRoot, "log", "--format=%s", "--no-merges"], { encoding: "utf8" });
  const history = log.stdout.split("\n").filter((subject) => subject !== "");
  if (!existsSync(join(repositoryRoot, ".git")) || log.status !== 0 || history.length < HISTORY_MIN) {
    skipLoudly("this checkout has no history that git can read, or hardly any (a shallow clone)");
    skip();
  }
  helixBinary();
  const temporary = folder();
  const { status, stdout, stderr } = demonstrate(repositoryRoot, temporary, folder());
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expectDemonstration(stdout);
  expect(stdout).toMatch(/^what is stored: \d+ commits? of this repository/m);
  expect(history.filter((subject) => stdout.includes(subject)).length).toBeGreaterThan(2);
  expect(readdirSync(temporary)).toEqual([]);
});

test("without a history: it works on notes of its own", () => {
  const [root, temporary] = [join(folder(), "export"), folder()];
  mkdirSync(join(root, "dist"), { recursive: true });
  cpSync(join(repositoryRoot, "scripts"), join(root, "scripts"), { recursive: true });
  symlinkSync(helixBinary(), join(root, "dist", "helix"));
  symlinkSync(join(repositoryRoot, "node_modules"), join(root, "node_modules"));
  const { status, stdout, stderr } = demonstrate(root, temporary, folder());
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expectDemonstration(stdout);
  expect(stdout).toMatch(/^what is stored: .*built-in notes/m);
  expect(readdirSync(temporary)).toEqual([]);
});
