// The command learn: the first word is the action, the second what it is about.

import { EDGE_KINDS } from "../../events/log/event-types.ts";
import type { CommandInput, CommandLine } from "../common/command-line.ts";
import { learnParameters } from "./parameters.ts";

/** What the words behind the action are, for each action that takes some. */
const SUBJECTS: Readonly<Record<string, string>> = {
  remember: "trigger",
  recall: "query",
  feedback: "helped",
  chunk: "objective",
  assess: "objective",
  relate: "from",
  connected: "id",
  archive: "ids",
  restore: "ids",
};

const ACTIONS: readonly unknown[] = learnParameters.action.choices;

export const LEARN_COMMAND: CommandLine = {
  summary:
    "Lessons: helix learn ACTION [WORD...] (remember, recall, feedback, chunk, assess, relate, connected, consolidate, prune, decay, health, lift, archive, restore)",
  examples: [
    'helix learn remember "circular import" --resolution "move the types"',
    "helix learn recall circular import",
  ],
  words: [
    { name: "action", description: `One of ${learnParameters.action.choices.join(", ")}`, isOptional: true },
    {
      name: "subject",
      description:
        "recall: the query; remember: the trigger; feedback: ids that helped; archive, restore: ids; connected: an id; relate: from, kind, to; else the objective",
      isOptional: true,
      rest: "words",
    },
  ],
  async meaning({ words: [action, ...words], atMost }: CommandInput) {
    const subject = SUBJECTS[action?.toLowerCase() ?? ""];
    // An action that there is not is refused as such, whatever stands behind it.
    if (subject === undefined) {
      if (ACTIONS.includes(action)) atMost(1);
      return { action };
    }
    if (subject === "from") {
      atMost(4);
      // The kind stands between the two, or is an option. What is none there is refused as such.
      const isKind = (word: string) => EDGE_KINDS.some((kind) => kind === word.toLowerCase().replaceAll("-", "_"));
      const kind = words.find(isKind) ?? (words.length > 2 ? words[1] : undefined);
      const [from, to] = words.filter((word) => word !== kind);
      return { action, ...(from && { from }), ...(kind && { kind }), ...(to && { to }) };
    }
    const isList = learnParameters[subject as keyof typeof learnParameters]?.kind === "texts";
    return { action, ...(words.length > 0 && { [subject]: words.join(isList ? "," : " ") }) };
  },
};
