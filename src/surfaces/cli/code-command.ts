// The command code: what the tool does, and what only people have: `ask` and `enhance`. An assistant needs no second
// model, so they are no actions of the tool.

import { invalid } from "../../base/errors.ts";
import { PLACES } from "../../features/ask/prompts.ts";
import type { CommandLine } from "../../features/common/command-line.ts";
import type { Feature } from "../../features/common/feature.ts";
import { BUDGET_MAX } from "../../features/common/page-request.ts";
import { PROVIDERS } from "../../models/model.ts";
import { type Arguments, type Command, featureValues } from "./command.ts";
import { commandOf } from "./feature-command.ts";

const ASK: Arguments = {
  "context-only": { type: "boolean", description: "ask: print what would be sent, and send nothing" },
  provider: {
    type: "string",
    valueHint: PROVIDERS.join("|"),
    choices: PROVIDERS,
    description: "ask: who answers, else model.provider; openai: any server of that protocol",
  },
  url: { type: "string", valueHint: "URL", description: "ask: the server's address, else model.url" },
  model: { type: "string", valueHint: "NAME", description: "ask: which model, else model.name" },
};
const ENHANCE: Arguments = {
  place: {
    type: "string",
    valueHint: PLACES.join("|"),
    choices: PLACES,
    description: "enhance: where code stands beside the prompt, default before",
  },
};
const BUDGET = `Most tokens of the answer (default ${BUDGET_MAX}); ask, enhance: of the code that goes along (2500)`;
/** The options of each, besides the budget. */
const OWN = { ask: ASK, enhance: ENHANCE } as const;
type OwnAction = keyof typeof OWN;
const OWN_ACTIONS = Object.keys(OWN) as OwnAction[];
const SHARED = ["budget"];

/** The command of the tool `code`. */
export function codeCommand(feature: Feature, line: CommandLine): Command {
  const ofTool = commandOf(feature, line);
  const { action, ...others } = ofTool.arguments;
  const description = action!.description.replace(/; left out/, `, ${OWN_ACTIONS.join(", ")}$&`);
  const words = { ...action!, description, ...(action!.choices && { choices: [...action!.choices, ...OWN_ACTIONS] }) };
  const budget = { ...others.budget!, description: BUDGET };
  return {
    arguments: { action: words, ...others, budget, ...ASK, ...ENHANCE },
    async run(values) {
      const named = OWN_ACTIONS.find((each) => each === values._[0]?.toLowerCase());
      const mine = named === undefined ? [] : [...Object.keys(OWN[named]), ...SHARED];
      const theirs = named === undefined ? [] : Object.keys(featureValues(feature.parameters, values));
      const surplus = [...Object.keys(ASK), ...Object.keys(ENHANCE), ...theirs].filter(
        (name) => values[name] !== undefined && !mine.includes(name),
      );
      if (surplus.length > 0) throw notTaken(named, surplus[0]!, mine);
      if (named === undefined) return ofTool.run(values);
      const text = values._.slice(1);
      if (named === "ask") return (await import("./ask-command.ts")).ask(feature, values, text);
      return (await import("./enhance-command.ts")).enhance(feature, values, text);
    },
  };
}

function notTaken(action: OwnAction | undefined, name: string, mine: readonly string[]): Error {
  if (action !== undefined) {
    return invalid(
      `helix code ${action} takes no ${optionName(name)}; it takes ${mine.map((each) => optionName(each)).join(", ")}`,
    );
  }
  const owner = OWN_ACTIONS.find((each) => name in OWN[each])!;
  return invalid(`${optionName(name)} is an option of helix code ${owner}, e.g. ${EXAMPLES[owner]}`);
}

const EXAMPLES: Readonly<Record<OwnAction, string>> = {
  ask: "helix code ask where are retries limited --context-only",
  enhance: 'helix code enhance "limit the retries" --place after',
};

function optionName(name: string): string {
  return `--${name.replaceAll("_", "-")}`;
}
