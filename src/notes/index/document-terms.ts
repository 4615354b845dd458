// The terms that an entry is found by: those of its text, topic, tags and source. The first line of content is a field
// of its own.

import { bodyOf } from "../../engine/log/record-body.ts";
import type { Analyze, AnalyzedEntry } from "../../engine/segment/document.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import { parseEntryText } from "../text/entry-text.ts";
import { keyOf } from "../text/note-id.ts";
import { aliasTerm } from "./alias-terms.ts";
import { linkTerm } from "./link-terms.ts";
import { projectTerms } from "./project-terms.ts";
import { sourceTerms } from "./source-terms.ts";

/** Splits a stored entry into what is indexed. */
export function analyzeEntry({ topic, stored, record }: Parameters<Analyze>[0]): AnalyzedEntry {
  const entry = parseEntryText(bodyOf(record));
  const { high, low } = keyOf(entry, topic, stored);
  const lineEnd = entry.text.indexOf("\n");
  const firstLineTerms = tokenize(lineEnd < 0 ? entry.text : entry.text.slice(0, lineEnd));
  const rest = lineEnd < 0 ? [] : tokenize(entry.text.slice(lineEnd + 1));
  const labels = tokenize(`${topic} ${entry.tags.join(" ")} ${entry.source ?? ""}`);
  return {
    facts: {
      keyHigh: high,
      keyLow: low,
      length: firstLineTerms.length + rest.length + labels.length,
      firstLineLength: firstLineTerms.length,
      confidence: entry.confidence,
      tags: entry.tags,
      source: entry.source,
      projects: entry.projects,
    },
    firstLineTerms,
    // Terms of links, sources and projects are looked up, not searched for: they do not count as length.
    otherTerms: [
      rest,
      labels,
      entry.links.map(linkTerm),
      sourceTerms(entry.source),
      projectTerms(entry.projects),
      entry.aliases.map(aliasTerm),
    ],
  };
}

/** The indexed data of an entry of which only place and time matter: no terms. */
export function analyzeNothing(): AnalyzedEntry {
  return NOTHING;
}

const NOTHING: AnalyzedEntry = {
  facts: { keyHigh: 0, keyLow: 0, length: 0, firstLineLength: 0, confidence: 0, tags: [], source: null, projects: [] },
  firstLineTerms: [],
  otherTerms: [],
};
