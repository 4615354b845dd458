// The lesson that a resolved failure is worth: the error, what was changed between red and green, and the run, as a call
// that is ready to be made. It is stored only if somebody makes it.
// Invariants:
// - A failure that went away by itself is no lesson: something of the project was edited in between.
// - Texts stay within their line and their quotes, whatever an error says.

import { cleanLine } from "../../engine/text/clean.ts";
import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { fileList, shownName } from "../../events/session-report.ts";
import type { ResolvedFailure, SessionState } from "../../events/session-state.ts";

const PROPOSALS_MAX = 2;
const TRIGGER_LENGTH_MAX = 120;

/** The lines that propose lessons; none where nothing was resolved since anything was stored. */
export function proposedLessons({ resolved }: Pick<SessionState, "resolved">): string[] {
  const known = new Set<string>();
  const lessons = resolved.filter(({ title, edited }) => {
    const isNew = title !== "" && edited.some(isOfProject) && !known.has(title);
    known.add(title);
    return isNew;
  });
  return lessons.slice(-PROPOSALS_MAX).flatMap(proposal);
}

function proposal({ title, edited, run }: ResolvedFailure): string[] {
  const trigger = showControls(cutLine(cleanLine(title), TRIGGER_LENGTH_MAX)).replaceAll('"', "'");
  const files = fileList(new Set(edited.filter(isOfProject))).replaceAll('"', "'");
  return [
    `An error was resolved: "${trigger}". Between red and green ${files} changed, then ${shownName(run)} passed.`,
    `If another session may meet it, keep what to do as a lesson (helix's tool learn action="remember" type="failure" trigger="${trigger}" resolution="..., in ${files}"; in a shell: helix learn remember).`,
  ];
}

/** Paths outside of the project are private. */
function isOfProject(path: string): boolean {
  return !/^(?:\/|~|\.\.\/)/.test(path);
}
