// learn: lessons with their record. One tool with several actions; each action has a file of its own.

import type { Answer } from "../../base/answer.ts";
import { checkAction, defineFeature } from "../common/feature.ts";
import { assess } from "./assess.ts";
import { chunk } from "./chunk.ts";
import { feedback } from "./feedback.ts";
import { LEARN_COMMAND } from "./learn-command.ts";
import { LEARN_ACTIONS, type LearnAction, type LearnArguments, learnParameters } from "./parameters.ts";
import type { LearnPorts } from "./ports.ts";
import { recall } from "./recall.ts";
import { remember } from "./remember.ts";

const RUN: Record<LearnAction, (ports: LearnPorts, values: LearnArguments) => Promise<Answer>> = {
  remember,
  recall,
  feedback,
  chunk,
  assess,
};

/** Actions that change nothing. */
const READING: readonly unknown[] = ["recall"] satisfies LearnAction[];

export const learnFeature = defineFeature({
  name: "learn",
  title: "Lessons",
  command: LEARN_COMMAND,
  description:
    "Failures to avoid, patterns to apply, and whether they helped. Recall before a risky or repeated try; give feedback on what was shown.",
  searchHint: "lesson stuck retry mistake",
  hints: { readOnly: false, destructive: false, idempotent: false },
  budget: 1500,
  parameters: learnParameters,
  onlyReads: ({ action, error, ok }) => {
    const name = String(action ?? "")
      .trim()
      .toLowerCase();
    return READING.includes(name) || (name === "assess" && !error && (ok === undefined || String(ok) === "false"));
  },
  async run(ports: LearnPorts, values) {
    checkAction("learn", values.action, LEARN_ACTIONS[values.action], learnParameters, values);
    return RUN[values.action](ports, values);
  },
});
