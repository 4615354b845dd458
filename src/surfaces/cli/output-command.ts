// The command output: what the tool does, and `--raw`, which prints every byte of an original as it was.

import { invalid } from "../../base/errors.ts";
import type { CommandLine } from "../../features/common/command-line.ts";
import type { Feature } from "../../features/common/feature.ts";
import { keptOutput } from "../../features/output/output.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import { type Command, withKnowledgeBase } from "./command.ts";
import { commandOf } from "./feature-command.ts";
import { printBytes } from "./output.ts";

/** The command of the tool `output`. */
export function outputCommand(feature: Feature, line: CommandLine): Command {
  const ofTool = commandOf(feature, line);
  return {
    arguments: {
      ...ofTool.arguments,
      raw: { type: "boolean", description: "Print the whole original, byte for byte" },
    },
    async run(values) {
      const { raw, ...others } = values;
      if (raw !== true) return ofTool.run({ ...others, _: values._ });
      const surplus = ["lines", "search", "budget", "page", "json"].find((name) => values[name] !== undefined);
      if (surplus !== undefined) throw invalid(`--raw prints all of it and takes no --${surplus}`);
      const [key, ...more] = values._;
      if (key === undefined || more.length > 0) {
        throw invalid("--raw takes one key, e.g. helix output K3V9X2MP --raw > output.txt");
      }
      return withKnowledgeBase(values, async ({ base, outputs }) => {
        const found = keptOutput(outputs!, key, values.any === true, base.clock());
        printBytes(found.original);
        outputs!.note({ type: "fetched", key: found.key, bytes: found.bytes });
        return EXIT_DONE;
      });
    },
  };
}
