// Reports an error of a command: one line on standard error, with `--json` one line of JSON. Standard output is left to
// answers, so that what reads it never meets another shape.

import { HelixError, messageOf } from "../../base/errors.ts";
import type { Wording } from "../../base/wording.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { EXIT_ERROR, EXIT_NOTHING } from "../exit-codes.ts";
import { complain } from "../standard-error.ts";
import type { ErrorData } from "./data/error.ts";
import { jsonForTerminal } from "./output.ts";

/** Reports an error in the words of a command. Returns the exit code. */
export async function reportError(error: unknown, wording: Wording, asJson: boolean): Promise<number> {
  const message = messageOf(error, undefined, wording);
  if (asJson) {
    const code = error instanceof HelixError ? error.code : "INTERNAL";
    const data: ErrorData = { error: { code, message } };
    complain(`${jsonForTerminal(JSON.stringify(data))}\n`);
  } else {
    const { createConsola } = await import("consola/basic");
    const stream = { write: complain } as unknown as NodeJS.WriteStream;
    createConsola({ stdout: stream, stderr: stream }).error(forTerminal(message));
  }
  return error instanceof HelixError && error.code === "NOT_FOUND" ? EXIT_NOTHING : EXIT_ERROR;
}
