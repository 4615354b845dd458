// The originals of shortened outputs on this machine's disk.

import type { NewEvent } from "../events/log/event-types.ts";
import { EventWriter } from "../events/log/event-writer.ts";
import type { KeptOutputAccess } from "../features/common/kept-access.ts";
import { KeptOutputs } from "../filters/kept/kept-outputs.ts";
import { randomOutputKey } from "../filters/kept/output-key.ts";
import type { KnowledgeBase } from "../notes/store/knowledge-base.ts";
import { randomNoteId } from "../notes/text/note-id.ts";
import { diskAppendedFiles } from "../platform/disk-appended-files.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";
import { isOwnDirectory } from "../platform/own-directory.ts";

/** The originals that are kept in a knowledge base directory. */
export function keptOutputs(directory: string): KeptOutputs {
  return new KeptOutputs({ files: diskFileSystem, directory, newKey: randomOutputKey, isOwn: isOwnDirectory });
}

/** The same for the tool and the command `output`; `caller` says whose session and project it is. */
export function outputAccess(
  { directory, clock }: Pick<KnowledgeBase, "directory" | "clock">,
  caller: () => { readonly session: string | null; readonly project: readonly string[] },
): KeptOutputAccess {
  const events = new EventWriter(diskAppendedFiles, directory, randomNoteId);
  const note = (event: NewEvent) => {
    const { session, project } = caller();
    events.append({ at: clock(), session: session ?? "", agent: "", project }, [event]);
  };
  return { kept: keptOutputs(directory), session: () => caller().session, note };
}
