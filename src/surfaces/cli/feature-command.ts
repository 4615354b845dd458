// The command of a feature, made of its declaration: its words and its options.

import type { Answer } from "../../base/answer.ts";
import { SHOWING_TOOLS } from "../../events/judgement-log.ts";
import { type CommandLine, inOrder } from "../../features/common/command-line.ts";
import type { Feature, FeatureContext } from "../../features/common/feature.ts";
import { parseNoteId, shownNoteIds } from "../../notes/text/note-id.ts";
import { argumentsOf, type Command, featureValues, withKnowledgeBase } from "./command.ts";
import { inputOf, surplus } from "./run-feature.ts";

/** The command of a feature, by its declaration `command`. */
export function commandOf({ name, parameters, run }: Feature, command: CommandLine): Command {
  const { words, without = [] } = command;
  const named = words.map((word) => word.name);
  const positional = words.map(({ name, description, isOptional = false }) => {
    const parameter = parameters[name];
    const choices = parameter?.kind === "choice" ? { choices: parameter.choices } : {};
    return [name, { type: "positional" as const, description, isOptional, ...choices }];
  });
  const meaning = command.meaning ?? ((input) => inOrder(words, input));
  return {
    arguments: { ...Object.fromEntries(positional), ...argumentsOf(parameters, [...named, ...without]) },
    async run(values) {
      const input = {
        words: values._,
        options: values,
        read: (what: string) => inputOf("-", what),
        atMost: (most: number) => surplus(name, values, most),
      };
      const options = featureValues(parameters, values);
      // Such a name may be that of an option of every command.
      for (const key of without) delete options[key];
      const given = { ...options, ...(await meaning(input)) };
      return withKnowledgeBase(values, async (context) => recorded(name, await run(context, given), context));
    },
  };
}

/** The answer, whose notes are recorded as shown to the client's session, if there is one: it may judge them then. */
function recorded(name: string, answer: Answer, { judgements }: FeatureContext): Answer {
  if (!SHOWING_TOOLS.includes(name) || judgements === undefined || judgements.acting.session === "") return answer;
  return {
    ...answer,
    text(wording) {
      const text = answer.text(wording);
      judgements.answered(name, shownNoteIds(text));
      return text;
    },
    data() {
      const data = answer.data();
      judgements.answered(name, idsIn(data));
      return data;
    },
  };
}

/** The ids of notes in data. */
function idsIn(data: object | null): string[] {
  const ids: string[] = [];
  JSON.stringify(data, (key, value) => {
    if (key === "id" && typeof value === "string" && parseNoteId(value) !== null) ids.push(value);
    return value;
  });
  return ids;
}
