// `helix plan override`: a person allows something beyond the limits of an active workspace, with a reason. It is written
// into the event log first, so that nothing is allowed of which nothing is known.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { loadMask } from "../../code/shown-code.ts";
import { cleanText } from "../../engine/text/clean.ts";
import type { FeatureContext } from "../../features/common/feature.ts";
import { knownWorkspaces } from "../../features/plan/caller.ts";
import { type PlanPorts, planStore } from "../../features/plan/ports.ts";
import { treeFacts } from "../../features/plan/tree-facts.ts";
import { checkPaths } from "../../plan/check/check-paths.ts";
import { plainSeq } from "../../plan/documents/read-plan.ts";
import type { Override, RefusalKind, Workspace } from "../../plan/workspace/workspace.ts";
import { type ParsedValues, wholeNumber } from "./command.ts";
import type { PlanOverriddenData } from "./data/plans.ts";
import { isTypedByPerson } from "./typed-by-person.ts";

export const ACCEPTED_KINDS = ["outside", "verify", "gap", "idioms", "tree"] as const satisfies RefusalKind[];
const WORDS_MIN = 3;
const REASON_MAX = 2000;
const BUDGET_MAX = 50;
const GLOBS_MAX = 50;
const EXAMPLE = 'helix plan override 002 --reason "the parser needs it too" --delta src/parser.ts';

/** Allows something beside the limits. Throws INVALID_ARGUMENT, NOT_FOUND, IO. */
export async function overrideWorkspace(
  context: FeatureContext,
  given: string | undefined,
  values: ParsedValues,
): Promise<Answer> {
  if (!(await isTypedByPerson()))
    throw invalid(`only a person can override limits: type it in a terminal of your own, e.g. ${EXAMPLE}`);
  const ports = context as PlanPorts;
  const reason = (await loadMask())(reasonOf(values));
  const budget = wholeNumber(values, "budget", { example: 2, min: 1, max: BUDGET_MAX }) ?? 0;
  const delta = listOf(values.delta);
  const accepts = listOf(values.accept).map(kindOf);
  if (budget === 0 && delta.length === 0 && accepts.length === 0)
    throw invalid(`say what is allowed: --delta GLOB, --budget N or --accept KIND, e.g. ${EXAMPLE}`);
  if (delta.length > GLOBS_MAX) throw invalid(`--delta takes at most ${GLOBS_MAX} globs`);
  const { errors } = checkPaths("--delta", delta, treeFacts(ports));
  if (errors.length > 0) throw invalid(errors.join("; "));
  const { store, workspace } = workspaceNamed(ports, given);
  const override: Override = { at: context.base.clock(), reason, delta, budget, accepts };
  const plans = planStore(ports);
  const allows = [...delta.map((glob) => `delta ${glob}`), ...(budget > 0 ? [`budget ${budget}`] : []), ...accepts];
  plans.record([{ type: "override", workspace: workspace.id, allows, reason: plans.keepReason(reason) }]);
  store.allow(workspace, override);
  const { seq, slug } = workspace.task;
  const said = [
    ...delta,
    ...(budget > 0 ? [`${counted(budget, "call", "calls")} more`] : []),
    ...accepts.map((kind) => `a report in spite of "${kind}"`),
  ];
  return {
    found: true,
    operation: `limits of workspace ${workspace.id} were overridden`,
    text: () =>
      `allowed for task ${seq} ${slug} (workspace ${workspace.id}): ${said.join(", ")}; its report will say so`,
    data: (): PlanOverriddenData => ({
      workspace: workspace.id,
      seq,
      reason,
      delta: [...delta],
      budget,
      accept: [...accepts],
    }),
  };
}

function reasonOf({ reason }: ParsedValues): string {
  const { text } = cleanText(String(reason ?? ""));
  if (text.split(/\s+/).filter((word) => word !== "").length < WORDS_MIN)
    throw invalid(
      `--reason is ${text === "" ? "missing" : "too short"}: say in three words or more why, e.g. ${EXAMPLE}`,
    );
  if (text.length > REASON_MAX) throw invalid(`--reason has more than ${REASON_MAX} characters`);
  return text;
}

function listOf(value: unknown): string[] {
  return String(value ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function kindOf(given: string): RefusalKind {
  const kind = ACCEPTED_KINDS.find((each) => each === given.toLowerCase());
  if (kind !== undefined) return kind;
  throw invalid(`--accept=${given} is not accepted: give ${ACCEPTED_KINDS.join(", ")}, e.g. --accept=outside`);
}

/** Whether a person means this workspace: by the beginning of its id, by its task's number or name. */
export function isNamed({ id, task }: Workspace, wanted: string): boolean {
  return id.startsWith(wanted) || task.seq === (plainSeq(wanted) ?? wanted) || task.slug === wanted;
}

/** The active workspace of a task of the project, or of the beginning of an id. */
function workspaceNamed(ports: PlanPorts, given: string | undefined) {
  const { store, active, damaged } = knownWorkspaces(ports);
  const wanted = (given ?? "").trim();
  const found = wanted === "" ? active : active.filter(({ workspace }) => isNamed(workspace, wanted));
  if (found.length === 1) return { store, workspace: found[0]!.workspace };
  const [unread] = damaged;
  if (found.length === 0 && unread !== undefined)
    throw new HelixError(
      "IO",
      `workspace ${unread.id} cannot be read, and nothing was allowed: ${unread.why}; helix plan release ${unread.id} ends it`,
    );
  const listed = active.map(({ workspace: { id, task } }) => `${id} (task ${task.seq})`);
  if (active.length === 0)
    throw new HelixError("NOT_FOUND", "no workspace is active in this project: there are no limits to override");
  const there = `active ${active.length === 1 ? "is" : "are"} ${listed.join(", ")}`;
  if (found.length > 1) throw invalid(`say which workspace: ${there}; e.g. ${EXAMPLE}`);
  throw new HelixError("NOT_FOUND", `no active workspace is ${JSON.stringify(wanted.slice(0, 40))}: ${there}`);
}
