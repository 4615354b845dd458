// `helix hooks why`: the last decisions of hooks in this project.

import { invalid } from "../../base/errors.ts";
import { counted, formatSize } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDateTime } from "../../engine/text/dates.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { REASONS, SILENCES } from "../../events/log/event-types.ts";
import { type HookDecision, recentDecisions } from "../../events/log/recent-decisions.ts";
import type { FeatureContext } from "../../features/common/feature.ts";
import { hookType } from "../../hooks/common/hook-types.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { type ParsedValues, withKnowledgeBase } from "./command.ts";
import type { DecisionsData } from "./data/events.ts";

const COUNT_USUAL = 10;
const COUNT_MAX = 500;
/** How many of the notes that one hook held back are listed. */
const HELD_SHOWN_MAX = 10;
const LINE_LENGTH_MAX = 60;
const NAME_LENGTH_MAX = 40;
const MINUTE_MS = 60_000;

/** Options of `helix hooks why`, in addition to those of every command. */
export const WHY_OPTIONS = {
  limit: {
    type: "string",
    description: `why: how many decisions, the last ones (default ${COUNT_USUAL})`,
    valueHint: "N",
  },
  session: { type: "string", description: "why: only of this session of the client", valueHint: "ID" },
  all: { type: "boolean", description: "why: of all projects" },
} as const;

/** Prints the last decisions. */
export function whyHooks(values: ParsedValues) {
  const count = countOf(values.limit);
  return withKnowledgeBase(values, async (context) => {
    const { base, project } = context;
    const accepts = (decision: HookDecision) => {
      // What learn showed is no decision of a hook.
      if (hookType(decision.hook) === null) return false;
      if (values.session !== undefined && decision.session !== values.session) return false;
      const isHere = project === null ? decision.project.length === 0 : sameProject(decision.project, project.keys);
      return values.all === true || values.session !== undefined || isHere;
    };
    const decisions = recentDecisions(new EventLog(diskFileSystem, base.directory), accepts, count);
    const view = decisions.length === 0 ? null : await base.view();
    return {
      found: decisions.length > 0,
      text: () =>
        view === null ? nothing(values, context) : decisions.flatMap((each) => lines(view, each)).join("\n"),
      data: (): DecisionsData => ({ decisions: view === null ? [] : decisions.map((each) => data(view, each)) }),
    };
  });
}

function nothing({ session, all }: ParsedValues, { project }: FeatureContext): string {
  const where =
    session !== undefined
      ? "in that session"
      : all
        ? "yet"
        : project === null
          ? "outside of projects"
          : "in this project";
  const wider = all || session !== undefined ? "" : "; --all looks at all projects";
  return `no hook has decided anything ${where}: helix hooks status says which hooks run${wider}`;
}

function lines(view: KnowledgeView, decision: HookDecision): string[] {
  const { at, hook, file, agent, shown, held, said, unsaid, why, output } = decision;
  const place = file === "" ? "" : ` ${cutLine(cleanLine(file), LINE_LENGTH_MAX)}`;
  const reader = agent === "" ? "" : ` (to subagent ${cutLine(cleanLine(agent), NAME_LENGTH_MAX)})`;
  const shortened = output === null ? [] : [`shortened an output of ${outputWords(output)}`];
  const isOnlyThat = output !== null && shown.length + said.length === 0;
  const showed = isOnlyThat ? [] : [why === null ? `showed ${shownWords(decision)}` : `silent: ${SILENCES[why]}`];
  const result = [...shortened, ...showed].join("; ");
  const listed = held.slice(0, HELD_SHOWN_MAX);
  const more = held.length - listed.length;
  return [
    `${formatDateTime(Math.floor(at / MINUTE_MS))} ${hook}${place}${reader}: ${result}`,
    ...shown.map((id) => `  showed ${noteLine(view, id)}`),
    ...said.map((name) => `  said ${offerName(name)}`),
    ...unsaid
      .slice(0, HELD_SHOWN_MAX)
      .flatMap(([name, reason, score]) =>
        reason === "whole"
          ? [`  left an output whole: ${offerName(name.replace(/^output /, ""))}`]
          : [
              `  held back ${offerName(name)}`,
              `    ${REASONS[reason] ?? reason}${score === undefined ? "" : ` (${score})`}`,
            ],
      ),
    ...listed.flatMap(([id, reason, score]) => [
      `  held back ${noteLine(view, id)}`,
      `    ${REASONS[reason] ?? reason}${score === undefined ? "" : ` (${score})`}`,
    ]),
    ...(more > 0 ? [`  ... and ${more} more`] : []),
  ];
}

/** What was shown, in numbers: notes, and what other sources said. */
function shownWords({ shown, said }: HookDecision): string {
  const others = said.length === 0 ? [] : [counted(said.length, "thing beside notes", "things beside notes")];
  const notes = shown.length === 0 && others.length > 0 ? [] : [counted(shown.length, "note", "notes")];
  return [...notes, ...others].join(", ");
}

/** `git log by git-log, 48.2 kB to 1.1 kB: helix output K3V9X2MP` */
function outputWords({ command, filter, key, before, after }: NonNullable<HookDecision["output"]>): string {
  const [program, by] = [command, filter].map((name) => cutLine(cleanLine(name), NAME_LENGTH_MAX));
  const how = key === "" ? "" : `: helix output ${cleanLine(key)}`;
  return `${program} by ${by}, ${formatSize(before)} to ${formatSize(after)}${how}`;
}

function offerName(name: string): string {
  return cutLine(cleanLine(name), LINE_LENGTH_MAX * 2);
}

function noteLine(view: KnowledgeView, id: string): string {
  const { topic, index, line } = noteData(view, id);
  if (topic === null) return `${shownNoteId(id)} (deleted since)`;
  return `${cutLine(topicName(topic), NAME_LENGTH_MAX)}:${index} ${shownNoteId(id)} ${cutLine(cleanLine(line), LINE_LENGTH_MAX)}`;
}

function data(
  view: KnowledgeView,
  { at, session, agent, hook, file, shown, held, said, unsaid, why, output }: HookDecision,
): DecisionsData["decisions"][number] {
  return {
    time: new Date(at).toISOString(),
    session,
    agent,
    hook,
    file,
    silent: why,
    shown: shown.map((id) => noteData(view, id)),
    held: held.map(([id, reason, score = null]) => ({ ...noteData(view, id), reason, score })),
    said: [...said],
    unsaid: unsaid.map(([name, reason, score = null]) => ({ name, reason, score })),
    output: output && outputData(output),
  };
}

function outputData({ command, filter, key, before, after }: NonNullable<HookDecision["output"]>) {
  return { command, filter, key, before, after };
}

/** Where a note is now; nulls for one that is gone. */
function noteData(view: KnowledgeView, id: string) {
  const found = view.findNote(id);
  if (found === null) return { id, topic: null, index: null, line: "" };
  const { topic, snippet } = view.document(found);
  return { id, topic, index: view.topicDocuments(topic).indexOf(found), line: snippet[0] };
}

function countOf(given: unknown): number {
  if (given === undefined) return COUNT_USUAL;
  const count = Number(given);
  if (/^\d+$/.test(String(given)) && count >= 1 && count <= COUNT_MAX) return count;
  throw invalid(
    `--limit ${JSON.stringify(given)} is not accepted: give a number from 1 to ${COUNT_MAX}, e.g. --limit ${COUNT_USUAL}`,
  );
}
