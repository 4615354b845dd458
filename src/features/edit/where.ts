// The filter of a deletion, in the query language of search. A deletion is stricter than a search: every word has to be
// there, and what search would pass over or take for a word by mistake is refused.

import { HelixError } from "../../base/errors.ts";
import { quote } from "../../engine/text/clean.ts";
import { resolveTopics } from "../../notes/scope/scope.ts";
import { archivedBy, errorsBy } from "../../notes/search/filter.ts";
import { type NoteQuery, parseQuery } from "../../notes/search/note-query.ts";
import { checkSpan, type DatedQuery, takeDates } from "../../notes/search/query-dates.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { normaliseTags } from "../../notes/text/tags.ts";

const EXAMPLE = 'e.g. where="tag:draft before:2026-01-31"';
const FIELDS = "tag:, topic:, source:, after: and before: with a day, and words";

/** A field without a value, and what people write for fields that there are not, or for days in other forms. */
const NO_FIELD =
  /(?:^|\s)((?:tags|topics|sources?|tag|topic|files?|projects?|since|until|after|before|dates?|days?|hours?|ids?|text|match|match_str|confidence|links?):\S*)/i;
const FIELD = /(?:^|\s)(?:tag|topic|source):(?:"[^"]*"|\S+)/gi;

/** What is deleted. */
export interface Where extends Pick<DatedQuery, "from" | "to"> {
  readonly query: NoteQuery;
  readonly tags: readonly string[];
}

/** Checks a filter; `now` in milliseconds since 1970. Throws INVALID_ARGUMENT for what holds nothing, or no clear meaning. */
export function parseWhere(where: string, now: number): Where {
  const { rest, from, to } = takeDates(where, now);
  checkSpan({ from, to });
  const query = parseQuery(rest);
  const tags = query.tags.map((tag) => normaliseTags(tag));
  const isBlank = [...tags.map((each) => each.join("")), ...query.topics, ...query.sources].includes("");
  const plain = rest.replace(FIELD, " ");
  const wrong = NO_FIELD.exec(plain)?.[1] ?? (isBlank ? where : null);
  if (wrong !== null) {
    const project = /^projects?:/i.test(wrong) ? "; the project is a parameter" : "";
    throw refusal(`where takes ${FIELDS}, and ${quote(wrong)} is none of these${project}`);
  }
  const words = plain.split(/\s+/).filter(Boolean);
  const unknown = words.find((word) => parseQuery(word).groups.length === 0);
  if (unknown !== undefined) throw refusal(`where has a word that nothing can be searched by, ${quote(unknown)}`);
  const isLimited = tags.length + query.topics.length + query.sources.length > 0 || from !== null || to !== null;
  if (!query.hasWords && !isLimited) throw refusal(`where is empty: it takes ${FIELDS}`);
  return { query, tags: tags.flat(), from, to };
}

/**
 * The live notes of all projects that the filter finds. Throws NOT_FOUND, with the nearest names, for a topic that does
 * not exist.
 */
export function notesWhere(view: KnowledgeView, { query, tags, from, to }: Where): number[] {
  const results = view.search({
    // Words that a search lets weigh little have to be there, too.
    query: { ...query, groups: [...query.groups, ...query.stopTerms], stopTerms: [] },
    filter: {
      tags,
      topics: resolveTopics(view, query.topics),
      sources: query.sources,
      from,
      to,
      project: null,
      // Nothing is deleted that a search for the same would not have shown.
      archived: archivedBy(tags),
      errors: errorsBy(tags),
    },
    mode: "and",
    diverse: false,
    nowMinutes: Number.NEGATIVE_INFINITY,
    ownProject: null,
  });
  // A search that finds nothing lists what is like it. Nothing is deleted for that.
  if (results.fellBack || results.takenAs.size > 0) return [];
  return Array.from(results.ordered(), ({ id }) => id);
}

function refusal(message: string): HelixError {
  return new HelixError("INVALID_ARGUMENT", `${message}, ${EXAMPLE}`);
}
