// Which files a change concerns, and which tests can notice it: `npm test -- --changed`, `npm run mutations -- --changed`.
//
// A test can notice a change of what it imports. Tests that go through the program's own dispatch import all of it; of
// these the ones are taken whose names begin with the subject of the change: golden/search-*.test.ts for
// src/features/search/, clients/ and hook-*.test.ts for src/hooks/.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./prepare.mjs";
import { capture } from "./process.mjs";

/** Helpers of tests behind which the whole program stands: what imports them does not say what a test is about. */
const DISPATCH = [
  "served.ts",
  "command-line.ts",
  "command-host.ts",
  "raw-server.ts",
  "hook-process.ts",
  "helix-binary.ts",
];

/** Words in names of tests, by the folder below src/ whose changes they notice; the folder's own name is one anyway. */
const SUBJECTS = {
  "clients/": ["cli-hooks", "cli-doctor", "cli-plugin"],
  "code/": ["code", "trace", "used-code"],
  "config/": ["cli-config", "hook-settings", "project-settings"],
  "engine/": ["search", "store"],
  "events/": ["judgements", "learn", "hook", "cli-gain"],
  "exchange/": ["import", "cli-forget"],
  "filters/": ["filters", "output", "built-in-shortening", "run"],
  "hooks/": ["hook", "ambient"],
  "models/": ["embeddings", "code-ask"],
  "notes/": ["store", "search", "read", "edit", "brief"],
  "plan/": ["plan", "guard"],
  "platform/": ["processes", "serve-disk", "run"],
  "surfaces/hooks/": ["hook", "guard"],
  "surfaces/mcp/": ["mcp", "serve", "conformance"],
  "surfaces/run/": ["run"],
};

/**
 * The files, relative to the root, that differ from `since`, those included that git does not know yet. Without `since`:
 * from where the branch left its upstream; where there is none, from the commit before the last one.
 */
export async function changedFiles(since) {
  const git = async (...words) => {
    const { code, output, errors } = await capture("git", words, { cwd: root });
    if (code !== 0) throw new Error(`git ${words[0]}: ${errors.trim()}`);
    return output.trim();
  };
  const from = since ?? (await mergeBase(git));
  const names = [
    await git("diff", "--name-only", "-z", from),
    await git("ls-files", "--others", "--exclude-standard", "-z"),
  ];
  return names.flatMap((each) => each.split("\0")).filter((each) => each !== "");
}

async function mergeBase(git) {
  const isClean = (await git("status", "--porcelain")) === "";
  const base = await git("merge-base", "HEAD", "@{upstream}").catch(() => null);
  if (base !== null && base !== (await git("rev-parse", "HEAD"))) return base;
  // Of a copy without history only what is not committed is known.
  return isClean ? git("rev-parse", "--verify", "HEAD~1").catch(() => "HEAD") : "HEAD";
}

/** The tests that can notice a change of these files, in the order of their paths; null for all of them. */
export function testsOf(changed) {
  if (changed.some((path) => /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tsconfig\.json)$/.test(path))) return null;
  const folders = ["bench", "quality", "scripts", "src", "tests"];
  const importers = importersOf(folders.flatMap(filesBelow));
  const dispatch = DISPATCH.map((name) => `tests/support/${name}`);
  // A change of a helper concerns all who use it; a change behind the dispatch does not.
  const ends = (path) => dispatch.includes(path) && !changed.includes(path);
  const reached = withImporters(changed, importers, ends);
  const dispatching = withImporters(dispatch, importers);
  const subjects = subjectsOf(changed);
  const hasDocs = changed.some((path) => path.endsWith(".md"));
  return filesBelow("tests").filter((test) => {
    if (!test.endsWith(".test.ts")) return false;
    if (test === "tests/tidy.test.ts" || (hasDocs && test.startsWith("tests/docs/"))) return true;
    const name = test.slice(test.lastIndexOf("/") + 1);
    return reached.has(test) || (dispatching.has(test) && subjects.some((each) => isAbout(name, each)));
  });
}

function isAbout(name, subject) {
  return name === `${subject}.test.ts` || name.startsWith(`${subject}-`);
}

/** The words with which tests of what was changed begin. */
function subjectsOf(changed) {
  const found = new Set();
  for (const path of changed) {
    const below = /^src\/(.*)$/.exec(path)?.[1];
    if (below === undefined) continue;
    const feature = /^features\/([^/]+)\//.exec(below)?.[1];
    const command = /^surfaces\/cli\/(.*)-commands?\.ts$/.exec(below)?.[1];
    if (feature !== undefined) found.add(feature).add(`cli-${feature}`);
    else if (command !== undefined) found.add(`cli-${command}`);
    else if (below.startsWith("surfaces/cli/")) found.add("cli");
    for (const [folder, words] of Object.entries(SUBJECTS)) {
      if (below.startsWith(folder)) for (const word of words) found.add(word);
    }
  }
  return [...found];
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("/fixtures"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** Who imports each file, as the texts of sources, tests and scripts say. */
function importersOf(files) {
  const importers = new Map();
  for (const path of files.filter((each) => /\.(?:ts|mjs)$/.test(each))) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const imported = relative(root, join(root, dirname(path), name));
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  return importers;
}

/** The files themselves, and all that import them, directly or not. `ends`: whether those that import a file are left out. */
function withImporters(files, importers, ends = () => false) {
  const found = new Set(files);
  for (const path of found) {
    if (ends(path)) continue;
    for (const each of importers.get(path) ?? []) found.add(each);
  }
  return found;
}
