// The command topics: the list of topics, or another action of the tool. The second word is the subject of the action.

import { HelixError } from "../../base/errors.ts";
import { COMMANDS } from "../../base/wording.ts";
import type { CommandInput, CommandLine } from "../common/command-line.ts";
import { choiceName } from "../common/parameters.ts";
import { topicsParameters } from "./parameters.ts";

/** Actions whose second word is not a topic. */
const SUBJECTS: Readonly<Record<string, string>> = { graph: "focus", checkpoint: "task" };

const ACTIONS = topicsParameters.action.choices.map((choice) => choiceName(choice, COMMANDS));

export const TOPICS_COMMAND: CommandLine = {
  summary: "List the topics, or: helix topics recent|entries|xref|graph|stale|prune|dedupe|session [--topic NAME]",
  examples: ["helix topics", "helix topics xref build-gotchas"],
  words: [
    { name: "action", description: `One of ${ACTIONS.join(", ")}`, isOptional: true },
    { name: "subject", description: "What it is about: a topic, for graph a glob", isOptional: true },
  ],
  // `--json` prints data; data to import is read by `helix import`.
  without: ["json"],
  async meaning({ words: [action, subject], options, atMost }: CommandInput) {
    atMost(2);
    if (action === "import") {
      throw new HelixError("INVALID_ARGUMENT", "notes are imported from a file, e.g. helix import notes.json");
    }
    // As `helix export` does, it gives all notes unless a project is given.
    const isWhole = /^\s*export\s*$/i.test(action ?? "") && !options.project;
    return {
      action,
      ...(isWhole && { project: "any" }),
      ...(subject === undefined ? {} : { [SUBJECTS[action ?? ""] ?? "topic"]: subject }),
    };
  },
};
