// The checkout as the tidiness rules see it: every text file of the project, and code with comments and strings blanked
// out.
//
// Invariants
// - Blanked code has the length and the line breaks of the original, so that offsets and line numbers agree. Quotes
//   stay, what is between them becomes spaces; the expressions inside `${...}` stay code.
// - Built, installed and frozen things (dist/, node_modules/, tests/fixtures/) are not part of the tree.
//
// Left to others: the rules (file-rules.ts, import-rules.ts, document-rules.ts). A rule takes files and returns
// problems as "path:line: what is wrong", so that it can be tried on made-up files.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of the project; `path` is relative to the checkout, with forward slashes. */
export interface SourceFile {
  path: string;
  text: string;
}

const FOLDERS = [".ci", "bench", "docs", "quality", "scripts", "src", "tests"];
const ROOT_FILES = /^(?:.*\.(?:md|json|ts|toml)|\.npmrc|\.gitignore)$/;
const SKIPPED = new Set(["tests/fixtures", "bench/tmp", "node_modules", "dist"]);
const BINARY = /\.(?:bin|log|png|gz)$/;

function walk(root: string, folder: string, files: SourceFile[]): void {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (SKIPPED.has(path) || BINARY.test(path)) continue;
    if (entry.isDirectory()) {
      if (folder !== "" || FOLDERS.includes(entry.name)) walk(root, path, files);
    } else if (entry.isFile() && (folder !== "" || ROOT_FILES.test(entry.name))) {
      files.push({ path, text: readFileSync(join(root, path), "utf8") });
    }
  }
}

/** Reads the project's text files below `root`, ordered by path. */
export function readSourceTree(root: string): SourceFile[] {
  const files: SourceFile[] = [];
  walk(root, "", files);
  return files.sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** Reads the frozen text files below `root`. Of all rules only that on leaks holds for them. */
export function readFixtures(root: string): SourceFile[] {
  const files: SourceFile[] = [];
  walk(root, "tests/fixtures", files);
  return files;
}

/** Whether a file holds program text (TypeScript or plain JavaScript of the scripts). */
export function isCode(file: SourceFile): boolean {
  return /\.(?:ts|mjs)$/.test(file.path) && !file.path.endsWith(".d.ts");
}

/**
 * The folder below src/ that a path belongs to: "platform" for src/platform/file.ts, "main" for src/main.ts, "" outside
 * src/.
 */
export function layerOf(path: string): string {
  const [top, name] = path.split("/");
  return top === "src" ? name!.replace(/\.ts$/, "") : "";
}

/** The line number, from 1, of an offset. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let index = text.indexOf("\n"); index >= 0 && index < offset; index = text.indexOf("\n", index + 1)) line++;
  return line;
}

/** Whether a slash at `offset` starts a regular expression: it does unless a value ends just before it. */
function startsRegularExpression(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 80), offset).trimEnd();
  if (/\b(?:return|typeof|case|in|of)$/.test(before)) return true;
  return before === "" || !/[\w$)\]}"'`]$/.test(before);
}

function endOfRegularExpression(text: string, offset: number): number {
  let inClass = false;
  for (let index = offset + 1; index < text.length && text[index] !== "\n"; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === "[") inClass = true;
    else if (text[index] === "]") inClass = false;
    else if (text[index] === "/" && !inClass) return index;
  }
  return offset;
}

/** What was blanked before: many rules look at the same files. */
const blanked = new Map<string, string>();

/** The text with the contents of comments, strings and regular expressions replaced by spaces. */
export function blankNonCode(text: string): string {
  const known = blanked.get(text);
  if (known !== undefined) return known;
  const code = codeOf(text);
  blanked.set(text, code);
  return code;
}

/** What begins something that is no code, or ends it within a template literal. */
const SIGNS = /[/"'`{}]/g;

function codeOf(text: string): string {
  const out: string[] = [];
  let done = 0;
  // One number for each template literal that is open: how many braces are open inside its current `${`.
  const templates: number[] = [];
  const blank = (from: number, to: number) => {
    if (to <= from) return;
    out.push(text.slice(done, from), text.slice(from, to).replace(/[^\n]/g, " "));
    done = Math.min(to, text.length);
  };
  /** Blanks template text from `from` on and returns the offset after its end, or after the `${` that interrupts it. */
  const template = (from: number): number => {
    let index = from;
    while (index < text.length && text[index] !== "`") {
      if (text.startsWith("${", index)) {
        blank(from, index);
        templates.push(0);
        return index + 2;
      }
      index += text[index] === "\\" ? 2 : 1;
    }
    blank(from, index);
    return index + 1;
  };
  let index = 0;
  for (;;) {
    SIGNS.lastIndex = index;
    index = SIGNS.exec(text)?.index ?? text.length;
    if (index === text.length) break;
    const character = text[index];
    let end = index + 1;
    if (text.startsWith("//", index)) {
      end = text.indexOf("\n", index) < 0 ? text.length : text.indexOf("\n", index);
      blank(index, end);
    } else if (text.startsWith("/*", index)) {
      end = text.indexOf("*/", index + 2) < 0 ? text.length : text.indexOf("*/", index + 2) + 2;
      blank(index, end);
    } else if (character === '"' || character === "'") {
      while (end < text.length && text[end] !== character && text[end] !== "\n") end += text[end] === "\\" ? 2 : 1;
      blank(index + 1, end);
      end++;
    } else if (character === "`") {
      end = template(index + 1);
    } else if (character === "/" && startsRegularExpression(text, index)) {
      const close = endOfRegularExpression(text, index);
      blank(index + 1, close);
      end = close + 1;
    } else if (templates.length > 0 && character === "{") {
      templates[templates.length - 1]!++;
    } else if (templates.length > 0 && character === "}") {
      if (templates[templates.length - 1]! > 0) templates[templates.length - 1]!--;
      else {
        templates.pop();
        end = template(index + 1);
      }
    }
    index = end;
  }
  return out.join("") + text.slice(done);
}
