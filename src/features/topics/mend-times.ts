// topics action=redate: mends notes whose time cannot be right, because it is minute 0 or in the future.
// Such a note gets the time of the nearest note before it in the log that has a possible time, because it was written
// just after that note. If there is none, it gets the time of the nearest such note behind it. The mended notes then
// stand elsewhere in their topics.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { documentsInPlaces } from "../../engine/segment/live-origins.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { formatDate, isoTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { noteColumns } from "../../notes/index/note-columns.ts";
import type { LeftOut } from "../../notes/scope/left-out.ts";
import { keysOf, type Reach } from "../../notes/scope/reach.ts";
import type { Change } from "../../notes/store/changes.ts";
import { checkRewrittenBytes } from "../../notes/store/edit-size.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { indexFinder } from "../common/entry-index.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import type { MendedData } from "./data.ts";
import { undoHint } from "./listing.ts";
import { firstPart, PartedChange } from "./parted-change.ts";

/** The beginning of a refusal that names projects. */
const IMPOSSIBLE = "times that cannot be stand in";

/** A note and its new time, in UTC minutes since 1970. */
interface Mending {
  readonly id: number;
  readonly minutes: number;
}

/** Lists the notes with impossible times, or mends them. */
export async function mendTimes(ports: Writing & Paged, reach: Reach, apply: boolean): Promise<Answer> {
  const now = Math.floor(ports.base.clock() / MINUTE_MS);
  const view = await ports.base.view(indexingProgress(ports));
  const all = findMendings(view, now);
  if (all === null) {
    return nothingFound("no entry has a time that another could take", { entries: [] } satisfies MendedData);
  }
  const mendings = all.filter(({ id }) => reach.in(view.index)(id));
  const left = reach.leftOutOf(view, idsOf(all));
  if (mendings.length === 0) {
    return {
      found: false,
      text: (wording) => left.after("every entry has a plausible time", wording),
      data: (): MendedData => ({ entries: [], ...left.data() }),
    };
  }
  if (!apply) return report(ports, view, mendings, left, reach);
  reach.checkOneProject(keysOf(view, idsOf(mendings)), IMPOSSIBLE);
  // Their places are told as they were before.
  const data = mendingData(view, mendings);
  const change = new PartedChange(ports);
  let mended = 0;
  for (let isDone = false; !isDone; ) {
    await change.write((current) => {
      // A note that cannot be read stays as it is.
      const isConcerned = reach.in(current.index);
      const concerned = (findMendings(current, now) ?? []).filter(({ id }) => isConcerned(id));
      reach.checkOneProject(keysOf(current, idsOf(concerned)), IMPOSSIBLE);
      const rest = byTopic(current, concerned).filter(({ id }) => current.body(id) !== null);
      const found = firstPart(rest, ({ id }) => current.document(id).topic);
      mended += found.length;
      isDone = found.length === rest.length || mended >= mendings.length;
      return mend(current, found);
    });
    ports.onProgress?.({ done: mended, total: mendings.length, what: "mending" });
  }
  const head = `mended the time of ${counted(mended, "entry", "entries")}`;
  return {
    found: true,
    operation: head,
    text: (wording) => [head, ...left.notes(wording).map((note) => `  ${note}`), undoHint(wording)].join("\n"),
    data: (): MendedData => ({ entries: data, applied: true, ...left.data() }),
  };
}

function report(ports: Paged, view: KnowledgeView, mendings: readonly Mending[], left: LeftOut, reach: Reach): Answer {
  const many = counted(mendings.length, "entry has", "entries have");
  const how = reach.wording.either("helix topics redate --apply", "topics action=redate apply=true");
  const head = `${many} a time that cannot be; give the neighbour's with: ${how}`;
  const answer = new PagedText(ports, [head, ...left.notes(reach.wording)]);
  const indexOf = indexFinder(view);
  answer.addEach(mendings, ({ id, minutes }) => {
    const { topic, snippet } = view.document(id);
    const times = `${formatDate(view.minutesOf(id))} → ${formatDate(minutes)}`;
    return [`  [${topicName(topic)}:${indexOf(id)} ${view.shownId(id)}] ${times} ${cleanLine(snippet[0])}`];
  });
  const text = answer.text(mendings.length, (more) => counted(more, "more entry", "more entries"));
  return {
    found: true,
    isPaged: true,
    text: () => text,
    data: (): MendedData => ({ entries: mendingData(view, mendings), applied: false, ...left.data() }),
  };
}

function idsOf(mendings: readonly Mending[]): number[] {
  return mendings.map(({ id }) => id);
}

function mendingData(view: KnowledgeView, mendings: readonly Mending[]): MendedData["entries"] {
  const indexOf = indexFinder(view);
  return mendings.map(({ id, minutes }) => ({
    topic: view.document(id).topic,
    index: indexOf(id),
    time: isoTime(view.minutesOf(id)),
    newTime: isoTime(minutes),
  }));
}

/** The notes that are to be mended, in the order of the log; null when no note has a possible time. */
function findMendings(view: KnowledgeView, now: number): Mending[] | null {
  const { index } = view;
  const isZero = new Set<number>();
  for (const { segment, first } of index.segments) {
    const { stored } = noteColumns(segment);
    for (let id = 0; id < segment.documentCount; id++) if (stored.of(id) === 0) isZero.add(first + id);
  }
  const mendings: Mending[] = [];
  /** Documents before the first one with a plausible time. */
  const early: number[] = [];
  let before: number | null = null;
  for (const id of documentsInPlaces(index)) {
    const minutes = index.minutesOf(id);
    const isPlausible = !isZero.has(id) && minutes !== 0 && minutes < impossibleFrom(now);
    if (isPlausible && before === null) for (const each of early) mendings.push({ id: each, minutes });
    if (isPlausible) before = minutes;
    else if (before === null) early.push(id);
    else mendings.push({ id, minutes: before });
  }
  return before === null && early.length > 0 ? null : mendings;
}

/** The same mendings, those of a topic together. Within a topic they are in the order of the log. */
function byTopic(view: KnowledgeView, mendings: readonly Mending[]): Mending[] {
  const topics = new Map<string, Mending[]>();
  for (const mending of mendings) {
    const { topic } = view.document(mending.id);
    const known = topics.get(topic);
    if (known) known.push(mending);
    else topics.set(topic, [mending]);
  }
  return [...topics.values()].flat();
}

/** Writes each note anew with its new time, and deletes the old one. It keeps its id. */
function mend(view: KnowledgeView, mendings: readonly Mending[]): Change[] {
  checkRewrittenBytes(
    view,
    mendings.map(({ id }) => id),
  );
  return mendings.flatMap(({ id, minutes }): Change[] => [
    { kind: "add", topic: view.document(id).topic, body: view.body(id)!, minutes, id: view.noteId(id) },
    { kind: "delete", id },
  ]);
}
