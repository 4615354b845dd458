// The six kinds of answer to a search. Every answer says what it left out. Lists and the count end with the number of
// matches. Topics and groups give that number only where it says more than they show.

import type { Answer } from "../../base/answer.ts";
import { CALLS, counted, type Wording } from "../../base/wording.ts";
import type { Result } from "../../engine/search/searcher.ts";
import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate, isoTime } from "../../engine/text/dates.ts";
import { searchedTerms } from "../../engine/text/marked-words.ts";
import { stemOf } from "../../engine/text/word-forms.ts";
import type { JudgedNotes } from "../../events/judged-notes.ts";
import type { NoteDocument } from "../../notes/index/note-document.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { NoteRanks } from "../../notes/search/note-meaning.ts";
import type { NoteQuery } from "../../notes/search/note-query.ts";
import type { NoteResults } from "../../notes/search/note-search.ts";
import { type SourceState, staleMark, stateMark, stateWords } from "../../notes/sources/source-state.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { LinkTargets } from "../../notes/store/link-targets.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { CodePlaces } from "../code/code-places.ts";
import type { NearFiles } from "../code/near-files.ts";
import { indexFinder } from "../common/entry-index.ts";
import { entryLines } from "../common/entry-lines.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import { ShownStates } from "../common/shown-states.ts";
import type { FoundNote, MatchesData, SearchData, SearchGroupsData, SearchListData, SearchTopicsData } from "./data.ts";
import { explanationLines, type ShownExplanation } from "./explanation-lines.ts";
import { COMPARED_MAX, NearResults } from "./near-results.ts";

export type Detail = "full" | "medium" | "brief" | "grouped" | "topics" | "count";

export interface Presentation {
  readonly ports: SourceCaller & Pick<Caller, "wording"> & Paged;
  readonly view: KnowledgeView;
  readonly query: NoteQuery;
  readonly detail: Detail;
  readonly limit: number | null;
  /** Whether each listed result says why it ranks where it does. */
  readonly explain: boolean;
  readonly results: NoteResults;
  /** What was judged of notes; null for nothing. */
  readonly judged: JudgedNotes | null;
  /** How many archived notes match, too, and are no results. */
  readonly archived: number;
  /** Notes of this minute or later have a wrong clock, UTC minutes since 1970. */
  readonly end: number;
  /** How many captured failures match where no note does. */
  readonly errors: number;
  /** Whether a list collapses results that say nearly the same. */
  readonly collapses: boolean;
  /** Where the code says something to the query; null where that is not asked for. */
  readonly code: CodePlaces | null;
  /** Whose neighbours the notes are about; empty where that is not asked for. */
  readonly near: readonly NearFiles[];
  /** What else the reader should know; most often nothing. */
  readonly remarks: readonly string[];
}

/**
 * Makes the lines of one listed result. The lines in `why` stand behind its head. `isMeasured`: the state stands for any
 * other, so its words are as long as any.
 */
type Lister = (
  result: Result,
  document: NoteDocument,
  why: readonly string[],
  state: SourceState | null,
  isMeasured: boolean,
) => string[];

/** Formats the results as `detail` asks for. */
export function presentResults(presentation: Presentation): Answer {
  return { found: presentation.results.total > 0, ...presented(presentation) };
}

interface Presented extends Pick<Answer, "text" | "isPaged"> {
  data(): SearchData;
}

function presented(presentation: Presentation): Presented {
  const { detail } = presentation;
  if (detail === "count")
    return {
      text: (wording) => [matchLine(presentation, wording), ...codeLines(presentation, wording)].join("\n"),
      data: () => matchesData(presentation),
    };
  if (detail === "topics") return presentTopics(presentation);
  return detail === "grouped" ? presentGroups(presentation) : presentList(presentation);
}

function presentTopics(presentation: Presentation): Presented {
  const { results, limit, ports } = presentation;
  const counts = [...results.topicCounts()].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  const wanted = counts.slice(0, limit ?? counts.length);
  const beyond = counts.length - wanted.length;
  const closing = [
    ...(beyond > 0 ? [`${counted(beyond, "more topic", "more topics")} beyond the limit`] : []),
    ...(results.fellBack || counts.length === 0 ? [matchLine(presentation, ports.wording ?? CALLS)] : []),
    ...codeLines(presentation, ports.wording),
  ];
  const answer = new PagedText(ports, closing);
  const shown: [string, number][] = [];
  for (const [topic, count] of wanted) {
    const place = answer.add([`${topicName(topic)}: ${count}`]);
    if (place === "full") break;
    if (place === "here") shown.push([topic, count]);
  }
  const text = answer.text(wanted.length, (more) => counted(more, "more topic", "more topics"));
  return {
    isPaged: true,
    text: () => text,
    data: (): SearchTopicsData => ({ ...matchesData(presentation), topics: Object.fromEntries(shown) }),
  };
}

/** Groups by topic, in the order of their best results. */
function presentGroups(presentation: Presentation): Presented {
  const { results, view, limit, ports } = presentation;
  const counts = results.topicCounts();
  const groups = new Map<string, number[]>();
  let listed = 0;
  for (const { id } of results.ordered(limit)) {
    const topic = view.index.topicOf(id);
    const known = groups.get(topic);
    if (known) known.push(id);
    else groups.set(topic, [id]);
    listed++;
  }
  const isWhole = listed === results.total && listed > 0 && !results.fellBack;
  const gap = listed > 0 ? [""] : [];
  const closing = isWhole ? [] : [...gap, matchLine(presentation, ports.wording ?? CALLS, listed)];
  const answer = new PagedText(ports, [...closing, ...codeLines(presentation, ports.wording)]);
  const states = new ShownStates(ports, view);
  const shown = new Map<string, string[]>();
  let isFull = false;
  const [first] = groups.keys();
  for (const [topic, ids] of groups) {
    if (isFull) break;
    if (topic !== first) answer.head("");
    answer.section(`--- ${topicName(topic)} (${counted(counts.get(topic)!, "entry", "entries")}) ---`);
    for (const [at, id] of ids.entries()) {
      const { snippet, projects } = view.index.document(id);
      const left = counts.get(topic)! - ids.length;
      const rest = left > 0 && at === ids.length - 1 ? [`  (${left} more)`] : [];
      const lines = (mark: string) => [
        `  ${view.shownId(id)} ${showControls(snippet[0])}${mark}${elsewhere(ports, projects)}`,
        ...rest,
      ];
      const place = answer.add(lines(stateMark(states.longest(id))), () => lines(staleMark(states.of(id))));
      if (place === "here") shown.set(topic, [...(shown.get(topic) ?? []), `  ${snippet[0]}`]);
      isFull = place === "full";
      if (isFull) break;
    }
  }
  const text = answer.text(listed, undefined, states.notes());
  return {
    isPaged: true,
    text: () => text,
    data: (): SearchGroupsData => ({ ...matchesData(presentation), groups: Object.fromEntries(shown) }),
  };
}

function presentList(presentation: Presentation): Presented {
  const { detail, results, view, limit, ports } = presentation;
  const list: Lister = { full: fullLister, medium: mediumLister, brief: briefLister }[
    detail as "full" | "medium" | "brief"
  ](presentation);
  const near = new NearResults(view, results, limit, presentation.collapses, presentation.end);
  const listed = Math.min(limit ?? results.total, results.total - results.heldBack - near.collapsed);
  const line = matchLine(presentation, ports.wording ?? CALLS, listed, near);
  const isFull = detail === "full" && listed > 0;
  const closing = isFull ? line.replace("match(es)", "matching section(s)") : line;
  const answer = new PagedText(ports, [closing, ...codeLines(presentation, ports.wording)]);
  const shown: (() => FoundNote)[] = [];
  const indexOf = indexFinder(view);
  const states = new ShownStates(ports, view);
  const explanations = explanationsOf(presentation);
  for (const { result: found, document, same, supersedes } of near.listed()) {
    const { id } = found;
    const why = explanations.get(id);
    const ranks = presentation.explain ? results.meaning?.ranks.get(id) : undefined;
    const whys = [
      ...(ranks === undefined ? [] : [rankLine(ranks)]),
      ...(why === undefined ? [] : explanationLines(why)),
    ];
    const lines = [...otherLines(view, same, supersedes), ...whys];
    let state: SourceState | null = null;
    const place = answer.add(list(found, document, lines, states.longest(id), true), () => {
      state = states.of(id);
      return list(found, document, lines, state, false);
    });
    if (place === "full") break;
    if (place === "before") continue;
    shown.push(() => {
      const nearlySame = same.map((each) => view.noteId(each));
      const data = resultData(view, found, document, indexOf(id), state);
      const older = supersedes.map((each) => view.noteId(each));
      const note = {
        ...data,
        nearlySame,
        ...(older.length > 0 && { supersedes: older }),
        ...(ranks !== undefined && { ranks }),
      };
      return why === undefined ? note : { ...note, explanation: why };
    });
  }
  const text = answer.text(listed, undefined, states.notes());
  return {
    isPaged: true,
    text: () => text,
    data: (): SearchListData => ({
      ...matchesData(presentation),
      collapsed: near.collapsed,
      results: shown.map((make) => make()),
    }),
  };
}

/** `= place by words 3, by meaning 1`. No line of a note begins so. */
function rankLine({ words, meaning }: NoteRanks): string {
  return `= place by words ${words ?? "none"}, by meaning ${meaning ?? "none"}`;
}

function matchesData({ results, archived, code, near, remarks }: Presentation): MatchesData {
  const { total, whole, fellBack, heldBack } = results;
  const takenAs = Object.fromEntries(results.takenAs);
  return {
    total,
    whole,
    fellBack,
    takenAs,
    heldBack,
    ...(archived > 0 && { archived }),
    ...(results.meaning !== null && { byMeaning: results.meaning.byMeaning }),
    ...(remarks.length > 0 && { remarks: [...remarks] }),
    ...(near.length > 0 && { near: near.map((each) => each.data()) }),
    ...(code !== null && { code: code.data() }),
  };
}

function codeLines({ code, near, remarks }: Presentation, say: Wording = CALLS): string[] {
  return [...remarks, ...near.map((each) => each.line(say)), ...(code === null ? [] : [code.line(say)])];
}

/** How many results are explained at most. */
const EXPLAINED_MAX = 100;

/** Explains the scores of the first results of a list, if that is asked for. */
function explanationsOf({ explain, results, view, limit, collapses, judged, end }: Presentation) {
  if (!explain) return NOTHING_EXPLAINED;
  const near = new NearResults(view, results, Math.min(limit ?? EXPLAINED_MAX, EXPLAINED_MAX), collapses, end);
  const listed = Array.from(near.listed(), ({ result }) => result);
  const explained = results.explain(listed.filter(({ id }) => results.meaning?.ranks.get(id)?.words !== null));
  return new Map(
    Array.from(explained, ([id, { judged: factor, ...why }]): [number, ShownExplanation] => {
      const counts = factor === undefined ? undefined : judged?.countsOf(id);
      return [id, { ...why, ...(factor !== undefined && counts !== undefined && { judged: { factor, ...counts } }) }];
    }),
  );
}

const NOTHING_EXPLAINED: ReadonlyMap<number, ShownExplanation> = new Map();

/** How many of the notes that say nearly the same are named. */
const SAME_SHOWN = 5;

/** `= +2 nearly the same: @7k3v9xq2mp, @...`, `= supersedes @...`. No line of a note begins so. */
function otherLines(view: KnowledgeView, same: readonly number[], older: readonly number[]): string[] {
  const named = (ids: readonly number[]) => {
    const shown = ids.slice(0, SAME_SHOWN).map((id) => view.shownId(id));
    return `${shown.join(", ")}${ids.length > SAME_SHOWN ? ", …" : ""}`;
  };
  const lines = same.length === 0 ? [] : [`= +${same.length} nearly the same: ${named(same)}`];
  return older.length === 0 ? lines : [...lines, `= supersedes ${named(older)}`];
}

function resultData(
  view: KnowledgeView,
  { id, score }: Result,
  document: NoteDocument,
  index: number,
  state: SourceState | null,
): Omit<FoundNote, "nearlySame"> {
  const { topic, tags, source, confidence, projects, snippet } = document;
  const time = isoTime(view.minutesOf(id));
  return {
    id: view.noteId(id),
    topic,
    index,
    time,
    score,
    tags,
    source,
    sourceState: state && stateWords(state),
    confidence,
    projects,
    lines: snippet.filter(Boolean),
  };
}

function briefLister({ ports, view }: Presentation): Lister {
  return ({ id }, { topic, snippet, projects }, why, state, isMeasured) => [
    `  [${topicName(topic)} ${view.shownId(id)}] ${showControls(snippet[0])}${markOf(state, isMeasured)}${elsewhere(ports, projects)}`,
    ...why,
  ];
}

/** How a list says that a source is stale. */
function markOf(state: SourceState | null, isMeasured: boolean): string {
  return isMeasured ? stateMark(state) : staleMark(state);
}

/** How much a list shows of a note's tags and of the name of its project, in code units. */
const LABELS_LENGTH_MAX = 2500;
const PROJECT_LENGTH_MAX = 200;

/** ` (owner/repo)` behind a note of another project than the caller's; else "". */
function elsewhere({ project }: SourceCaller, projects: readonly string[]): string {
  const isElsewhere = project && projects.length > 0 && !sameProject(projects, project.keys);
  return isElsewhere ? ` (${showControls(cutLine(projects[0]!, PROJECT_LENGTH_MAX))})` : "";
}

function mediumLister({ ports, view }: Presentation): Lister {
  return ({ id }, { topic, snippet, tags, confidence, projects }, why, state, isMeasured) => {
    const labels = cutLine(tags.map((tag) => ` #${tag}`).join(""), LABELS_LENGTH_MAX);
    const sure = confidence < 1 ? ` (~${Math.round(confidence * 100)}%)` : "";
    const remarks = `${labels}${sure}${markOf(state, isMeasured)}${elsewhere(ports, projects)}`;
    const date = formatDate(view.minutesOf(id));
    const line = `  [${topicName(topic)} ${view.shownId(id)}] ${date} ${snippet[0]}${remarks}`;
    return [...(snippet[1] === "" ? [line] : [line, `    ${snippet[1]}`]).map(showControls), ...why];
  };
}

/** How many bytes of one answer a single note may take. */
const SECTION_BYTES_MAX = 40_000;

function fullLister(presentation: Presentation): Lister {
  const { ports, view, query, results } = presentation;
  const terms = query.groups.flatMap((group) => (group.whole === null ? group.parts : [group.whole, ...group.parts]));
  const wanted = new Set([...terms, ...[...results.takenAs.values()].flat()].map(stemOf));
  const prefixes = query.groups.filter((group) => group.prefix).map((group) => group.parts[0]!);
  const isMatch = (term: string) => wanted.has(stemOf(term)) || prefixes.some((prefix) => term.startsWith(prefix));
  const matches = (line: string) => Object.values(searchedTerms(line)).some((terms) => terms.some(isMatch));
  const targets = new LinkTargets(view);
  return ({ id }, { topic }, why, state) => {
    const { front, text, trailer } = entryLines(view.body(id), targets, ports, SECTION_BYTES_MAX, state);
    const lines = text.map((line) => (matches(line) ? `> ${line}` : line === "" ? "" : `  ${line}`));
    return [`--- ${topicName(topic)} ${view.shownId(id)} ---`, ...why, ...front, ...lines, ...trailer, ""];
  };
}

/** How many of the terms taken for a word are named. */
const TAKEN_SHOWN = 3;

function takenLine(word: string, terms: readonly string[]): string {
  const named = terms.slice(0, TAKEN_SHOWN).join(", ");
  return `no entry has ${word}, taken as ${named}${terms.length > TAKEN_SHOWN ? ", …" : ""}`;
}

const NONE_WHOLE = "no entry has all words, these have some";

/** `10 match(es)`, then what no page lists, and why. `listed`: how many all pages list together. */
function matchLine(presentation: Presentation, wording: Wording, listed?: number, near?: NearResults): string {
  const { results, archived, errors, query, detail, explain } = presentation;
  const parts = [`${results.total} match(es)`];
  if (results.total === 0 && query.hasWords && query.groups.length === 0) {
    parts.push("the query has no word, only marks");
  }
  const byMeaning = results.meaning?.byMeaning ?? 0;
  if (byMeaning > 0) parts.push(`${byMeaning} by meaning alone`);
  for (const [word, terms] of results.takenAs) parts.push(takenLine(word, terms));
  if (results.fellBack || (results.whole === 0 && results.total > 0)) parts.push(NONE_WHOLE);
  else if (results.whole !== null && results.whole < results.total) parts.push(`${results.whole} with all words`);
  if (listed !== undefined && listed < results.total) {
    const collapsed = near?.collapsed ?? 0;
    const left = results.total - results.heldBack - collapsed - listed;
    if (left > 0) parts.push(`${left} beyond the limit`);
    if (near !== undefined && collapsed > 0) {
      const ofEach = wording.either("--no-diverse", "diverse=false");
      const among = listed + collapsed > COMPARED_MAX ? ` (of the first ${COMPARED_MAX})` : "";
      parts.push(`${near.collapsedWords}${among}: give ${ofEach} to list each`);
    }
    const ofTopic = wording.either("--topic=TOPIC", "topic=");
    if (results.heldBack > 0 && detail !== "grouped")
      parts.push(`${results.heldBack} held back (3 a topic): give ${ofTopic} to see all of one`);
  }
  if (archived > 0)
    parts.push(`${archived} archived left out: give tag:archived to find ${archived === 1 ? "it" : "them"}`);
  const inErrors = wording.option("in", "errors");
  if (errors > 0) parts.push(`${counted(errors, "captured error matches", "captured errors match")}: add ${inErrors}`);
  if (explain && query.groups.length > 0 && listed !== undefined && listed > EXPLAINED_MAX)
    parts.push(`the first ${EXPLAINED_MAX} are explained`);
  return parts.join("; ");
}
