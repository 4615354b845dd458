// `helix plan approve`: a person says that helix itself may run the verify commands of a plan at reports. They are shown
// before, as they would be run. The answer is for one plan: a changed plan is another one.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import type { FeatureContext } from "../../features/common/feature.ts";
import { type PlanPorts, planRoot, planStore } from "../../features/plan/ports.ts";
import { NO_PLAN } from "../../features/plan/status.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import type { KnownPlan } from "../../plan/plan-store.ts";
import { readAnswer } from "../../platform/user-input.ts";
import type { PlanApprovedData } from "./data/plans.ts";
import { printAnswer } from "./output.ts";
import { isTypedByPerson } from "./typed-by-person.ts";

/** Approves the plan of a hash, of its beginning, or the current one. Throws INVALID_ARGUMENT, NOT_FOUND, IO. */
export async function approvePlan(context: FeatureContext, given: string | undefined): Promise<Answer> {
  if (!(await isTypedByPerson()))
    throw invalid("only a person can approve a plan: type it in a terminal of your own, e.g. helix plan approve");
  const ports = context as PlanPorts;
  const plans = planStore(ports);
  const known = given === undefined ? plans.current() : plans.plan(given);
  if (known === null) throw new HelixError("NOT_FOUND", NO_PLAN);
  if (known.plan.decision === "CLARIFY") throw invalid(`plan ${shownHash(known.hash)} asks first: it has no tasks`);
  if (known.isApproved) return answerOf(known, `plan ${shownHash(known.hash)} is approved already`, true, false);
  printAnswer(shownLines(known, planRoot(ports)).join("\n"));
  const answer = readAnswer('May helix run these commands itself when their tasks are reported? Type "yes": ');
  if (answer.trim().toLowerCase() !== "yes") return answerOf(known, "nothing was changed", false, false);
  plans.record([{ type: "plan", plan: known.hash, how: "approved" }]);
  return answerOf(known, `plan ${shownHash(known.hash)} is approved`, true, true);
}

function shownLines({ hash, plan }: KnownPlan, root: string): string[] {
  return [
    `plan ${shownHash(hash)}: ${cleanLine(plan.objective)}`,
    `${counted(plan.tasks.length, "command", "commands")}, each run by sh -c in ${cleanLine(root)}, for at most 5 minutes:`,
    ...plan.tasks.map(({ seq, slug, verify }) => `  ${seq} ${cleanLine(slug)}: ${shownCommand(verify)}`),
  ];
}

/** A command as it would be run: one line, in quotes where a line break or a hidden character could mislead. */
function shownCommand(verify: string): string {
  return /[\p{C}\u2028\u2029]/u.test(verify) ? JSON.stringify(verify) : verify;
}

function answerOf({ hash, plan }: KnownPlan, said: string, approved: boolean, isChanged: boolean): Answer {
  return {
    found: true,
    ...(isChanged ? { operation: said } : {}),
    text: () => said,
    data: (): PlanApprovedData => ({
      hash,
      objective: plan.objective,
      verify: plan.tasks.map(({ verify }) => verify),
      approved,
    }),
  };
}
