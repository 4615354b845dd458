// `helix serve`: starts the MCP server, which ends the process itself. The client's first message is answered before
// the server is loaded.

import { invalid, messageOf } from "../../base/errors.ts";
import { HANDOVER_VARIABLE } from "../../features/reload/handover-variable.ts";
import { isReaderGone } from "../../platform/standard-output.ts";
import { environmentClock } from "../clock.ts";
import { endProcess } from "../ending.ts";
import { knowledgeBaseDirectory } from "../environment.ts";
import { EXIT_DONE, EXIT_ERROR } from "../exit-codes.ts";
import { answerFirst } from "../mcp/first-answer.ts";
import { KeptInput } from "../mcp/kept-input.ts";
import type { Command } from "./command.ts";

export const serveCommand: Command = {
  arguments: {
    directory: { type: "positional", description: "Knowledge base directory", isOptional: true },
    // The client starts one server of those with the same words, and the plugin's hooks need the plugin's.
    plugin: { type: "boolean", description: "Said by the plugin, so that its server is started beside another" },
  },
  async run(values) {
    if (values._.length > 1) {
      throw invalid("helix serve takes one directory, e.g. helix serve ~/.helix-kb");
    }
    const directory = knowledgeBaseDirectory(values._[0] ?? (typeof values.kb === "string" ? values.kb : undefined));
    // An error in the environment is reported before a client believes that it is served.
    environmentClock();
    const input = new KeptInput(process.stdin);
    // A server that replaces another one has a client whose first message was answered long ago.
    const goesOn = process.env[HANDOVER_VARIABLE] !== undefined;
    // Without a reader there is nobody to serve. If answers cannot be written for another reason, they reach nobody
    // either.
    process.stdout.on("error", (error) => {
      if (isReaderGone(error)) endProcess(EXIT_DONE);
      endProcess(EXIT_ERROR, `cannot write answers to standard output: ${messageOf(error)}`);
    });
    const answered = goesOn ? null : await answerFirst(input, (text) => process.stdout.write(text));
    const { serve } = await import("../mcp/serve.ts");
    await serve(directory, input, answered);
    return new Promise(() => {});
  },
};
