// `helix serve`: starts the MCP server, which ends the process itself. The client's first message is answered before the server is loaded.

import { HelixError } from "../../errors.ts";
import { HANDOVER_VARIABLE } from "../../features/reload/handover-variable.ts";
import { environmentClock } from "../clock.ts";
import { knowledgeBaseDirectory } from "../environment.ts";
import { answerFirst } from "../mcp/first-answer.ts";
import { KeptInput } from "../mcp/kept-input.ts";
import type { Command } from "./command.ts";

export const serveCommand: Command = {
  arguments: { directory: { type: "positional", description: "Knowledge base directory", required: false } },
  async run(values) {
    if (values._.length > 1) {
      throw new HelixError("INVALID_ARGUMENT", "helix serve takes one directory, e.g. helix serve ~/.helix-kb");
    }
    const directory = knowledgeBaseDirectory(values._[0] ?? (typeof values.kb === "string" ? values.kb : undefined));
    // What is wrong with the environment is said before a client believes that it is served.
    environmentClock();
    const input = new KeptInput(process.stdin);
    // A server that goes on in the place of another has a client that was answered long ago.
    const goesOn = process.env[HANDOVER_VARIABLE] !== undefined;
    // Without a reader there is nobody to serve; once the server runs, it sees to that itself.
    const leave = () => process.exit(0);
    process.stdout.on("error", leave);
    const answered = goesOn ? null : await answerFirst(input, (text) => process.stdout.write(text));
    const { serve } = await import("../mcp/serve.ts");
    await serve(directory, input, answered);
    process.stdout.off("error", leave);
    return new Promise(() => {});
  },
};
