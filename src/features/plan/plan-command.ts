// The command plan: the first word is the action, the second what it is about.

import type { CommandInput, CommandLine } from "../common/command-line.ts";
import { planParameters } from "./parameters.ts";

/** What the words behind the action are, for each action that takes some. */
const SUBJECTS: Readonly<Record<string, string>> = { explore: "objective", show: "seq", start: "seq", report: "seq" };

const ACTIONS: readonly unknown[] = planParameters.action.choices;

export const PLAN_COMMAND: CommandLine = {
  summary:
    "Tasks with limits that hold: helix plan ACTION [WORD...] (explore, save, show, ready, start, report, status)",
  examples: ["helix plan status", "helix plan save < plan.json"],
  words: [
    { name: "action", description: `One of ${planParameters.action.choices.join(", ")}`, isOptional: true },
    {
      name: "subject",
      description: "explore: the objective; show, start, report: the task, e.g. 001; save: - for standard input",
      isOptional: true,
      rest: "words",
    },
  ],
  async meaning({ words: [action, ...words], options, atMost, read }: CommandInput) {
    const name = action?.toLowerCase() ?? "status";
    if (name === "save" || (name === "explore" && words.length === 1 && words[0] === "-")) {
      if (name === "save") atMost(words[0] === "-" ? 2 : 1);
      const isGiven = options.data !== undefined || options.clear === true;
      return { action: name, ...(isGiven ? {} : { data: await read(name === "save" ? "plan" : "exploration") }) };
    }
    const subject = SUBJECTS[name];
    // An action that there is not is refused as such, whatever stands behind it.
    if (subject === undefined) {
      if (ACTIONS.includes(name)) atMost(1);
      return { action: name };
    }
    if (subject === "seq") atMost(2);
    return { action: name, ...(words.length > 0 && { [subject]: words.join(" ") }) };
  },
};
