// Where a project is entered: what its manifests name, found in the tree, and what a Makefile or a Dockerfile tells.
// Texts are hostile data: they are bounded, nothing in them is run, and what is broken says nothing.

import { type FileRules, fileRules } from "../imports/ecmascript-files.ts";
import { sourcesOf } from "../imports/ecmascript-packages.ts";
import type { ImportResolver } from "../imports/import-resolver.ts";
import { folderOf, type ImportTree, joinPath, TreeNames } from "../imports/tree-names.ts";
import { isManifest, type ManifestEntry, readManifest } from "../manifests.ts";

/** A way into the project. */
export interface Start {
  /** In a few words: `bin helix`, `script flask`, `main`. */
  readonly how: string;
  /** What it leads to, as the manifest says; null where it does not say. */
  readonly target: string | null;
  /** The file of the tree that is meant; null where none was found. */
  readonly path: string | null;
  /** The manifest that says so. */
  readonly from: string;
}

/** Commands for those who work on the project, as one file names them. */
export interface Commands {
  readonly from: string;
  /** The first of them. */
  readonly names: readonly string[];
  /** How many there are. */
  readonly total: number;
}

export interface ProjectStarts {
  readonly starts: readonly Start[];
  readonly commands: readonly Commands[];
  /** What the project is in its own words, and the file that says so. */
  readonly about: { readonly text: string; readonly from: string } | null;
}

/** At most so many files are read, those near the top first; longer ones say nothing. */
const FILES_MAX = 40;
const LENGTH_MAX = 500_000;
const COMMANDS_MAX = 60;
const TARGET = /^([A-Za-z][\w.-]*)(?:[ \t]+[\w.-]+){0,5}[ \t]*:(?![=:])/gm;
const RUN = /^[ \t]*(ENTRYPOINT|CMD)[ \t]+([^\n]{1,4096})/gim;
const MAKEFILE = /(?:^|\/)(?:GNU)?[Mm]akefile$/;
const DOCKERFILE = /(?:^|\/)(?:Dockerfile|Containerfile)$/;
const README = /(?:^|\/)readme(?:\.(?:md|markdown|rst|txt))?$/i;
const README_START = 6000;
const SAYS_WHAT = /^.{0,50}?\b(?:is|are|provides|lets|helps|makes|allows|offers|implements)\b/;
const SAYS_ELSE =
  /^(?:This (?:README|document|file|page|section)|Please|We|Our|You|Here|These|If|See|For|To|Note|Thanks|It|There)\b/i;

/** Whether a file may say where the project is entered, or what it is. */
export function tellsOfStarts(path: string): boolean {
  return isManifest(path) || MAKEFILE.test(path) || DOCKERFILE.test(path) || isReadme(path);
}

/** Whether a file says to newcomers what its folder is. */
export function isReadme(path: string): boolean {
  return README.test(path);
}

/** What the files of a folder say. `paths` are those for which `tellsOfStarts` holds. */
export function projectStarts(
  tree: ImportTree,
  resolver: ImportResolver,
  folder: string,
  paths: readonly string[],
): ProjectStarts {
  const files = fileRules(new TreeNames(tree));
  const depth = (path: string) => path.split("/").length;
  const top = folder === "" ? 1 : depth(folder) + 1;
  const ordered = paths.toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1)).slice(0, FILES_MAX);
  const starts: Start[] = [];
  const commands: Commands[] = [];
  let [about, readme]: [ProjectStarts["about"], ProjectStarts["about"]] = [null, null];
  for (const path of ordered) {
    const text = tree.read(path) ?? "";
    if (text.length > LENGTH_MAX) continue;
    const isTop = depth(path) === top;
    if (isManifest(path)) {
      const facts = readManifest(path, text);
      if (facts === null) continue;
      for (const entry of facts.entries) {
        const isMain = facts.name !== null && (entry.how === "main" || entry.how === `export ${facts.name}`);
        const how = isMain ? `package ${facts.name}` : entry.how;
        const start = isMain ? packageStart(resolver, folderOf(path), facts.name!) : null;
        const found = start ?? fileOf(tree, files, resolver, path, entry);
        // Where a library would be is only supposed.
        if (found !== null || !(path.endsWith(".toml") && /^(?:crate|package) /.test(how)))
          starts.push({ how, target: entry.target, path: found, from: path });
      }
      if (isTop && facts.scripts.length > 0) commands.push(commandsOf(path, facts.scripts));
      if (isTop && facts.about !== null && facts.about !== facts.name) about ??= { text: facts.about, from: path };
    } else if (MAKEFILE.test(path)) {
      const names = [...new Set([...text.matchAll(TARGET)].map(([, name]) => name!))];
      if (isTop && names.length > 0) commands.push(commandsOf(path, names));
    } else if (DOCKERFILE.test(path)) {
      const [, how, target] = [...text.matchAll(RUN)].at(-1) ?? [];
      if (how !== undefined) starts.push({ how: how.toUpperCase(), target: target!.trim(), path: null, from: path });
    } else if (isTop) readme ??= sentenceOf(text, path);
  }
  return { starts: starts.filter(isNew()), commands, about: about ?? readme };
}

function commandsOf(from: string, names: readonly string[]): Commands {
  return { from, names: names.slice(0, COMMANDS_MAX), total: names.length };
}

/** A filter that takes the first of those that lead to one file in one way. */
function isNew(): (start: Start) => boolean {
  const seen = new Set<string>();
  return ({ how, target, path, from }) => {
    const key = path === null ? `${from}\0${how}\0${target}` : path;
    return seen.size < seen.add(key).size;
  };
}

/** The file that others get who import a package of the tree by its name. */
function packageStart(resolver: ImportResolver, folder: string, name: string): string | null {
  return resolver.resolve("typescript", beside(folder, "x.ts"), name)[0] ?? null;
}

function beside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The file that an entry means: a path, a source of what is built there, or the module in `module:function`. */
function fileOf(
  tree: ImportTree,
  files: FileRules,
  resolver: ImportResolver,
  from: string,
  { how, target }: ManifestEntry,
): string | null {
  const folder = folderOf(from);
  if (target === null) {
    const name = how.slice(how.indexOf(" ") + 1);
    const paths = [`src/bin/${name}.rs`, `src/bin/${name}/main.rs`, "src/main.rs"].map((each) =>
      joinPath(folder, each),
    );
    return paths.find((path) => path !== null && tree.has(path)) ?? null;
  }
  if (from.endsWith(".toml") && !/[/\\]/.test(target)) {
    return resolver.resolve("python", beside(folder, "x.py"), target.split(":", 1)[0]!)[0] ?? null;
  }
  if (how === "npm start" || target.includes("*")) return null;
  for (const path of sourcesOf(folder, target)) {
    const found = files.at(path, "x.js")[0];
    if (found !== undefined) return found;
  }
  return null;
}

/** The sentence of a readme that says what the project is: the first of a paragraph, with a verb that says so. */
function sentenceOf(text: string, from: string): ProjectStarts["about"] {
  const paragraphs = text
    .slice(0, README_START)
    .replaceAll("\r", "")
    .split(/\n[ \t]*\n/);
  for (const paragraph of paragraphs) {
    const line = paragraph.replace(/\s+/g, " ").trim();
    if (!/^[\p{L}*_`"[]/u.test(line)) continue;
    const plain = line.replace(/\[([^\]]{1,200})\]\([^)]{0,500}\)/g, "$1").replace(/[*`]|__/g, "");
    const sentence = /^.{20,300}?[.!?](?= |$)/.exec(plain)?.[0] ?? "";
    if (SAYS_WHAT.test(sentence) && !SAYS_ELSE.test(sentence)) return { text: sentence, from };
  }
  return null;
}
