// What `helix demo --json` prints.

import { z } from "zod";
import { text, texts } from "../../../notes/data.ts";

export const demoData = z
  .strictObject({
    steps: z.array(
      z.strictObject({
        scene: text,
        said: text.describe("what was done"),
        answer: texts.describe("the lines of helix's answer that are shown"),
      }),
    ),
    whole: z.boolean().describe("false where it was ended before"),
  })
  .describe("The demonstration, step by step.");
export type DemoData = z.infer<typeof demoData>;
