// The data of _reload.

import { z } from "zod";
import { text } from "../../notes/data.ts";

const build = z.strictObject({ version: text, commit: text });

export const reloadData = z
  .strictObject({
    installed: z.boolean().describe("false: nothing to install"),
    from: build,
    to: build,
    path: text.describe("of the installed program"),
    build: text.optional().describe("the file that was installed; like the next two only where one was"),
    previous: text.nullable().optional().describe("copy of the program before"),
    signature: text.nullable().optional().describe("what became of its signature; null where none is needed"),
  })
  .describe("The build that was installed.");
export type ReloadData = z.infer<typeof reloadData>;
