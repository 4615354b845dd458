// Which terms an entry is found by: its text, and with it its topic, tags and source, so that a search for any of them finds
// it. The first line of content is counted apart, as a field of its own.

import { parseEntryText } from "../text/entry-text.ts";
import { snippetLines } from "../text/snippet.ts";
import { tokenize } from "../text/tokenizer.ts";
import type { IndexedDocument } from "./document.ts";

/** How often a term occurs in an entry, and in its first line. */
export interface TermCount {
  total: number;
  firstLine: number;
}

export interface AnalyzedEntry {
  readonly document: Omit<IndexedDocument, "offset" | "size" | "place" | "stored" | "topic">;
  readonly terms: ReadonlyMap<string, TermCount>;
}

/** Splits a stored body into what is indexed. */
export function analyzeEntry(topic: string, body: string): AnalyzedEntry {
  const entry = parseEntryText(body);
  const lineEnd = entry.text.indexOf("\n");
  const firstLine = tokenize(lineEnd < 0 ? entry.text : entry.text.slice(0, lineEnd));
  const rest = lineEnd < 0 ? [] : tokenize(entry.text.slice(lineEnd + 1));
  const labels = tokenize(`${topic} ${entry.tags.join(" ")} ${entry.source ?? ""}`);
  const terms = new Map<string, TermCount>();
  const count = (list: readonly string[], inFirstLine: number) => {
    for (const term of list) {
      const known = terms.get(term);
      if (known === undefined) {
        terms.set(term, { total: 1, firstLine: inFirstLine });
      } else {
        known.total++;
        known.firstLine += inFirstLine;
      }
    }
  };
  count(firstLine, 1);
  count(rest, 0);
  count(labels, 0);
  return {
    document: {
      length: firstLine.length + rest.length + labels.length,
      firstLineLength: firstLine.length,
      confidence: entry.confidence,
      tags: entry.tags,
      source: entry.source,
      projects: entry.projects,
      snippet: snippetLines(entry.text),
    },
    terms,
  };
}
