// What `helix economy` prints.

import { z } from "zod";
import { count, text } from "../../../notes/data.ts";

const setting = z
  .strictObject({ value: z.enum(["off", "on"]), from: text.describe("where that is set; empty: the default") })
  .meta({ id: "EconomySetting" });

export const economyData = z
  .strictObject({
    changed: z.boolean().describe("whether the user's file was changed"),
    filters: setting,
    intercept: setting,
    lately: z
      .strictObject({ outputs: count, before: count, after: count, fetched: count, fetchedBytes: count })
      .describe("in the last seven days, in bytes"),
    kept: z.strictObject({ count, bytes: count }).describe("originals"),
  })
  .describe("Whether outputs are shortened, and what came of it lately.");
export type EconomyData = z.infer<typeof economyData>;

export const economySectionData = z
  .strictObject({
    file: text,
    changed: z.boolean(),
    dryRun: z.boolean(),
    text: text.describe("the file with the change; empty: it has none or is removed"),
  })
  .describe("The section of an instruction file.");
export type EconomySectionData = z.infer<typeof economySectionData>;
