// Rules about the project's Markdown: links lead somewhere, and the pages that describe the tree agree with it.
//
// Left to others: reading files (source-tree.ts), code (file-rules.ts, import-rules.ts).

import { posix } from "node:path";
import { lineOf, type SourceFile } from "./source-tree.ts";

const README_LINES_MAX = 130;

/** The address that GitHub gives a heading: lowercase, spaces to dashes, other signs dropped. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[`*]/g, "")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

function blankFences(text: string): string {
  return text
    .replace(/^```[\s\S]*?^```/gm, (fence) => fence.replace(/[^\n]/g, " "))
    .replace(/`[^`\n]*`/g, (code) => " ".repeat(code.length));
}

function slugsOf(text: string): Set<string> {
  const headings = text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map((match) => slugOf(match[1]!)));
}

/** Relative links of Markdown files whose file or heading does not exist. */
export function linkProblems(files: SourceFile[]): string[] {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const exists = (path: string) =>
    texts.has(path) || [...texts.keys()].some((each) => each.startsWith(`${path.replace(/\/$/, "")}/`));
  const problems: string[] = [];
  for (const file of files.filter((each) => each.path.endsWith(".md"))) {
    const text = blankFences(file.text);
    for (const match of text.matchAll(/\]\(([^)\s]+)[^)]*\)|^\[[^\]]+\]: (\S+)/gm)) {
      const target = (match[1] ?? match[2])!;
      if (/^[a-z][a-z+.-]*:/i.test(target)) continue;
      const [path = "", anchor] = target.split("#");
      const resolved = path === "" ? file.path : posix.join(posix.dirname(file.path), path);
      const at = `${file.path}:${lineOf(text, match.index)}`;
      if (!exists(resolved)) problems.push(`${at}: ${target} does not exist`);
      else if (anchor !== undefined && !slugsOf(texts.get(resolved) ?? "").has(anchor)) {
        problems.push(`${at}: ${resolved} has no heading #${anchor}`);
      }
    }
  }
  return problems;
}

function textOf(files: SourceFile[], path: string): string {
  return files.find((file) => file.path === path)?.text ?? "";
}

/** Folders of src/ without a section in docs/ARCHITECTURE.md. A section names its folder in its heading. */
export function architectureProblems(files: SourceFile[]): string[] {
  const folders = files.map((file) => /^src\/([^/]+)\//.exec(file.path)?.[1]).filter((folder) => folder !== undefined);
  const headings = [...textOf(files, "docs/ARCHITECTURE.md").matchAll(/^#{2,3} .*$/gm)].map((match) => match[0]);
  return [...new Set(folders)]
    .filter((folder) => !headings.some((heading) => heading.includes(`src/${folder}`)))
    .map((folder) => `docs/ARCHITECTURE.md:1: no section for src/${folder}`);
}

/** Words that the glossary of docs/ARCHITECTURE.md refuses, where they stand in src/ or in the pages. */
export function glossaryProblems(files: SourceFile[]): string[] {
  const page = textOf(files, "docs/ARCHITECTURE.md");
  const glossary = /^\| word \| means \| not \|\n\|[-|]+\|\n((?:\|.*\|\n?)*)/m.exec(page)?.[1] ?? "";
  const refused = glossary
    .split("\n")
    .flatMap((row) => row.split("|")[3]?.split(",") ?? [])
    .map((word) => word.trim())
    .filter((word) => word !== "");
  const problems: string[] = [];
  for (const { path, text } of files) {
    if (!/^src\/|^docs\/|^README\.md$/.test(path)) continue;
    const looked = path === "docs/ARCHITECTURE.md" ? text.replace(glossary, "") : text;
    for (const word of refused) {
      const found = new RegExp(`\\b${word}(?:e?s)?\\b`, "i").exec(looked);
      if (found !== null) problems.push(`${path}:${lineOf(looked, found.index)}: "${word}" is no word of the glossary`);
    }
  }
  return problems;
}

/**
 * Dependencies of package.json that docs/DEPENDENCIES.md does not list in their version, and lines there about none.
 */
export function dependencyProblems(files: SourceFile[]): string[] {
  const manifest = JSON.parse(textOf(files, "package.json")) as Record<string, Record<string, string> | undefined>;
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
  const rows = [...textOf(files, "docs/DEPENDENCIES.md").matchAll(/^\| `([^`]+)` \| ([^ |]+) \|/gm)];
  const listed = new Map(rows.map(([, name, version]) => [name!, version!]));
  const problems = Object.entries(wanted)
    .filter(([name, version]) => listed.get(name) !== version)
    .map(
      ([name, version]) => `docs/DEPENDENCIES.md:1: ${name} ${version} is listed as ${listed.get(name) ?? "nothing"}`,
    );
  for (const name of listed.keys()) {
    if (wanted[name] === undefined) problems.push(`docs/DEPENDENCIES.md:1: ${name} is no dependency`);
  }
  return problems;
}

/** A README that is too long to be read. */
export function readmeProblems(files: SourceFile[]): string[] {
  const lines = textOf(files, "README.md").trimEnd().split("\n").length;
  return lines > README_LINES_MAX ? [`README.md:1: ${lines} lines, at most ${README_LINES_MAX}`] : [];
}
