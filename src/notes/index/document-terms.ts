// The terms that an entry is found by: those of its text, topic, tags and source. The first line of content is a field
// of its own.

import { bodyOf } from "../../engine/log/record-body.ts";
import type { AnalyzedEntry, NewEntry } from "../../engine/segment/document.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import { parseEntryText } from "../text/entry-text.ts";
import { linkTerm } from "./link-terms.ts";
import { projectTerms } from "./project-terms.ts";
import { sourceTerms } from "./source-terms.ts";

/** Splits a stored entry into what is indexed. */
export function analyzeEntry(topic: string, record: NewEntry["record"]): AnalyzedEntry {
  const entry = parseEntryText(bodyOf(record));
  const lineEnd = entry.text.indexOf("\n");
  const firstLineTerms = tokenize(lineEnd < 0 ? entry.text : entry.text.slice(0, lineEnd));
  const rest = lineEnd < 0 ? [] : tokenize(entry.text.slice(lineEnd + 1));
  const labels = tokenize(`${topic} ${entry.tags.join(" ")} ${entry.source ?? ""}`);
  return {
    facts: {
      length: firstLineTerms.length + rest.length + labels.length,
      firstLineLength: firstLineTerms.length,
      confidence: entry.confidence,
      tags: entry.tags,
      source: entry.source,
      projects: entry.projects,
    },
    firstLineTerms,
    // Terms of links, sources and projects are looked up, not searched for, so they do not count as length.
    otherTerms: [rest, labels, entry.links.map(linkTerm), sourceTerms(entry.source), projectTerms(entry.projects)],
  };
}

/** The indexed data of an entry of which only place and time matter: no terms. */
export function analyzeNothing(): AnalyzedEntry {
  return NOTHING;
}

const NOTHING: AnalyzedEntry = {
  facts: { length: 0, firstLineLength: 0, confidence: 0, tags: [], source: null, projects: [] },
  firstLineTerms: [],
  otherTerms: [],
};
