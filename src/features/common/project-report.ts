// Tells the person who works in a folder which project the folder belongs to, and why.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { noteColumns } from "../../notes/index/note-columns.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import { type FoundProject, sameProject } from "../../notes/projects/project.ts";
import type { Standing } from "../../notes/projects/project-standing.ts";
import type { ProjectData } from "./data.ts";

const KEY_SHOWN_MAX = 200;
const FOLDERS_SHOWN_MAX = 8;

/** Why a remote counts. */
const WHY: Readonly<Record<Exclude<Standing, "no remote" | "unknown">, string>> = {
  known: "this folder is on record as a clone of it",
  noted: "notes of it were stored from this folder",
  first: "nothing of it was seen before, so what is stored here is the first",
  commit: "the repository holds a commit that is on record for it",
  tip: "the repository stands at the commit of a clone of it that is on record",
};

/** The answer of `helix project`. */
export function projectReport(found: FoundProject, standing: Standing, index: NoteIndex): Answer {
  const { root, folder, remote, isOwn } = found;
  const counts = standing !== "no remote" && standing !== "unknown";
  const notes = notesOf(index, [folder]).count;
  const claimed = remote === null ? null : notesOf(index, [remote]);
  const from = (claimed?.folders ?? []).filter((key) => key !== folder);
  return {
    found: true,
    text() {
      const shown = cutLine(remote ?? "", KEY_SHOWN_MAX);
      const lines = [`${counts ? `${shown}, ` : ""}${folder} (${root})`];
      if (!isOwn)
        lines.push(
          "  .git here leads to a repository that does not name this folder: of that only the remote is taken",
        );
      if (standing === "no remote") lines.push("  no origin is named: the folder alone tells which notes are its own");
      else if (standing === "unknown") {
        lines.push(
          `  ${shown} does not count here: the git configuration names it, but this folder is not known to be a clone of it`,
          `  what is stored here is not filed under ${shown}, and its notes are not shown here`,
          "  if it is a clone of yours, have helix note that: helix project --trust",
        );
      } else lines.push(`  ${shown} counts here: ${WHY[standing]}`);
      lines.push(`  ${counted(notes, "note", "notes")} of this folder`);
      if (claimed !== null) lines.push(`  ${counted(claimed.count, "note", "notes")} of ${shown}${otherFolders(from)}`);
      return lines.join("\n");
    },
    data: (): ProjectData => ({
      root,
      folder,
      remote,
      counts,
      standing,
      notes,
      remoteNotes: claimed?.count ?? 0,
      from,
    }),
  };
}

/** How many live notes have one of the keys, and the folders that they were stored from. */
function notesOf(index: NoteIndex, wanted: readonly string[]): { count: number; folders: string[] } {
  let count = 0;
  const folders = new Set<string>();
  for (const { segment, first } of index.segments) {
    const columns = noteColumns(segment);
    const isOf = columns.withProject((keys) => sameProject(keys, wanted));
    for (let id = 0; id < segment.documentCount; id++) {
      if (!isOf(id) || index.isDeleted(first + id)) continue;
      count++;
      const key = columns.projectsOf(id).at(-1)!;
      if (!wanted.includes(key)) folders.add(key);
    }
  }
  return { count, folders: [...folders].sort() };
}

function otherFolders(folders: readonly string[]): string {
  if (folders.length === 0) return "";
  const more = folders.length - FOLDERS_SHOWN_MAX;
  const named = folders.slice(0, FOLDERS_SHOWN_MAX).map((key) => cutLine(key, KEY_SHOWN_MAX));
  return `, stored from ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
