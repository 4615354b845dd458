// The commands edit and undo: the tool edit, with plain words for the parameters that people would give as words.

import { editFeature } from "../../features/edit/edit.ts";
import { argumentsOf, type Command, type ParsedValues } from "./command.ts";
import { inputOf, runFeature, surplus } from "./run-feature.ts";

const POSITIONAL = ["action", "topic", "text"];

export const editCommand: Command = {
  arguments: {
    action: {
      type: "positional",
      description: "append, revise, delete, tag, rename, merge, undo, redo or history",
      required: false,
    },
    topic: { type: "positional", description: "Topic; for rename and merge the old one", required: false },
    text: {
      type: "positional",
      description: "append, revise: the text; rename, merge: the other topic",
      required: false,
    },
    ...argumentsOf(editFeature.parameters, POSITIONAL),
  },
  run: async (values) => runFeature(editFeature, values, await meaningOf(values)),
};

export const undoCommand = undoing("undo", "take back");
export const redoCommand = undoing("redo", "make again");

/** The command for an undo or a redo. A change is a word. */
function undoing(action: "undo" | "redo", what: string): Command {
  return {
    arguments: {
      change: {
        type: "positional",
        description: `The change to ${what}, as --list shows it (default: the last one of this project)`,
        required: false,
      },
      list: { type: "boolean", description: "List the last changes" },
      "dry-run": { type: "boolean", description: "Only say what would be done" },
    },
    async run(values) {
      surplus(action, values, values.list ? 0 : 1);
      if (values.list) return runFeature(editFeature, values, { action: "history" });
      return runFeature(editFeature, values, { action, change: values._[0], dry_run: values["dry-run"] });
    },
  };
}

/** The parameters that the words stand for. The text is read from standard input when it is missing or `-`. */
async function meaningOf(values: ParsedValues): Promise<Record<string, unknown>> {
  const [action, topic, ...words] = values._;
  const named = { action, topic, text: undefined };
  switch (action?.toLowerCase()) {
    case "append":
    case "revise": {
      const isInput = topic !== undefined && (words.length === 0 || (words.length === 1 && words[0] === "-"));
      return { ...named, text: isInput ? await inputOf("-", "text") : words.join(" ") };
    }
    case "rename":
      return withOther(values, named, "new_name");
    case "merge":
      return withOther(values, named, "into");
    default:
      surplus("edit", values, 2);
      return named;
  }
}

/** The other topic is a third word, unless an option names it. */
function withOther(values: ParsedValues, named: Record<string, unknown>, option: string): Record<string, unknown> {
  const isNamed = values[option] !== undefined;
  surplus("edit", values, isNamed ? 2 : 3);
  return isNamed ? named : { ...named, [option]: values._[2] };
}
