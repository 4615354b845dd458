// learn: lessons with their record. One tool with several actions; each action has a file of its own.

import type { Answer } from "../../base/answer.ts";
import { checkAction, defineFeature } from "../common/feature.ts";
import { archive, restore } from "./archive.ts";
import { assess } from "./assess.ts";
import type { CarePorts } from "./care-lessons.ts";
import { chunk } from "./chunk.ts";
import { connected } from "./connected.ts";
import { consolidate } from "./consolidate.ts";
import { decay } from "./decay.ts";
import { feedback } from "./feedback.ts";
import { health } from "./health.ts";
import { LEARN_COMMAND } from "./learn-command.ts";
import { lift } from "./lift.ts";
import { LEARN_ACTIONS, type LearnAction, type LearnArguments, learnParameters } from "./parameters.ts";
import { pruneLessons } from "./prune.ts";
import { recall } from "./recall.ts";
import { relate } from "./relate.ts";
import { remember } from "./remember.ts";

const RUN: Record<LearnAction, (ports: CarePorts, values: LearnArguments) => Promise<Answer>> = {
  remember,
  recall,
  feedback,
  chunk,
  assess,
  relate,
  connected,
  consolidate,
  prune: pruneLessons,
  decay,
  health,
  lift,
  archive,
  restore,
};

/** Actions that change nothing. */
const READING: readonly unknown[] = ["recall", "connected", "health", "lift"] satisfies LearnAction[];

/** Actions that only say what they would do without `apply`. */
const REPORTING: readonly unknown[] = ["consolidate", "prune", "decay", "archive", "restore"] satisfies LearnAction[];

export const learnFeature = defineFeature({
  name: "learn",
  title: "Lessons",
  command: LEARN_COMMAND,
  description:
    "Failures to avoid, patterns to apply, and whether they helped. Recall before a risky or repeated try; give feedback on what was shown.",
  searchHint: "lesson stuck retry mistake archive",
  hints: { readOnly: false, destructive: true, idempotent: false },
  isHeard: true,
  budget: 1500,
  parameters: learnParameters,
  onlyReads: ({ action, error, ok, apply }) => {
    const name = String(action ?? "")
      .trim()
      .toLowerCase();
    if (REPORTING.includes(name)) return !apply || String(apply).trim().toLowerCase() === "false";
    return READING.includes(name) || (name === "assess" && !error && (ok === undefined || String(ok) === "false"));
  },
  async run(ports: CarePorts, values) {
    checkAction("learn", values.action, LEARN_ACTIONS[values.action], learnParameters, values);
    return RUN[values.action](ports, values);
  },
});
