// The command plan: what the tool does, and what only people have: `approve`, `override`, `release` and `watch`.

import { invalid } from "../../base/errors.ts";
import { didYouMean } from "../../engine/text/near-names.ts";
import type { CommandLine } from "../../features/common/command-line.ts";
import type { Feature } from "../../features/common/feature.ts";
import {
  type Arguments,
  type Command,
  directoryOf,
  featureValues,
  type ParsedValues,
  withKnowledgeBase,
} from "./command.ts";
import { commandOf } from "./feature-command.ts";
import { ACCEPTED_KINDS, overrideWorkspace } from "./plan-override.ts";
import { surplus } from "./run-feature.ts";

const OVERRIDE: Arguments = {
  reason: { type: "string", valueHint: "TEXT", description: "override: why, in three words or more" },
  delta: { type: "string", valueHint: "A,B", description: "override: globs beside the delta" },
  accept: {
    type: "string",
    valueHint: "KIND,..",
    description: `override: accept a report in spite of ${ACCEPTED_KINDS.join(", ")}`,
  },
};
const BUDGET = "Most tokens of the answer; override: calls beside the task's budget";
/** The options of each, besides the common ones. */
const OWN = {
  approve: [],
  override: [...Object.keys(OVERRIDE), "budget"],
  release: [],
  watch: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type OwnAction = keyof typeof OWN;
const OWN_ACTIONS = Object.keys(OWN) as OwnAction[];

/** The command of the tool `plan`. */
export function planCommand(feature: Feature, line: CommandLine): Command {
  const ofTool = commandOf(feature, line);
  const { action, subject, ...others } = ofTool.arguments;
  const words = {
    ...action!,
    description: `${action!.description}; for people: ${OWN_ACTIONS.join(", ")}`,
    ...(action!.choices && { choices: [...action!.choices, ...OWN_ACTIONS] }),
  };
  const about = {
    ...subject!,
    description: `${subject!.description}; approve, watch: a plan's hash; override, release: a workspace or a task`,
  };
  const budget = others.budget === undefined ? {} : { budget: { ...others.budget, description: BUDGET } };
  return {
    arguments: { action: words, subject: about, ...others, ...budget, ...OVERRIDE },
    async run(values) {
      const named = OWN_ACTIONS.find((each) => each === values._[0]?.toLowerCase());
      if (named === undefined) refuseUnknown(values._[0], words.choices ?? []);
      refuseOthers(feature, named, values);
      return named === undefined ? ofTool.run(values) : runOwn(named, values);
    },
  };
}

/** The tool knows nothing of what only people have. */
function refuseUnknown(given: string | undefined, known: readonly string[]): void {
  if (given === undefined || known.length === 0 || known.includes(given.toLowerCase())) return;
  const shown = JSON.stringify(given.slice(0, 40));
  throw invalid(
    `ACTION ${shown} is not accepted: give one of ${known.join(", ")}, e.g. helix plan status${didYouMean(given, known)}`,
  );
}

/** Refuses options of other actions. */
function refuseOthers(feature: Feature, named: OwnAction | undefined, values: ParsedValues): void {
  const mine: readonly string[] = named === undefined ? [] : OWN[named];
  const theirs = named === undefined ? [] : Object.keys(featureValues(feature.parameters, values));
  const wrong = [...Object.keys(OVERRIDE), ...theirs].find(
    (name) => values[name] !== undefined && !mine.includes(name),
  );
  if (wrong === undefined) return;
  if (named === undefined) throw invalid(`--${wrong} is an option of helix plan override`);
  const takes = mine.length === 0 ? "no options of its own" : mine.map((name) => `--${name}`).join(", ");
  throw invalid(`helix plan ${named} takes no --${wrong.replaceAll("_", "-")}; it takes ${takes}`);
}

async function runOwn(named: OwnAction, values: ParsedValues) {
  surplus(`plan ${named}`, { ...values, _: values._.slice(1) }, 1);
  const subject = values._[1];
  // It has to work where the knowledge base does not.
  if (named === "release") return (await import("./plan-release.ts")).releaseWorkspace(directoryOf(values), subject);
  return withKnowledgeBase(values, async (context) => {
    if (named === "override") return overrideWorkspace(context, subject, values);
    if (named === "approve") return (await import("./plan-approve.ts")).approvePlan(context, subject);
    return (await import("./plan-watch.ts")).watchPlan(context, subject, values.json === true);
  });
}
