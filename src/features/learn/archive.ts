// learn action=archive and action=restore: take notes that are named by their ids out of search, brief, hooks, recall
// and the counts of learn, and bring them back. Whoever names a note may archive it, whatever its tags and its record.

import type { Answer } from "../../base/answer.ts";
import type { TextList } from "../../base/text-list.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { ARCHIVED_TAG } from "../../notes/lessons/lesson.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { PagedText } from "../common/paged-text.ts";
import { titleOf } from "../edit/target.ts";
import { undoHint } from "../topics/listing.ts";
import { archivingChanges } from "./archiving.ts";
import type { ArchiveData } from "./care-data.ts";
import { type CarePorts, namedNotes, noteAddress } from "./care-lessons.ts";

interface ArchiveArguments {
  readonly ids?: TextList | undefined;
  readonly apply?: boolean | undefined;
}

/** The notes that are named, by whether something changes. */
interface Named {
  readonly changed: readonly {
    readonly id: string;
    readonly topic: string;
    readonly title: string;
    readonly line: string;
  }[];
  readonly documents: readonly number[];
  /** Ids of those that are so already. */
  readonly unchanged: readonly string[];
}

/** Archives notes. Throws NOT_FOUND, INVALID_ARGUMENT, LIMIT, and what a write throws. */
export function archive(ports: CarePorts, values: ArchiveArguments): Promise<Answer> {
  return setArchived(ports, values, true);
}

/** Restores notes that are archived. Throws the same. */
export function restore(ports: CarePorts, values: ArchiveArguments): Promise<Answer> {
  return setArchived(ports, values, false);
}

async function setArchived(
  ports: CarePorts,
  { ids = [], apply = false }: ArchiveArguments,
  isArchived: boolean,
): Promise<Answer> {
  let named = namedIn(await ports.base.view(indexingProgress(ports)), ids, isArchived);
  if (!apply || named.documents.length === 0) return report(ports, named, isArchived);
  await ports.base.change((view) => {
    named = namedIn(view, ids, isArchived);
    return archivingChanges(view, named.documents, isArchived);
  }, indexingProgress(ports));
  const head = `${isArchived ? "archived" : "restored"} ${counted(named.changed.length, "note", "notes")}`;
  return {
    found: true,
    operation: head,
    text: (say) =>
      [head, ...named.changed.map(({ line }) => `  ${line}`), ...already(named, isArchived), undoHint(say)].join("\n"),
    data: () => dataOf(named, true),
  };
}

function namedIn(view: KnowledgeView, ids: TextList, isArchived: boolean): Named {
  const all = namedNotes(view, ids);
  const isSo = (document: number) => view.document(document).tags.includes(ARCHIVED_TAG) === isArchived;
  const documents = all.filter((document) => !isSo(document));
  return {
    documents,
    changed: documents.map((document) => {
      const { topic, snippet } = view.document(document);
      const title = titleOf({ text: snippet[0] });
      return { id: view.noteId(document), topic, title, line: `[${noteAddress(view, document)}] ${title}` };
    }),
    unchanged: all.filter(isSo).map((document) => view.noteId(document)),
  };
}

function report(ports: CarePorts, named: Named, isArchived: boolean): Answer {
  const { changed } = named;
  return {
    found: true,
    isPaged: true,
    text(say) {
      const closing =
        changed.length === 0 ? [] : [`nothing was changed; do it with: ${callOf(named, isArchived, say)}`];
      const answer = new PagedText(ports, [...already(named, isArchived), ...closing]);
      const what = isArchived ? "archive" : "restore";
      answer.head(
        changed.length === 0 ? `nothing to ${what}` : `would ${what} ${counted(changed.length, "note", "notes")}`,
      );
      answer.addEach(changed, ({ line }) => [`  ${line}`]);
      return answer.text(changed.length, (rest) => counted(rest, "more note", "more notes"));
    },
    data: () => dataOf(named, false),
  };
}

function already({ unchanged }: Named, isArchived: boolean): string[] {
  if (unchanged.length === 0) return [];
  return [`  ${isArchived ? "archived already" : "not archived"}: ${unchanged.map(shownNoteId).join(", ")}`];
}

function callOf({ changed }: Named, isArchived: boolean, say: Wording): string {
  const ids = changed.map(({ id }) => shownNoteId(id)).join(",");
  const action = isArchived ? "archive" : "restore";
  return say.either(`helix learn ${action} ${ids} --apply`, `learn action=${action} ids="${ids}" apply=true`);
}

function dataOf({ changed, unchanged }: Named, applied: boolean): ArchiveData {
  return { notes: changed.map(({ id, topic, title }) => ({ id, topic, title })), unchanged: [...unchanged], applied };
}
