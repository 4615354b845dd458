// The kept original of a shortened output, for the commands that make or try filters.

import { HelixError } from "../../base/errors.ts";
import { environmentClock } from "../clock.ts";
import { clientSession } from "../environment.ts";
import { keptOutputs } from "../kept-outputs.ts";

/** The text of a kept output. Within a client only its own session's. Throws NOT_FOUND. */
export async function keptOutput(directory: string, key: string): Promise<string> {
  const found = keptOutputs(directory).read(key, clientSession() || null, environmentClock()());
  if (found.kind === "found") return new TextDecoder().decode(found.output.original);
  const why = {
    gone: "it is not kept, or not any more",
    foreign: "another session printed it",
    damaged: "its file is damaged",
  };
  throw new HelixError(
    "NOT_FOUND",
    `there is no output ${JSON.stringify(key)}: ${why[found.kind]}; helix output lists what is kept`,
  );
}
