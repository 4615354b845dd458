// The command edit: what its words stand for depends on the action.

import { type CommandInput, type CommandLine, textOf } from "../common/command-line.ts";

export const EDIT_COMMAND: CommandLine = {
  summary: "Change notes: helix edit ACTION TOPIC [TEXT...] (append, revise, delete, tag, rename, merge, ...)",
  examples: [
    'helix edit append build-gotchas "also with Swift 6" --match-str linker',
    "helix edit rename build-gotchas linker-gotchas",
  ],
  words: [
    {
      name: "action",
      description: "append, revise, delete, tag, rename, merge, undo, redo or history",
      isOptional: true,
    },
    { name: "topic", description: "Topic; for rename and merge the old one", isOptional: true },
    { name: "text", description: "append, revise: the text; rename, merge: the other topic", isOptional: true },
  ],
  meaning: meaningOf,
};

/** The text is read from standard input when it is missing or `-`. */
async function meaningOf(input: CommandInput): Promise<Record<string, unknown>> {
  const [action, topic, ...words] = input.words;
  const named = { action, topic };
  switch (action?.toLowerCase()) {
    case "append":
    case "revise":
      return { ...named, text: topic === undefined ? "" : await textOf(words, input) };
    case "rename":
      return withOther(input, named, "new_name");
    case "merge":
      return withOther(input, named, "into");
    default:
      input.atMost(2);
      return named;
  }
}

/** The other topic is a third word, unless an option names it. */
function withOther(input: CommandInput, named: Record<string, unknown>, option: string): Record<string, unknown> {
  const isNamed = input.options[option] !== undefined;
  input.atMost(isNamed ? 2 : 3);
  return isNamed ? named : { ...named, [option]: input.words[2] };
}
