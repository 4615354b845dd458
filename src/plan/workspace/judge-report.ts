// Judges a report of DELIVERED by what was found out about the workspace: all that is wrong at once. Nothing here reads
// or writes anything.
// Invariants:
// - What could not be found out is said. It refuses only where the limit cannot hold without it: a tree that cannot be
//   compared, a verify command that was not seen.
// - A person's override of a kind accepts what is wrong of that kind, and is told with its reason.

import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { shownName } from "../../platform/tree-entries.ts";
import { isInDelta } from "../guard/delta.ts";
import type { Attributed, OtherWorkspace } from "./attribution.ts";
import type { ForbiddenLine } from "./forbidden-lines.ts";
import type { TreeChange } from "./snapshot-diff.ts";
import { shownCalls, type TranscriptGap } from "./transcript-gap.ts";
import type { VerifySeen } from "./verify-seen.ts";
import type { Override, RefusalKind, Workspace } from "./workspace.ts";

/** What was found out. */
export interface ReportFacts {
  readonly workspace: Workspace;
  readonly overrides: readonly Override[];
  /** Why the tree cannot be compared; "" where it was. */
  readonly treeFlaw: string;
  readonly changes: Attributed;
  readonly others: readonly OtherWorkspace[];
  readonly verify: VerifySeen;
  readonly gap: TranscriptGap;
  readonly forbidden: readonly ForbiddenLine[];
  /** What else has to be said, a line each. */
  readonly notes: readonly string[];
}

export interface Refusal {
  readonly kind: RefusalKind;
  /** The first says what is wrong, those behind it list what. */
  readonly lines: readonly string[];
}

export interface Judgement {
  /** None: it is delivered. */
  readonly refusals: readonly Refusal[];
  /** What a person accepted, with the reason. */
  readonly overridden: readonly string[];
  readonly notes: readonly string[];
  readonly changed: readonly string[];
  readonly unattributed: readonly string[];
}

const LISTED_MAX = 20;
const SHOWN_MAX = 200;

/** The judgement on a report of DELIVERED. */
export function judgeReport(facts: ReportFacts): Judgement {
  const { overrides, changes, notes } = facts;
  const all = [treeRefusal(facts), outsideRefusal(facts), verifyRefusal(facts), gapRefusal(facts), idiomRefusal(facts)];
  const refusals: Refusal[] = [];
  const overridden: string[] = overrides.flatMap(allowedBeside);
  for (const refusal of all) {
    if (refusal === null) continue;
    const accepting = overrides.find(({ accepts }) => accepts.includes(refusal.kind));
    if (accepting === undefined) refusals.push(refusal);
    else overridden.push(`${refusal.kind}: ${refusal.lines[0]} (accepted by a person: ${shown(accepting.reason)})`);
  }
  return {
    refusals,
    overridden,
    notes: [...reportNotes(facts), ...notes],
    changed: changes.own.map(({ path }) => path),
    unattributed: changes.unattributed.map(({ change }) => change.path),
  };
}

function allowedBeside({ delta, budget, reason }: Override): string[] {
  const what = [...delta.map(shown), ...(budget > 0 ? [counted(budget, "call more", "calls more")] : [])];
  return what.length === 0 ? [] : [`allowed beside the limits: ${what.join(", ")} (by a person: ${shown(reason)})`];
}

function treeRefusal({ treeFlaw }: ReportFacts): Refusal | null {
  return treeFlaw === "" ? null : { kind: "tree", lines: [`the work tree cannot be compared: ${treeFlaw}`] };
}

function outsideRefusal({ workspace, changes: { outside }, others }: ReportFacts): Refusal | null {
  if (outside.length === 0) return null;
  const what = counted(outside.length, "path", "paths");
  const lines = [`${what} changed outside of the task's delta: take it back, or report the task as blocked`];
  // Samples of hooks, which git never runs, come last.
  const isSample = ({ path }: TreeChange) => Number(path.endsWith(".sample"));
  for (const change of [...outside].sort((a, b) => isSample(a) - isSample(b)).slice(0, LISTED_MAX)) {
    const near = likeIn(change.path, workspace.task.delta);
    lines.push(`${shownChange(change)}${near === null ? "" : `, which is not ${shown(near)} of the delta`}`);
  }
  if (outside.length > LISTED_MAX) lines.push(`and ${outside.length - LISTED_MAX} more`);
  if (others.length > 0) {
    const seqs = others.map(({ workspace: { task } }) => task.seq).join(", ");
    const [were, whose] = others.length === 1 ? ["was", "whose delta"] : ["were", "whose deltas"];
    lines.push(`it may not have been this task: ${seqs} ${were} active meanwhile, in ${whose} it is not either`);
  }
  return { kind: "outside", lines };
}

function verifyRefusal({ workspace, verify }: ReportFacts): Refusal | null {
  if (verify.isGreen) return null;
  const command = shown(workspace.task.verify);
  const first = `the verify command ${verify.instead}`;
  const how =
    workspace.hold === "guard"
      ? `run it as it stands, in ${workspace.root} or behind "cd ${workspace.root} && ", with nothing else around it: ${command}`
      : `no hook sees it here: install them (helix setup), or have a person approve the plan (helix plan approve), then helix runs it: ${command}`;
  return { kind: "verify", lines: [first, how] };
}

function gapRefusal({ gap: { unseen } }: ReportFacts): Refusal | null {
  if (unseen.length === 0) return null;
  return {
    kind: "gap",
    lines: [
      `the guard did not see ${shown(shownCalls(unseen))}, which the transcript has: they were not held to the limits`,
      ...unseen.slice(0, LISTED_MAX).map(({ tool, id }) => `${shown(tool)} ${shown(id)}`),
    ],
  };
}

function idiomRefusal({ forbidden }: ReportFacts): Refusal | null {
  if (forbidden.length === 0) return null;
  const where = ({ path, line, entry }: ForbiddenLine) =>
    `${shown(path)}${line === null ? "" : `:${line}`} has ${shown(entry)}`;
  return {
    kind: "idioms",
    lines: ["new lines have what the plan forbids", ...forbidden.slice(0, LISTED_MAX).map(where)],
  };
}

const BEFORE: Readonly<Record<VerifySeen["before"], string>> = {
  green: "the verify command succeeded before anything was changed, too, so it alone does not show what was done",
  red: "the verify command failed before anything was changed",
  unseen: "the verify command was not run before the first change, so what it showed then is not known",
};

function reportNotes({ workspace, verify, gap, changes, others }: ReportFacts): string[] {
  const notes = [BEFORE[verify.before]];
  if (workspace.hold === "report") notes.push("no guard held the limits: they were only looked at now");
  else notes.push(...gap.notes);
  if (changes.own.length === 0) notes.push("nothing in the delta was changed");
  const told = [
    ...changes.shared.map(
      ({ change, other: { task } }) =>
        `counted as this task's: ${shownChange(change)} is in the delta of ${task.seq}, too, active meanwhile`,
    ),
    ...changes.unattributed.map(
      ({ change, other: { task } }) =>
        `not attributable: ${shownChange(change)} is in the delta of ${task.seq}, active meanwhile`,
    ),
  ];
  notes.push(...told.slice(0, LISTED_MAX));
  const more = told.length - LISTED_MAX;
  if (more > 0) notes.push(`and ${more} more of which it is not certain who changed them`);
  if (others.length > 0 && told.length > 0)
    notes.push("only a work tree for each task makes sure who changed what (git worktree add)");
  return notes;
}

const DID: Readonly<Record<TreeChange["kind"], string>> = {
  added: "added",
  deleted: "deleted",
  content: "changed",
  mode: "has another mode",
  target: "leads elsewhere",
  type: "is another kind of file",
  facts: "changed, by its size or times (it is too large to be read)",
};

/** A change in one line. */
export function shownChange({ path, kind, from, isHidden }: TreeChange): string {
  const renamed = from === null ? "" : ` (was ${shown(from)})`;
  return `${shown(path)} ${DID[kind]}${renamed}${isHidden ? ", ignored by git only since a rule was changed" : ""}`;
}

/** A path of the delta that differs from `path` in case or in Unicode's form only. */
function likeIn(path: string, delta: readonly string[]): string | null {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase();
  return delta.find((glob) => !isInDelta(path, [glob]) && isInDelta(plain(path), [plain(glob)])) ?? null;
}

function shown(text: string): string {
  return cutLine(cleanLine(shownName(text)), SHOWN_MAX);
}
