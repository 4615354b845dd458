// What `--json` makes of an error.

import { z } from "zod";

export const errorData = z
  .strictObject({
    error: z.strictObject({
      code: z.enum([
        "INVALID_ARGUMENT",
        "NOT_FOUND",
        "LIMIT",
        "LOCKED",
        "CANCELLED",
        "CORRUPTION",
        "UNSUPPORTED_VERSION",
        "IO",
        "INTERNAL",
      ]),
      message: z.string().describe("one line, in the words of the command line"),
    }),
  })
  .describe("An error of any command, on standard error.");
export type ErrorData = z.infer<typeof errorData>;
