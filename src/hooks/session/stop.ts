// The end of a turn: reminds the model to store notes, once a conversation. The reminder makes the model go on, so it
// has to be worth a turn. It comes only if, since the last note was stored, a build or test failed (so there was
// something to find out) or several files were edited (so it was more than a small correction). With it come the lessons
// that resolved failures are worth, and a request to judge what was shown.

import { fileList, shownName } from "../../events/session-report.ts";
import type { SessionState } from "../../events/session-state.ts";
import { SILENCE } from "../common/hook-answer.ts";
import type { HookContext, HookOutcome } from "../common/hook-context.ts";
import { takeBackRefused } from "../common/refused-edits.ts";
import { proposedLessons } from "../lessons/proposal.ts";
import { reportLines } from "../lessons/report-request.ts";

const EDITS_MIN = 2;

/** Answers the event. */
export function stop(context: HookContext): HookOutcome {
  const { event, session } = context;
  if (event.stopHookActive || event.agent !== "" || session.isReminded) return { answer: SILENCE, updates: [] };
  const refused = takeBackRefused(context);
  const { isUnstored, editedSince, failedSince } = session;
  const isWorth = isUnstored && (failedSince !== null || editedSince.size >= EDITS_MIN);
  if (!isWorth) return { answer: SILENCE, updates: refused };
  return { answer: { kind: "text", text: reminder(session) }, updates: [...refused, { kind: "n", value: "" }] };
}

function reminder(session: SessionState): string {
  const { stores, editedSince, failedSince, shown } = session;
  const what = [
    ...(failedSince === null ? [] : [`"${shownName(failedSince)}" failed`]),
    ...(editedSince.size === 0 ? [] : [`these files were edited: ${fileList(editedSince)}`]),
  ].join(" and ");
  return [
    `helix: nothing was stored ${stores === 0 ? "in this session" : "since"}, though ${what}.`,
    "Did something take effort to find out that the next session would have to find out again: a cause, a trap, a decision with its reason?",
    `Then store it now, a note each, with the source where it has one (helix's tool store topic="..." text="gotcha: ..." source="path:line"; in a shell: helix store TOPIC TEXT --source path:line).`,
    ...proposedLessons(session),
    ...(shown.isJudged ? [] : reportLines(shown.resolved, shown.doubts)),
    `If work is left half done, save where it stands (helix's tool topics action="checkpoint" task="..." next=["..."]; in a shell: helix checkpoint TASK --next STEPS).`,
    "If there is nothing of the kind, just end: no answer is needed.",
  ].join("\n");
}
