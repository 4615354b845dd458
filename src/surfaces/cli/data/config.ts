// What `helix config` prints.

import { z } from "zod";
import { list, text, texts } from "../../../notes/data.ts";

const source = z.enum(["flag", "environment", "project", "user", "default"]);
const value = z.union([text, z.number(), texts]).nullable().describe("null: not set");

export const configData = z
  .strictObject({
    file: text.describe("path of the user's file, which need not be there"),
    changed: z.boolean().describe("whether the file was changed"),
    settings: list(
      z.strictObject({
        name: text,
        value,
        source,
        from: text.describe('the variable or the file; "" for the default'),
        given: list(
          z.strictObject({
            value,
            source,
            from: text,
            effect: z.enum(["counts", "overridden", "refused", "same"]),
          }),
        ).describe("what every source says, the strongest first"),
      }),
    ),
    problems: list(z.strictObject({ source, from: text, text })).describe("what has no effect"),
  })
  .describe("The settings, and where each comes from.");
export type ConfigData = z.infer<typeof configData>;
