// The file that a caller names. It is read as it is now, whether the index has it or not: also one that git ignores, or
// that a machine made. The files that were asked for last are kept as parsed.

import { readText } from "../../code/files/read-text.ts";
import { linesOf } from "../../code/index/code-document.ts";
import { type Language, languageOfText } from "../../code/languages.ts";
import { scanLines } from "../../code/light-scanner.ts";
import { decodeParsed } from "../../code/parse/parsed-codec.ts";
import type { ParsedFile } from "../../code/parse/parsed-file.ts";
import type { ReadCode } from "../../code/references/uses.ts";
import { parserOf } from "../../code/store/parse-files.ts";
import { contentHash } from "../../code/store/read-file.ts";
import { diskSourceFiles } from "../../platform/source-files.ts";
import type { LeftOut } from "./notes.ts";
import type { TraceRequest } from "./request.ts";
import { treeFolder, treePath } from "./target.ts";

/** A file of code, by its path as it is shown. */
export interface CodeText extends ReadCode {
  readonly path: string;
  /** How many lines it has. */
  readonly lines: number;
}

/** So many files are kept, and so much text of them in code units. */
const KEPT_MAX = 100;
const KEPT_TEXT_MAX = 4_000_000;

/** By the language and the text itself. */
const kept = new Map<string, CodeText>();

/** Reads the target, a file. Tells why there is no text; null where it is of no known language. */
export async function readAsked(request: TraceRequest): Promise<CodeText | { readonly failed: LeftOut } | null> {
  const { root, path } = request.target;
  const outcome = readText(root, { path }, diskSourceFiles, true);
  if ("failed" in outcome) return { failed: outcome.failed === "missing" ? "unreadable" : outcome.failed };
  const { text } = outcome;
  const language = languageOfText(path, text);
  if (language === null) return null;
  const key = `${language} ${text}`;
  let file = kept.get(key);
  kept.delete(key);
  if (file === undefined) {
    const stored = await storedParse(request, text);
    const parsed = stored === undefined ? await parse(text, language) : stored;
    const lines = linesOf(text).length;
    const symbols = parsed?.symbols ?? scanLines(text, language, lines).symbols;
    file = { path, text, language, lines: Math.max(lines, 1), parsed, symbols };
  }
  keep(key, file);
  return { ...file, path };
}

function keep(key: string, file: CodeText): void {
  kept.set(key, file);
  let length = 0;
  for (const { text } of kept.values()) length += text.length;
  for (const [each, { text }] of kept) {
    if (kept.size <= KEPT_MAX && length <= KEPT_TEXT_MAX) break;
    kept.delete(each);
    length -= text.length;
  }
}

/** What the parser said of the text before, if that is soon looked up in an index; undefined: it is not known. */
async function storedParse({ target, ports: { code } }: TraceRequest, text: string) {
  const folder = treeFolder(target);
  if (code.kept(folder) === null) return undefined;
  const view = await code.open(folder, true).source.glance();
  const path = view === null ? null : treePath(target, view.tree.root);
  if (view === null || path === null || view.live.stamp(path)?.content !== contentHash(text)) return undefined;
  const bytes = view.parsed.get(path);
  return bytes === null ? undefined : decodeParsed(bytes, text)?.parsed;
}

function parse(text: string, language: Language): Promise<ParsedFile | null> {
  return parserOf(language).then(
    (parser) => parser.parseFile(text, language),
    () => null,
  );
}
