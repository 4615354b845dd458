// The commands checkpoint and resume: save the state of one's work, and show it.

import { invalid } from "../../base/errors.ts";
import { clearCheckpoint, resumeCheckpoint, saveCheckpoint } from "../../features/topics/checkpoint.ts";
import { topicsParameters } from "../../features/topics/parameters.ts";
import { argumentsOf, type Command, featureValues, withKnowledgeBase } from "./command.ts";
import { surplus } from "./run-feature.ts";

const { done, next, hypotheses, blocked, files } = topicsParameters;
const options = { done, next, hypotheses, blocked, files };

const SAVE_WITH = 'helix checkpoint "what you are doing" --next "first step;second step"';

export const checkpointCommand: Command = {
  arguments: {
    task: { type: "positional", description: "What you are doing", isOptional: true },
    ...argumentsOf(options),
    clear: { type: "boolean", description: "Delete the checkpoint of this project" },
  },
  async run(values) {
    const given = Object.keys(featureValues(options, values));
    if (values.clear) {
      if (values._.length > 0 || given.length > 0) {
        throw invalid("--clear takes nothing beside it: helix checkpoint --clear");
      }
      return withKnowledgeBase(values, clearCheckpoint);
    }
    if (values._.length === 0) {
      throw invalid(`helix checkpoint needs a TASK, e.g. ${SAVE_WITH}`);
    }
    const task = values._.join(" ");
    return withKnowledgeBase(values, (context) => saveCheckpoint(context, { ...featureValues(options, values), task }));
  },
};

export const resumeCommand: Command = {
  arguments: {},
  async run(values) {
    surplus("resume", values, 0);
    return withKnowledgeBase(values, (context) => resumeCheckpoint(context, SAVE_WITH));
  },
};
