// edit: changes what is stored. One tool with several actions; each has a function of its own.

import type { Answer } from "../../base/answer.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { PROJECT_PARAMETER } from "../../notes/scope/reach.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { Writing } from "../../notes/store/long-work.ts";
import { INDEX_MAX } from "../common/entry-index.ts";
import { checkAction, defineFeature } from "../common/feature.ts";
import type { Arguments, ParameterTable } from "../common/parameters.ts";
import { deleteEntries } from "./delete-action.ts";
import { deleteWhere } from "./delete-where.ts";
import { EDIT_COMMAND } from "./edit-command.ts";
import { merge, rename } from "./move-actions.ts";
import { tag } from "./tag-action.ts";
import { append, revise } from "./text-actions.ts";
import { listChanges, type UndoPorts, undoLast } from "./undo.ts";

/** What the actions need together. */
type EditPorts = Writing & Caller & SourceCaller & UndoPorts;

/** The most that a number of a change can be: offsets in the log have 32 bits. */
const OFFSET_MAX = 2 ** 32;

/** Which parameters each action takes besides `action`; "!" marks those it needs. */
const EDIT_ACTIONS = {
  append: ["!topic", "!text", "index", "match_str", "tag", "project"],
  revise: ["!topic", "!text", "index", "match_str", "project"],
  delete: ["topic", "index", "match_str", "all", "where", "apply", "project"],
  tag: ["!topic", "tags", "remove", "index", "match_str", "project"],
  rename: ["!topic", "!new_name", "project"],
  merge: ["!topic", "!into", "project"],
  undo: ["change", "dry_run"],
  redo: ["change", "dry_run"],
  history: [],
} as const satisfies Record<string, readonly string[]>;

const parameters = {
  action: {
    kind: "choice",
    required: true,
    choices: Object.keys(EDIT_ACTIONS) as (keyof typeof EDIT_ACTIONS)[],
    description: "undo: your last change",
    example: 'action="revise"',
  },
  topic: {
    kind: "text",
    description: "Topic or @id",
    example: 'topic="engine"',
  },
  text: {
    kind: "text",
    description: "append, revise (there lines such as `[tags: a, b]` in front replace the entry's)",
    example: 'text="also holds for Swift 6"',
  },
  index: { kind: "count", min: 0, max: INDEX_MAX, description: "Which entry, from 0", example: 'index="3"' },
  match_str: { kind: "text", description: "Which entry: holds this", example: 'match_str="FFI bridge"' },
  tag: { kind: "text", description: "append: to the newest with this tag", example: 'tag="gotcha"' },
  tags: { kind: "texts", separator: ",", description: "tag: to add", example: 'tags="performance, hot-path"' },
  remove: { kind: "texts", separator: ",", description: "tag: to remove", example: 'remove="draft"' },
  all: { kind: "flag", description: "delete: the whole topic", example: 'all="true"' },
  where: {
    kind: "text",
    description: "delete: all that search finds by this; apply does it",
    example: 'where="tag:draft before:2026-01-31"',
  },
  apply: { kind: "flag", description: "delete where", example: 'apply="true"' },
  new_name: { kind: "text", description: "rename: to", example: 'new_name="engine-core"' },
  into: { kind: "text", description: "merge: into this topic", example: 'into="network"' },
  change: { kind: "count", min: 0, max: OFFSET_MAX, description: "undo, redo: that one", example: 'change="4096"' },
  dry_run: { kind: "flag", description: "only say", example: 'dry_run="true"' },
  project: PROJECT_PARAMETER,
} as const satisfies ParameterTable;

export const editFeature = defineFeature({
  name: "edit",
  title: "Edit notes",
  command: EDIT_COMMAND,
  description:
    "Change notes: append, revise, delete, tag; rename or merge topics; undo. Default target: the last entry.",
  searchHint: "correct update forget remove memory note",
  hints: { readOnly: false, destructive: true, idempotent: false },
  isHeard: true,
  budget: 1500,
  parameters,
  onlyReads({ action, where, apply }) {
    const name = String(action).trim().toLowerCase();
    return name === "history" || (name === "delete" && !!where && !apply);
  },
  async run(ports: EditPorts, values) {
    checkAction("edit", values.action, EDIT_ACTIONS[values.action], parameters, values);
    return runAction(ports, values);
  },
});

function runAction(ports: EditPorts, values: Arguments<typeof parameters>): Promise<Answer> {
  const { topic = "", text = "", new_name = "", into = "" } = values;
  switch (values.action) {
    case "append":
      return append(ports, { ...values, topic, text });
    case "revise":
      return revise(ports, { ...values, topic, text });
    case "delete":
      return values.where === undefined ? deleteEntries(ports, values) : deleteWhere(ports, values);
    case "tag":
      return tag(ports, { ...values, topic });
    case "rename":
      return rename(ports, { ...values, topic, new_name });
    case "merge":
      return merge(ports, { ...values, topic, into });
    case "undo":
      return undoLast(ports, false, values);
    case "redo":
      return undoLast(ports, true, values);
    case "history":
      return listChanges(ports);
  }
}
