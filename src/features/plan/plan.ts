// plan: tasks with limits. One tool with several actions; each action has a file of its own.

import type { Answer } from "../../base/answer.ts";
import { checkAction, defineFeature } from "../common/feature.ts";
import { explore } from "./explore.ts";
import { PLAN_ACTIONS, type PlanAction, type PlanArguments, planParameters } from "./parameters.ts";
import { PLAN_COMMAND } from "./plan-command.ts";
import type { PlanPorts } from "./ports.ts";
import { ready } from "./ready.ts";
import { report } from "./report.ts";
import { save } from "./save.ts";
import { show } from "./show.ts";
import { start } from "./start.ts";
import { status } from "./status.ts";

const RUN: Record<PlanAction, (ports: PlanPorts, values: PlanArguments) => Promise<Answer>> = {
  explore,
  save,
  show,
  ready,
  start,
  report,
  status,
};

/** Actions that change nothing. */
const READING: readonly unknown[] = ["show", "ready", "status"] satisfies PlanAction[];

export const planFeature = defineFeature({
  name: "plan",
  title: "Plans",
  command: PLAN_COMMAND,
  description:
    "Tasks with limits that hold: explore, save a plan, start a task (its delta, verify and budget bind you), report it.",
  searchHint: "subagent builder workspace delta",
  hints: { readOnly: false, destructive: false, idempotent: false },
  budget: 2500,
  parameters: planParameters,
  onlyReads: ({ action, data, clear }) => {
    const name = String(action ?? "")
      .trim()
      .toLowerCase();
    const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "" && value !== false;
    return READING.includes(name) || (name === "explore" && !isGiven(data) && !isGiven(clear));
  },
  async run(ports: PlanPorts, values) {
    checkAction("plan", values.action, PLAN_ACTIONS[values.action], planParameters, values);
    return RUN[values.action](ports, values);
  },
});
