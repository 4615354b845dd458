// edit: changes what is stored. One tool with several actions; each has a function of its own.

import { HelixError } from "../../errors.ts";
import { checkAction, defineFeature } from "../feature.ts";
import type { ParameterTable } from "../parameters.ts";

/** Which parameters each action takes besides `action`; "!" marks those it needs. */
const EDIT_ACTIONS = {
  append: ["!topic", "!text", "index", "match_str", "tag"],
  revise: ["!topic", "!text", "index", "match_str"],
  delete: ["!topic", "index", "match_str", "all"],
  tag: ["!topic", "tags", "remove", "index", "match_str"],
  rename: ["!topic", "!new_name"],
  merge: ["!topic", "!into"],
  undo: [],
} as const satisfies Record<string, readonly string[]>;

const parameters = {
  action: {
    kind: "choice",
    required: true,
    choices: Object.keys(EDIT_ACTIONS) as (keyof typeof EDIT_ACTIONS)[],
    description: "undo takes back the last change of any kind",
    example: 'action="revise"',
  },
  topic: { kind: "text", description: "Topic; for rename and merge the old one", example: 'topic="engine"' },
  text: { kind: "text", description: "append, revise: the text", example: 'text="also holds for Swift 6"' },
  index: { kind: "count", min: 0, max: 100_000_000, description: "Which entry, from 0", example: 'index="3"' },
  match_str: { kind: "text", description: "Which entry: the first that holds this", example: 'match_str="FFI bridge"' },
  tag: { kind: "text", description: "append: to the newest with this tag", example: 'tag="gotcha"' },
  tags: { kind: "text", description: "tag: to add, comma-separated", example: 'tags="performance, hot-path"' },
  remove: { kind: "text", description: "tag: to remove", example: 'remove="draft"' },
  all: { kind: "flag", description: "delete: the whole topic", example: 'all="true"' },
  new_name: { kind: "text", description: "rename: new name", example: 'new_name="engine-core"' },
  into: { kind: "text", description: "merge: into this topic", example: 'into="network"' },
} as const satisfies ParameterTable;

export const editFeature = defineFeature({
  name: "edit",
  description:
    "Change notes: append, revise, delete, tag; rename or merge topics; undo. Default target: the last entry.",
  hints: { readOnly: false, destructive: true, idempotent: false },
  parameters,
  async run(_context, values) {
    checkAction("edit", values.action, EDIT_ACTIONS[values.action], parameters, values);
    throw new HelixError("INVALID_ARGUMENT", "not there yet");
  },
});
