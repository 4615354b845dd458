// The terms that an entry is found by: those of its text, topic, tags and source. The first line of content is a field
// of its own.

import { bodyOf } from "../../engine/log/record-body.ts";
import { searchedTerms } from "../../engine/text/marked-words.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import { parseEntryText } from "../text/entry-text.ts";
import { keyOf } from "../text/note-id.ts";
import { aliasTerm } from "./alias-terms.ts";
import { linkTerm } from "./link-terms.ts";
import { KEY_SEPARATOR } from "./note-columns.ts";
import type { AnalyzedNote, LoggedNote } from "./note-index.ts";
import { CONFIDENCE_SCALE } from "./note-schema.ts";
import { projectTerms } from "./project-terms.ts";
import { sourceTerms } from "./source-terms.ts";

/** Splits a stored entry into what is indexed. */
export function analyzeEntry({ topic, stored, record }: LoggedNote): AnalyzedNote {
  const entry = parseEntryText(bodyOf(record));
  const { high, low } = keyOf(entry, topic, stored);
  const lineEnd = entry.text.indexOf("\n");
  const first = searchedTerms(lineEnd < 0 ? entry.text : entry.text.slice(0, lineEnd));
  const rest = searchedTerms(lineEnd < 0 ? "" : entry.text.slice(lineEnd + 1));
  const labels = searchedTerms(`${topic} ${entry.tags.join(" ")}`);
  const source = tokenize(entry.source ?? "");
  return {
    values: {
      stored,
      topic,
      confidence: Math.round(entry.confidence * CONFIDENCE_SCALE),
      tags: entry.tags,
      source: entry.source,
      project: entry.projects.length === 0 ? null : entry.projects.join(KEY_SEPARATOR),
      keyHigh: high,
      keyLow: low,
    },
    length: first.words.length + rest.words.length + labels.words.length + source.length,
    leadingLength: first.words.length,
    // Marked words stand beside the others, and terms of links, sources and projects are looked up, not searched for:
    // they do not count as length.
    leadingTerms: first.words.concat(first.marked),
    otherTerms: [
      rest.words,
      rest.marked,
      labels.words,
      labels.marked,
      source,
      entry.links.map(linkTerm),
      sourceTerms(entry.source),
      projectTerms(entry.projects),
      entry.aliases.map(aliasTerm),
    ],
  };
}

/** The indexed data of an entry of which only place and time matter: no terms. */
export function analyzeNothing({ topic, stored }: LoggedNote): AnalyzedNote {
  return {
    values: { stored, topic, confidence: 0, tags: [], source: null, project: null, keyHigh: 0, keyLow: 0 },
    length: 0,
    leadingLength: 0,
    leadingTerms: [],
    otherTerms: [],
  };
}
