// The data of output.

import { z } from "zod";
import { count, line, list, text, time } from "../../notes/data.ts";

const keptOutput = z
  .strictObject({
    key: text,
    command: text.describe("without credentials; its beginning, if it is long"),
    tool: text.describe("the client's tool that ran it; run for helix run"),
    session: text.describe("of the client; empty where it is not known"),
    agent: text.describe("the subagent; empty for the main conversation"),
    time,
    failed: z.boolean(),
    bytes: count,
  })
  .meta({ id: "KeptOutput", description: "the original of a shortened output" });

export const outputListData = z
  .strictObject({ outputs: list(keptOutput).describe("newest first") })
  .describe("The originals that are kept.");
export type OutputListData = z.infer<typeof outputListData>;

export const outputData = keptOutput
  .omit({})
  .extend({
    lineCount: count,
    lines: list(z.strictObject({ number: line, text, match: z.boolean().describe("false: context") })).describe(
      "bytes that are not UTF-8 are U+FFFD; --raw prints every byte as it was",
    ),
  })
  .describe("An original, or the lines of it that were asked for.");
export type OutputData = z.infer<typeof outputData>;
