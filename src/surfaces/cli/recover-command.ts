// `helix recover`: lists the notes in the copies that repairs have kept, and brings them back.

import { resolve } from "node:path";
import { recover } from "../../exchange/recover/recover.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { type Command, withKnowledgeBase } from "./command.ts";
import { surplus } from "./run-feature.ts";

export const recoverCommand: Command = {
  arguments: {
    file: {
      type: "positional",
      description: "A copy of cut off bytes, a log or a part of one (default: all copies beside the log)",
      isOptional: true,
    },
    apply: { type: "boolean", description: "Add what the knowledge base does not hold" },
  },
  async run(values) {
    surplus("recover", values, 1);
    return withKnowledgeBase(values, (context) =>
      recover(context, diskFileSystem, {
        file: fileOf(values._[0], context.base.directory),
        apply: values.apply === true,
      }),
    );
  },
};

/**
 * The path of the given file. A name as `helix recover` lists it means a file in the knowledge base directory; any
 * other word is a path.
 */
function fileOf(word: string | undefined, directory: string): string | null {
  if (word === undefined) return null;
  const isListed = word.startsWith("data.log.") && !word.includes("/");
  return isListed ? `${directory}/${word}` : resolve(word);
}
