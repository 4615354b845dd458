// topics action=recent: lists the notes that were stored or edited lately and concern the current project (reach.ts),
// newest first, then how many notes of each topic are new or edited. A note whose time is more than a day ahead of the
// clock was written with a wrong clock, and is not recent.

import type { Answer } from "../../base/answer.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { DAY_MINUTES, formatDate, HOUR_MINUTES, isoTime, MINUTE_MS } from "../../engine/text/dates.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { parseQuery } from "../../notes/search/note-query.ts";
import type { NoteResults } from "../../notes/search/note-search.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { editTimes } from "../../notes/store/edited.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { indexFinder } from "../common/entry-index.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import { ShownStates } from "../common/shown-states.ts";
import type { RecentData } from "./data.ts";
import { addEntry, byCount, countedNames, entryData } from "./listing.ts";
import type { TopicsArguments } from "./parameters.ts";
import { timeSpan } from "./time-span.ts";

const DAYS_DEFAULT = 7;

interface Activity {
  readonly id: number;
  /** When it was stored or edited, UTC minutes since 1970. */
  readonly minutes: number;
  readonly isEdited: boolean;
}

/** The notes that were stored or edited in the last days or hours. */
export async function recent(
  ports: Reading & Caller & SourceCaller & Paged,
  { days, hours, project }: TopicsArguments,
): Promise<Answer> {
  const reach = new Reach(ports, project, { isListing: true });
  const span = hours === undefined ? counted(days ?? DAYS_DEFAULT, "day", "days") : counted(hours, "hour", "hours");
  const minutes = hours === undefined ? (days ?? DAYS_DEFAULT) * DAY_MINUTES : hours * HOUR_MINUTES;
  const view = await ports.base.view(indexingProgress(ports));
  const now = Math.floor(ports.base.clock() / MINUTE_MS);
  const to = impossibleFrom(now);
  const test = reach.testIn(view.index);
  const stored = storedBetween(view, now - minutes, to, now, test === null ? null : reach.includes);
  const allEdits = [...editTimes(view, now)].filter(([, time]) => time >= now - minutes && time < to);
  const isConcerned = reach.in(view.index);
  const edits = allEdits.filter(([id]) => isConcerned(id));
  // A note that was stored in the same span counts as new, whether it was edited or not.
  const isOld = ([id]: readonly [number, number]) => view.minutesOf(id) < now - minutes || view.minutesOf(id) >= to;
  const left = reach.leftOutOf(view, test === null ? [] : lately(view, now - minutes, to, allEdits));
  const newCounts = stored.topicCounts();
  const editCounts = new Map<string, number>();
  for (const [id] of edits.filter(isOld)) {
    const { topic } = view.document(id);
    editCounts.set(topic, (editCounts.get(topic) ?? 0) + 1);
  }
  const counts = new Map(newCounts);
  for (const [topic, count] of editCounts) counts.set(topic, (counts.get(topic) ?? 0) + count);
  const total = stored.total + edits.filter(isOld).length;
  if (total === 0) {
    const newest = timeSpan(view, now, isConcerned).newest;
    const none = nothing(span, view.index.liveCount - reach.leftOut(view).count, newest, reach.wording);
    return {
      found: false,
      text: (wording) => left.after(none, wording),
      data: (): RecentData => ({ total: 0, topics: {}, entries: [], ...left.data() }),
    };
  }
  const indexOf = indexFinder(view);
  const totals = countedNames(counts, (topic) => whatIsNew(newCounts.get(topic), editCounts.get(topic)));
  const answer = new PagedText(ports, [totals, ...left.notes(reach.wording)]);
  const listing = { ports, view, states: new ShownStates(ports, view) };
  const shown: Activity[] = [];
  for (const activity of newestOf(view, stored, edits)) {
    const { id, minutes: time, isEdited } = activity;
    const label = `${topicName(view.document(id).topic)}:${indexOf(id)}`;
    const place = addEntry(answer, listing, id, label, isEdited ? time : undefined);
    if (place === "full") break;
    if (place === "here") shown.push(activity);
  }
  const text = answer.text(total, (older) => counted(older, "older entry", "older entries"), listing.states.notes());
  return {
    found: true,
    isPaged: true,
    text: () => text,
    data: (): RecentData => ({
      total,
      ...left.data(),
      topics: Object.fromEntries(byCount(counts)),
      entries: shown.map((activity) => activityData(view, activity, indexOf)),
    }),
  };
}

/**
 * The live notes stored in the minutes `from` to `to`, of the projects that `includes` accepts; null: of all projects.
 */
function storedBetween(view: KnowledgeView, from: number, to: number, now: number, includes: Reach["includes"]) {
  return view.search({
    query: parseQuery(""),
    filter: { tags: [], topics: [], sources: [], from, to, project: includes },
    mode: "and",
    diverse: false,
    nowMinutes: now,
    ownProject: null,
  });
}

/** The live notes that were stored in the minutes `from` to `to`, or that are among `edits`. */
function* lately(
  { index }: KnowledgeView,
  from: number,
  to: number,
  edits: readonly (readonly [id: number, minutes: number])[],
): Generator<number> {
  const edited = new Set(edits.map(([id]) => id));
  for (let id = 0; id < index.capacity; id++) {
    if (index.isDeleted(id)) continue;
    const minutes = index.minutesOf(id);
    if ((minutes >= from && minutes < to) || edited.has(id)) yield id;
  }
}

/** The notes that were stored or edited, newest first, each note once. */
function newestOf(
  view: KnowledgeView,
  stored: NoteResults,
  edits: readonly (readonly [id: number, minutes: number])[],
): Activity[] {
  const isEdited = new Set(edits.map(([id]) => id));
  const found: Activity[] = edits.map(([id, minutes]) => ({ id, minutes, isEdited: true }));
  for (const { id } of stored.ordered()) {
    if (isEdited.has(id)) continue;
    found.push({ id, minutes: view.minutesOf(id), isEdited: false });
  }
  return found.sort((a, b) => b.minutes - a.minutes || view.index.compare(b.id, a.id));
}

/** `3 new, 1 edited`. */
function whatIsNew(stored = 0, edited = 0): string {
  return [stored > 0 ? `${stored} new` : "", edited > 0 ? `${edited} edited` : ""].filter(Boolean).join(", ");
}

function activityData(
  view: KnowledgeView,
  { id, minutes, isEdited }: Activity,
  indexOf: (id: number) => number,
): RecentData["entries"][number] {
  const edited = isEdited ? isoTime(minutes) : null;
  return { ...entryData(view, id, indexOf(id)), edited };
}

function nothing(span: string, entries: number, newest: number | null, say: Wording): string {
  let hint = "nothing is stored yet";
  if (newest !== null) hint = `the newest entry is of ${formatDate(newest)}`;
  else if (entries > 0)
    hint = `every entry is of the future, mended by: ${say.either("helix topics redate", "topics action=redate")}`;
  return `no entries in the last ${span}: ${hint}`;
}
