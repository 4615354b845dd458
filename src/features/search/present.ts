// The six kinds of answer to a search. Every answer says what it left out. Lists and the count end with the number of
// matches. Topics and groups give that number only where it says more than they show.

import type { Answer } from "../../base/answer.ts";
import { counted, type Wording } from "../../base/wording.ts";
import type { Result } from "../../engine/search/searcher.ts";
import { showControls } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate, isoTime } from "../../engine/text/dates.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import { stemOf } from "../../engine/text/word-forms.ts";
import type { NoteDocument } from "../../notes/index/note-document.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { NoteQuery } from "../../notes/search/note-query.ts";
import type { NoteExplanation, NoteResults } from "../../notes/search/note-search.ts";
import { isStale, type SourceState, stateWords } from "../../notes/sources/source-state.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { LinkTargets } from "../../notes/store/link-targets.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { BoundedText } from "../common/bounded-text.ts";
import { indexFinder } from "../common/entry-index.ts";
import { entryLines } from "../common/entry-lines.ts";
import type { FoundNote, MatchesData, SearchData, SearchGroupsData, SearchListData, SearchTopicsData } from "./data.ts";
import { explanationLines } from "./explanation-lines.ts";

export type Detail = "full" | "medium" | "brief" | "grouped" | "topics" | "count";

export interface Presentation {
  readonly ports: SourceCaller;
  readonly view: KnowledgeView;
  readonly query: NoteQuery;
  readonly detail: Detail;
  readonly limit: number | null;
  /** Whether each listed result says why it ranks where it does. */
  readonly explain: boolean;
  readonly results: NoteResults;
}

/** Makes the lines of one listed result. The lines in `why` stand behind its head. */
type Lister = (result: Result, document: NoteDocument, why: readonly string[]) => string[];

/** Formats the results as `detail` asks for. */
export function presentResults(presentation: Presentation): Answer {
  return { found: presentation.results.total > 0, ...presented(presentation) };
}

interface Presented extends Pick<Answer, "text"> {
  data(): SearchData;
}

function presented(presentation: Presentation): Presented {
  const { detail } = presentation;
  if (detail === "count")
    return { text: (wording) => matchLine(presentation, wording), data: () => matchesData(presentation) };
  if (detail === "topics") return presentTopics(presentation);
  return detail === "grouped" ? presentGroups(presentation) : presentList(presentation);
}

function presentTopics(presentation: Presentation): Presented {
  const counts = [...presentation.results.topicCounts()].sort(
    ([a, left], [b, right]) => right - left || (a < b ? -1 : 1),
  );
  const answer = new BoundedText();
  const wanted = counts.slice(0, presentation.limit ?? counts.length);
  const shown = answer.addEach(wanted, ([topic, count]) => [`${topicName(topic)}: ${count}`]);
  if (shown < counts.length) answer.close(counted(counts.length - shown, "more topic", "more topics"));
  const isPart = shown === 0 || presentation.results.fellBack;
  return {
    text: (wording) => answer.text(...(isPart ? [matchLine(presentation, wording)] : [])),
    data: (): SearchTopicsData => ({
      ...matchesData(presentation),
      topics: Object.fromEntries(counts.slice(0, shown)),
    }),
  };
}

function presentGroups(presentation: Presentation): Presented {
  const { results, view, limit } = presentation;
  const counts = results.topicCounts();
  const headOf = (topic: string) => `--- ${topicName(topic)} (${counted(counts.get(topic)!, "entry", "entries")}) ---`;
  const restOf = (count: number) => `  (${count} more)`;
  const groups = new Map<string, string[]>();
  const budget = new BoundedText();
  let shown = 0;
  for (const { id } of results.ordered(limit)) {
    const { topic, snippet } = view.index.document(id);
    const line = `  ${snippet[0]}`;
    const known = groups.get(topic);
    // A new group also costs its head, the empty line before it, and perhaps the count of its other notes.
    if (!budget.add(showControls(line), ...(known ? [] : [headOf(topic), restOf(counts.get(topic)!), ""]))) break;
    if (known) known.push(line);
    else groups.set(topic, [line]);
    shown++;
  }
  const blocks = [...groups].map(([topic, lines]) => {
    const left = counts.get(topic)! - lines.length;
    return [headOf(topic), ...lines.map(showControls), ...(left > 0 ? [restOf(left)] : [])].join("\n");
  });
  const isWhole = shown === results.total && shown > 0 && !results.fellBack;
  return {
    text: (wording) => [...blocks, ...(isWhole ? [] : [matchLine(presentation, wording, shown)])].join("\n\n"),
    data: (): SearchGroupsData => ({ ...matchesData(presentation), groups: Object.fromEntries(groups) }),
  };
}

function presentList(presentation: Presentation): Presented {
  const { detail, results, view, limit } = presentation;
  const list: Lister = { full: fullLister, medium: mediumLister, brief: briefLister }[
    detail as "full" | "medium" | "brief"
  ](presentation);
  const answer = new BoundedText();
  const shown: (() => FoundNote)[] = [];
  const indexOf = indexFinder(view);
  const stateOf = stateFinder(presentation);
  const explanations = explanationsOf(presentation);
  for (const found of results.ordered(limit)) {
    const document = view.index.document(found.id);
    const why = explanations.get(found.id);
    if (!answer.add(...list(found, document, why === undefined ? [] : explanationLines(why)))) break;
    shown.push(() => {
      const note = resultData(view, found, document, indexOf(found.id), stateOf(found.id));
      return why === undefined ? note : { ...note, explanation: why };
    });
  }
  return {
    text: (wording) => {
      const line = matchLine(presentation, wording, shown.length);
      return answer.text(
        detail === "full" && shown.length > 0 ? line.replace("match(es)", "matching section(s)") : line,
      );
    },
    data: (): SearchListData => ({ ...matchesData(presentation), results: shown.map((make) => make()) }),
  };
}

function matchesData({ results }: Presentation): MatchesData {
  const { total, whole, fellBack, heldBack } = results;
  return { total, whole, fellBack, takenAs: Object.fromEntries(results.takenAs), heldBack };
}

/** How many results are explained at most. */
const EXPLAINED_MAX = 100;

/** Explains the scores of the first results, if that is asked for. */
function explanationsOf({ explain, results, limit }: Presentation): ReadonlyMap<number, NoteExplanation> {
  const first = explain ? [...results.ordered(Math.min(limit ?? EXPLAINED_MAX, EXPLAINED_MAX))] : [];
  return results.explain(first);
}

/** The known states of the sources of notes. No file is looked at here. */
function stateFinder({ ports, view }: Presentation): (id: number) => SourceState | null {
  return ports.staleSources?.stateIn(view.index) ?? (() => null);
}

function resultData(
  view: KnowledgeView,
  { id, score }: Result,
  document: NoteDocument,
  index: number,
  state: SourceState | null,
): FoundNote {
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

/** Makes a function that marks notes whose source has changed. */
function staleMark(presentation: Presentation): (id: number) => string {
  const stateOf = stateFinder(presentation);
  return (id) => {
    const state = stateOf(id);
    return state !== null && isStale(state) ? " (stale)" : "";
  };
}

function briefLister(presentation: Presentation): Lister {
  const mark = staleMark(presentation);
  return ({ id }, { topic, snippet }, why) => [
    `  [${topicName(topic)} ${presentation.view.shownId(id)}] ${showControls(snippet[0])}${mark(id)}`,
    ...why,
  ];
}

/** How much a list shows of a note's tags and of the name of its project, in code units. */
const LABELS_LENGTH_MAX = 2500;
const PROJECT_LENGTH_MAX = 200;

function mediumLister(presentation: Presentation): Lister {
  const { ports, view } = presentation;
  const mark = staleMark(presentation);
  return ({ id }, { topic, snippet, tags, confidence, projects }, why) => {
    const labels = cutLine(tags.map((tag) => ` #${tag}`).join(""), LABELS_LENGTH_MAX);
    const sure = confidence < 1 ? ` (~${Math.round(confidence * 100)}%)` : "";
    const { project } = ports;
    const elsewhere =
      project && projects.length > 0 && !sameProject(projects, project.keys)
        ? ` (${cutLine(projects[0]!, PROJECT_LENGTH_MAX)})`
        : "";
    const date = formatDate(view.minutesOf(id));
    const line = `  [${topicName(topic)} ${view.shownId(id)}] ${date} ${snippet[0]}${labels}${sure}${mark(id)}${elsewhere}`;
    return [...(snippet[1] === "" ? [line] : [line, `    ${snippet[1]}`]).map(showControls), ...why];
  };
}

/** How many bytes of one answer a single note may take. */
const SECTION_BYTES_MAX = 40_000;

function fullLister(presentation: Presentation): Lister {
  const { ports, view, query, results } = presentation;
  const stateOf = stateFinder(presentation);
  const terms = query.groups.flatMap((group) => (group.whole === null ? group.parts : [group.whole, ...group.parts]));
  const wanted = new Set([...terms, ...[...results.takenAs.values()].flat()].map(stemOf));
  const prefixes = query.groups.filter((group) => group.prefix).map((group) => group.parts[0]!);
  const matches = (line: string) =>
    tokenize(line).some((term) => wanted.has(stemOf(term)) || prefixes.some((prefix) => term.startsWith(prefix)));
  const targets = new LinkTargets(view);
  return ({ id }, { topic }, why) => {
    const { front, text, trailer } = entryLines(view.body(id), targets, ports, SECTION_BYTES_MAX, stateOf(id));
    const lines = text.map((line) => (matches(line) ? `> ${line}` : line === "" ? "" : `  ${line}`));
    return [`--- ${topicName(topic)} ${view.shownId(id)} ---`, ...why, ...front, ...lines, ...trailer, ""];
  };
}

const ANSWER_FULL = "(an answer holds about 20,000 tokens): narrow the query or use a shorter detail";

/** How many of the terms taken for a word are named. */
const TAKEN_SHOWN = 3;

function takenLine(word: string, terms: readonly string[]): string {
  const named = terms.slice(0, TAKEN_SHOWN).join(", ");
  return `no entry has ${word}, taken as ${named}${terms.length > TAKEN_SHOWN ? ", …" : ""}`;
}

const NONE_WHOLE = "no entry has all words, these have some";

/** `10 match(es)`, then what is not listed, and why. */
function matchLine({ results, query, detail, limit, explain }: Presentation, wording: Wording, shown?: number): string {
  const parts = [`${results.total} match(es)`];
  if (results.total === 0 && query.hasWords && query.groups.length === 0) {
    parts.push("the query has no word of two letters or more");
  }
  for (const [word, terms] of results.takenAs) parts.push(takenLine(word, terms));
  if (results.fellBack || (results.whole === 0 && results.total > 0)) parts.push(NONE_WHOLE);
  else if (results.whole !== null && results.whole < results.total) parts.push(`${results.whole} with all words`);
  if (shown !== undefined && shown < results.total) {
    const left = results.total - results.heldBack - shown;
    if (left > 0) parts.push(shown === limit ? `${left} beyond the limit` : `${left} not shown ${ANSWER_FULL}`);
    const ofTopic = wording.either("--topic=TOPIC", "topic=");
    const ofAll = wording.either("--no-diverse", "diverse=false");
    if (results.heldBack > 0 && detail !== "grouped")
      parts.push(`${results.heldBack} held back (3 a topic): give ${ofTopic} to see all of one, ${ofAll} to see all`);
  }
  if (explain && query.groups.length > 0 && shown !== undefined && shown > EXPLAINED_MAX) {
    parts.push(`the first ${EXPLAINED_MAX} are explained`);
  }
  return parts.join("; ");
}
