// The commands undo and redo: two actions of the tool edit.

import { editFeature } from "../../features/edit/edit.ts";
import { argumentsOf, type Command } from "./command.ts";
import { runFeature, surplus } from "./run-feature.ts";

/** Of the list. */
const { budget, page } = editFeature.parameters;

export const undoCommand = undoing("undo", "take back");
export const redoCommand = undoing("redo", "make again");

/** The command for an undo or a redo. A change is a word. */
function undoing(action: "undo" | "redo", what: string): Command {
  return {
    arguments: {
      change: {
        type: "positional",
        description: `The change to ${what}, as --list shows it (default: the last one of this project)`,
        isOptional: true,
      },
      list: { type: "boolean", description: "List the last changes" },
      "dry-run": { type: "boolean", description: "Only say what would be done" },
      ...argumentsOf({ budget: budget!, page: page! }),
    },
    async run(values) {
      surplus(action, values, values.list ? 0 : 1);
      if (values.list) return runFeature(editFeature, values, { action: "history" });
      return runFeature(editFeature, values, { action, change: values._[0], dry_run: values["dry-run"] });
    },
  };
}
