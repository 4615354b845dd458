// search: turns parameters into a search request, and results into one of six kinds of answer.

import { HelixError, invalid } from "../../base/errors.ts";
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS } from "../../engine/text/dates.ts";
import { judgedIn } from "../../events/judged-notes.ts";
import { capturedFailures } from "../../notes/index/captured-failures.ts";
import { documentsTagged } from "../../notes/index/tagged-documents.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { ownProject, projectFilter, resolveTopics } from "../../notes/scope/scope.ts";
import { checkProject } from "../../notes/scope/unknown-project.ts";
import { archivedBy, errorsBy, type FilterRequest } from "../../notes/search/filter.ts";
import { type NoteQuery, parseQuery, withoutFields } from "../../notes/search/note-query.ts";
import type { SearchRequest } from "../../notes/search/note-search.ts";
import { checkSpan, type DatedQuery, namedDays, takeDates } from "../../notes/search/query-dates.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import { ARCHIVED_TAG } from "../../notes/text/archived.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";
import { normaliseTags } from "../../notes/text/tags.ts";
import type { CodePlaces } from "../code/code-places.ts";
import type { NearFiles } from "../code/near-files.ts";
import { defineFeature, type FeatureContext } from "../common/feature.ts";
import type { Paged } from "../common/page-request.ts";
import type { Arguments } from "../common/parameters.ts";
import { type Embedded, likeNotes, WORDS_ALONE } from "./like-notes.ts";
import { presentResults } from "./present.ts";

const DAYS_MAX = 36_500;
const NEAR_MAX = 5;

const parameters = {
  query: {
    kind: "text",
    description: "Words; also tag:x topic:y source:file near:file before:DAY. Empty: newest first",
    example: 'query="linker arm64"',
  },
  detail: {
    kind: "choice",
    choices: ["full", "medium", "brief", "grouped", "topics", "count"],
    description: "How much of each match (default medium)",
    example: 'detail="full"',
  },
  limit: { kind: "count", min: 1, max: 100_000, description: "Most results (default: all)", example: 'limit="10"' },
  after: {
    kind: "text",
    description: "On or after: YYYY-MM-DD, today, yesterday, this-week",
    example: 'after="2026-02-21"',
  },
  before: { kind: "text", description: "On or before", isUnlisted: true, example: 'before="yesterday"' },
  days: { kind: "count", min: 1, max: DAYS_MAX, description: "Last N days", isUnlisted: true, example: 'days="7"' },
  hours: {
    kind: "count",
    min: 1,
    max: DAYS_MAX * 24,
    description: "Last N hours",
    isUnlisted: true,
    example: 'hours="24"',
  },
  tag: { kind: "texts", separator: ",", isMostlyOne: true, description: "With this tag", example: 'tag="gotcha"' },
  topic: { kind: "text", description: "In this topic", example: 'topic="build-gotchas"' },
  mode: {
    kind: "choice",
    choices: ["and", "or"],
    isUnlisted: true,
    description: "and: all words, or any if none has all; or: any. Default: and for up to two words, else or",
    example: 'mode="or"',
  },
  in: {
    kind: "choice",
    choices: ["notes", "errors"],
    isUnlisted: true,
    description: "errors: the failures of builds and tests that hooks captured, which are kept apart from notes",
    example: 'in="errors"',
  },
  explain: { kind: "flag", description: "Say why each ranks so", isUnlisted: true, example: "explain=true" },
  project: {
    kind: "text",
    description: "here, any (default), or a project key",
    example: 'project="here"',
  },
  diverse: {
    kind: "flag",
    description: "true: at most 3 of a topic; false: near-duplicates one by one",
    given: "List at most 3 of a topic",
    without: "List near-duplicates one by one",
    example: 'diverse="true"',
  },
  code: {
    kind: "flag",
    description: "Also: where the code says something",
    example: "code=true",
  },
  recency: {
    kind: "flag",
    description: "false: ignore ages",
    without: "Rank whatever the age",
    example: 'recency="false"',
  },
} as const;

type SearchArguments = Arguments<typeof parameters>;

export const searchFeature = defineFeature({
  name: "search",
  title: "Search notes",
  command: {
    summary:
      "Search the notes: helix search WORD... (also tag:x topic:y source:file near:file before:DAY; without: newest first)",
    examples: ["helix search arm64 linker", 'helix search "topic:build-gotchas tag:gotcha" --limit 5'],
    words: [{ name: "query", description: "Words", isOptional: true, rest: "words" }],
  },
  description:
    "Search all notes, best first. Use it before you investigate: an error, a file, a subsystem, a decision may already be explained.",
  searchHint: "recall memory past known gotcha why",
  hints: { readOnly: true, destructive: false, idempotent: true },
  isShownAtOnce: true,
  isLong: true,
  budget: 1500,
  parameters,
  async run(ports: Reading & SourceCaller & Pick<Caller, "wording"> & Paged & Coded & Embedded & Judging, values) {
    const dated = takeDates(values.query ?? "", ports.base.clock());
    const query = parseQuery(dated.rest);
    const filter = filterOf(ports, query, dated, values);
    const detail = values.detail ?? (values.explain ? "full" : "medium");
    const isList = detail === "full" || detail === "medium" || detail === "brief";
    if (values.explain && !isList) {
      throw new HelixError(
        "INVALID_ARGUMENT",
        (say) =>
          `${say.name("explain")} says why a match ranks where it does, and ${say.given("detail", detail)} lists none: give ${say.option("detail", "full")}, "medium" or "brief"`,
      );
    }
    // Before the view of the notes, which counts until something else is waited for.
    const code = values.code ? await placesFor(ports, dated.rest) : null;
    const near = query.near.length === 0 ? [] : await neighbours(ports, query.near);
    const like = query.groups.length > 0 && isList ? await likeNotes(ports, withoutFields(dated.rest)) : WORDS_ALONE;
    const view = await ports.base.view(indexingProgress(ports));
    checkProject(view.index, ports, values.project);
    const topics = resolveTopics(view, [...query.topics, ...(values.topic === undefined ? [] : [values.topic])]);
    const judged = judgedIn(view.index, ports.judgements);
    const request: SearchRequest = {
      query,
      filter: { ...filter, topics, ...(near.length > 0 && nearFilter(ports, filter, near)) },
      // An answer that counts or groups matches needs a set, not a ranking.
      mode: values.mode ?? (isList ? "ranked" : "and"),
      // A caller who names a topic wants all of it.
      diverse: values.diverse === true && topics.length === 0 && isList,
      recency: values.recency ?? true,
      // Counting needs no order.
      limit: detail === "count" || detail === "topics" ? 0 : values.limit,
      nowMinutes: ports.base.clock() / MINUTE_MS,
      ownProject: ownProject(ports),
      isStale: ports.staleSources?.staleIn(view.index),
      judged: judged?.effectivenessOf,
    };
    // A cap by topic is one of what words find.
    const results = view.search(request.diverse ? request : { ...request, cosine: like.in(view.index) });
    const { limit = null, explain = false } = values;
    // Without words it is a list of what there is, and not of what says most.
    const collapses = values.diverse !== false && query.groups.length > 0;
    return presentResults({
      ports,
      view,
      query,
      detail,
      limit,
      explain,
      results,
      judged,
      archived: archivedMatches(view, request),
      end: impossibleFrom(request.nowMinutes),
      errors: errorMatches(view, request, results.total),
      collapses,
      code,
      near,
      remarks: like.remarks(),
    });
  },
});

/** The neighbours of files; a query names few. Throws INVALID_ARGUMENT. */
async function neighbours(ports: Reading & SourceCaller & Coded, given: readonly string[]): Promise<NearFiles[]> {
  if (given.length > NEAR_MAX) throw invalid(`near: is given ${given.length} times, at most ${NEAR_MAX} are accepted`);
  const { nearFiles } = await import("../code/near-files.ts");
  const found: NearFiles[] = [];
  for (const each of given) found.push(await nearFiles(ports, each));
  return found;
}

/** Files are of the caller's project, and so are the notes about them; notes of no project may be, too. */
function nearFilter(ports: Pick<Caller, "project">, filter: FilterRequest, near: readonly NearFiles[]) {
  const isOwn = ownProject(ports);
  const isHere = (keys: readonly string[]) => keys.length === 0 || isOwn === null || isOwn(keys);
  return {
    near: near.map(({ accepts }) => accepts),
    project: (keys: readonly string[]) => isHere(keys) && (filter.project === null || filter.project(keys)),
  };
}

/** How many archived notes match, too; 0 where the query asks for them. */
function archivedMatches(view: KnowledgeView, request: SearchRequest): number {
  const { filter } = request;
  if (filter.archived === undefined || documentsTagged(view.index, [ARCHIVED_TAG]) === null) return 0;
  return view.search({ ...request, filter: { ...filter, archived: "only" }, limit: 0 }).total;
}

/** How many captured failures match, where no note does; else 0. */
function errorMatches(view: KnowledgeView, request: SearchRequest, notes: number): number {
  const { filter } = request;
  if (notes > 0 || filter.errors !== undefined || capturedFailures(view.index) === null) return 0;
  return view.search({ ...request, filter: { ...filter, errors: "only" }, limit: 0 }).total;
}

/** What is needed to know which notes helped. */
type Judging = Pick<FeatureContext, "judgements">;

/** What is needed to point to code. */
type Coded = Pick<FeatureContext, "code" | "directory" | "namesAnyPlace">;

async function placesFor(ports: Reading & SourceCaller & Coded, query: string): Promise<CodePlaces> {
  const { codePlaces } = await import("../code/code-places.ts");
  return codePlaces(ports, withoutFields(query));
}

/** The filter, without the topics: what the parameters and the words of the query say. */
function filterOf(
  ports: Reading & SourceCaller,
  query: NoteQuery,
  dated: DatedQuery,
  values: SearchArguments,
): FilterRequest {
  const now = ports.base.clock();
  const starts = dated.from === null ? [] : [dated.from];
  const ends = dated.to === null ? [] : [dated.to];
  if (values.after !== undefined)
    starts.push(namedDays((said) => (say) => say.given("after", said(say)), values.after, now).start);
  if (values.before !== undefined)
    ends.push(namedDays((said) => (say) => say.given("before", said(say)), values.before, now).end);
  const recent = values.hours !== undefined ? values.hours * HOUR_MINUTES : (values.days ?? 0) * DAY_MINUTES;
  if (recent > 0) starts.push(Math.floor(now / MINUTE_MS) - recent);
  const from = starts.length === 0 ? null : Math.max(...starts);
  const to = ends.length === 0 ? null : Math.min(...ends);
  checkSpan({ from, to });
  const tags = [...query.tags, ...(values.tag === undefined ? [] : [values.tag])].flatMap((tag) => normaliseTags(tag));
  const project = projectFilter(ports, values.project);
  const errors = values.in === "errors" ? "only" : errorsBy(tags);
  return { tags, topics: [], sources: query.sources, from, to, project, archived: archivedBy(tags), errors };
}
