// brief: what is known about a topic, compressed; without a query, an overview of what concerns the current project
// (reach.ts). This file checks the arguments. The work is done by the files beside it: collect, select (score, read,
// classify), compress, and one file for each way to show the result.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { CALLS, counted, type Wording } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { judgedIn } from "../../events/judged-notes.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { LeftOut } from "../../notes/scope/left-out.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { ownProject, projectFilter } from "../../notes/scope/scope.ts";
import { checkProject } from "../../notes/scope/unknown-project.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { revisions } from "../../notes/store/edited.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { LinkTargets } from "../../notes/store/link-targets.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";
import type { CodeKeptData } from "../code/data.ts";
import { defineFeature, type FeatureContext } from "../common/feature.ts";
import type { Paged } from "../common/page-request.ts";
import type { Arguments } from "../common/parameters.ts";
import { ShownStates } from "../common/shown-states.ts";
import { briefingData, overviewData } from "./brief-data.ts";
import { type Briefing, makeBriefing } from "./briefing.ts";
import { parseFocus } from "./categories.ts";
import { type Narrowing, nothingLeft } from "./closing.ts";
import { archivedCount, type Scope, scopeTest } from "./collect.ts";
import type { NothingData } from "./data.ts";
import { EntryWords } from "./entry-words.ts";
import { fullText } from "./full.ts";
import { makeOverview } from "./overview.ts";
import { overviewLines } from "./overview-lines.ts";
import { scanLines } from "./scan.ts";
import { summaryLines } from "./summary.ts";
import { TopicLists } from "./topic-lists.ts";

const HOUR_MINUTES = 60;
const MINUTE_MS = 60_000;

const parameters = {
  query: { kind: "text", description: "Topic, keyword or glob; empty: overview", example: 'query="iris-*"' },
  detail: {
    kind: "choice",
    choices: ["summary", "scan", "full"],
    description: "summary (default): about 15 lines; scan: a line per category",
    example: 'detail="scan"',
  },
  since: { kind: "count", min: 1, max: 876_000, description: "Only the last N hours", example: 'since="24"' },
  focus: {
    kind: "texts",
    separator: ",",
    description: "Only these categories",
    example: 'focus="gotchas,invariants"',
  },
  compact: { kind: "flag", description: "Shorter summary or overview", example: 'compact="true"' },
  project: {
    kind: "text",
    description: "any (default with a query), here or a key",
    example: 'project="any"',
  },
} as const;

type BriefArguments = Arguments<typeof parameters>;

/** The request, with its arguments checked. */
interface Request {
  readonly query: string | null;
  readonly detail: "summary" | "scan" | "full";
  readonly isCompact: boolean;
  readonly focus: number | null;
  readonly scope: Omit<Scope, "revised">;
  readonly narrowing: Narrowing;
  readonly now: number;
  /** Without a query: which notes are concerned; what is left out is said. */
  readonly reach: Reach | null;
}

export const briefFeature = defineFeature({
  name: "brief",
  title: "Briefing",
  command: {
    summary: "A briefing: helix brief [TOPIC, KEYWORD or GLOB] (without: an overview of the project)",
    examples: ["helix brief build-gotchas", "helix brief 'build-*' --detail scan"],
    words: [{ name: "query", description: "Topic, keyword or glob such as 'iris-*'", isOptional: true, rest: "words" }],
  },
  description:
    "One compressed briefing on a topic, keyword or glob: load it before you work on a subsystem. Without a query: an overview of the project.",
  searchHint: "recall memory summary onboarding context",
  hints: { readOnly: true, destructive: false, idempotent: true },
  budget: 1500,
  parameters,
  async run(ports: Reading & Caller & SourceCaller & Paged & Coded & Judging, values) {
    const request = requestOf(ports, values);
    const view = await ports.base.view(indexingProgress(ports));
    checkProject(view.index, ports, values.project);
    // With detail scan or full and no query, the answer is an ordinary briefing about all topics.
    const isOverview = request.query === null && request.detail === "summary";
    const answer = isOverview ? overview(view, request, ports.wording ?? CALLS) : briefing(ports, view, request);
    return withCode(answer, keptCode(ports), request.query);
  },
});

function requestOf(ports: Reading & Caller & SourceCaller, values: BriefArguments): Request {
  const { detail = "summary", compact = false } = values;
  if (compact && detail !== "summary") {
    throw new HelixError("INVALID_ARGUMENT", (say) => {
      const shorter = say.either("--compact", 'compact="true"');
      return `${shorter} shortens the summary, it does not go with ${say.option("detail", detail)}: give one of the two, e.g. ${shorter}`;
    });
  }
  const since = values.since ?? null;
  const focus = parseFocus(values.focus);
  const query = values.query?.trim() || null;
  const reach = query === null ? new Reach(ports, values.project, { isListing: true }) : null;
  const project = reach === null ? projectFilter(ports, values.project) : reach.includes;
  const now = ports.base.clock();
  const from = since === null ? null : Math.floor(now / MINUTE_MS) - since * HOUR_MINUTES;
  const to = since === null ? null : impossibleFrom(now / MINUTE_MS);
  return {
    query,
    detail,
    isCompact: compact,
    focus,
    scope: { from, to, project, archived: "without" },
    narrowing: { since, focus, project: project === null ? null : (values.project ?? null) },
    now,
    reach,
  };
}

function overview(view: KnowledgeView, request: Request, say: Wording): Answer {
  const { now, narrowing, isCompact, focus } = request;
  if (view.index.liveCount === 0) return NOTHING_STORED;
  const scope = { ...request.scope, revised: revisions(view) };
  const made = makeOverview(view, { nowMinutes: now / MINUTE_MS, since: narrowing.since, focus, scope });
  const found = made.entries > 0;
  const text = found
    ? overviewLines(made, { view, now, narrowing, isCompact, say }).join("\n")
    : nothingLeft(null, reached(request), made.inScope);
  return withLeftOut(
    { found, text: () => text, data: () => overviewData(view, made, new TopicLists(view)) },
    { elsewhere: leftOut(view, request, scope), archived: archivedCount(view, null, scope, new TopicLists(view)) },
  );
}

function briefing(ports: Reading & SourceCaller & Paged & Judging, view: KnowledgeView, request: Request): Answer {
  const { query, now, focus } = request;
  if (query === null && view.index.liveCount === 0) return NOTHING_STORED;
  const scope = { ...request.scope, revised: revisions(view) };
  const lists = new TopicLists(view);
  const judged = judgedIn(view.index, ports.judgements);
  const made = makeBriefing(view, query, {
    nowMinutes: now / MINUTE_MS,
    ownProject: ownProject(ports),
    isStale: ports.staleSources?.staleIn(view.index) ?? null,
    judged: judged?.effectivenessOf,
    focus,
    scope,
    lists,
  });
  const found = made.total > 0;
  const text = found ? shown(ports, view, made, lists, request) : nothingLeft(query, reached(request), made.outside);
  const isFull = request.detail === "full";
  return withLeftOut(
    {
      found,
      isPaged: found && isFull,
      text: () => text,
      data: () => briefingData(lists, made, { withText: isFull, judged }),
    },
    { elsewhere: leftOut(view, request, scope), archived: archivedCount(view, query, scope, lists) },
  );
}

/** The narrowing with the project that is meant where none was given. */
function reached({ narrowing, reach }: Request): Narrowing {
  return reach?.includes && narrowing.project === null ? { ...narrowing, project: "here" } : narrowing;
}

/** The notes within the span of time that are left out because they are of other projects; null for a query. */
function leftOut(view: KnowledgeView, { reach }: Request, scope: Scope): LeftOut | null {
  if (reach === null) return null;
  if (scope.from === null) return reach.leftOut(view);
  const passes = scopeTest(view.index, { ...scope, project: null })!;
  const ids = Array.from({ length: view.index.capacity }, (_, id) => id);
  return reach.leftOutOf(
    view,
    ids.filter((id) => !view.index.isDeleted(id) && passes(id)),
  );
}

/** What is needed to know which notes helped. */
type Judging = Pick<FeatureContext, "judgements">;

/** What is needed to know what is kept of the code. */
type Coded = Pick<FeatureContext, "code">;

/** What is kept of the code around the caller, by what is on the disk; null for nothing. */
function keptCode({ code, directory, project }: Coded & SourceCaller): CodeKeptData | null {
  const folder = directory ?? project?.root;
  const kept = folder ? (code?.kept(folder) ?? null) : null;
  return kept === null || kept.files === 0 ? null : { files: kept.files, exact: kept.isExact };
}

/** The answer, and one line about the code. Pages of whole notes have no such line. */
function withCode(answer: Answer, code: CodeKeptData | null, query: string | null): Answer {
  if (code === null) return answer;
  const { files, exact } = code;
  const words = query === null || /[*?[{]/.test(query) ? "WORDS" : query;
  const line = (say: Wording) => {
    const call = say.either(`helix code ${words}`, `code query=${words === "WORDS" ? words : quote(words)}`);
    return `code: ${exact ? "" : "about "}${counted(files, "file is", "files are")} indexed: ${call}`;
  };
  return {
    ...answer,
    text: (say) => (answer.isPaged ? answer.text(say) : `${answer.text(say)}\n${line(say)}`),
    data: () => ({ ...answer.data(), code }),
  };
}

/** Notes that the answer leaves out: those of other projects (null: they are not counted), and archived ones. */
interface NotShown {
  readonly elsewhere: LeftOut | null;
  readonly archived: number;
}

function withLeftOut(answer: Answer, { elsewhere, archived }: NotShown): Answer {
  if ((elsewhere === null || elsewhere.count === 0) && archived === 0) return answer;
  return {
    ...answer,
    text: (wording) =>
      [answer.text(wording), ...(elsewhere?.notes(wording) ?? []), ...archivedNotes(archived, wording)].join("\n"),
    data: () => ({ ...answer.data(), ...elsewhere?.data(), ...(archived > 0 && { archived }) }),
  };
}

/** `left out: 2 archived entries (search query="tag:archived" finds them)`; nothing for none. */
function archivedNotes(count: number, say: Wording): string[] {
  if (count === 0) return [];
  const find = say.either("helix search tag:archived", 'search query="tag:archived"');
  return [
    `left out: ${counted(count, "archived entry", "archived entries")} (${find} finds ${count === 1 ? "it" : "them"})`,
  ];
}

function shown(
  ports: SourceCaller & Paged,
  view: KnowledgeView,
  made: Briefing,
  lists: TopicLists,
  request: Request,
): string {
  const { detail, narrowing, isCompact, now } = request;
  const words = new EntryWords(lists, new LinkTargets(view), new ShownStates(ports, view), ports);
  if (detail === "full") return fullText(made, { words, ports, narrowing });
  const lines =
    detail === "scan"
      ? scanLines(made, words, narrowing)
      : summaryLines(made, { view, words, nowMinutes: now / MINUTE_MS, narrowing, isCompact });
  return lines.join("\n");
}

const NOTHING_STORED = nothingFound("nothing is stored yet", {
  query: null,
  topics: [],
  counts: { entries: 0 },
} satisfies NothingData);
