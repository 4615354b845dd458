// `helix serve`: starts the MCP server, which ends the process itself.

import { HelixError } from "../../errors.ts";
import { serve } from "../mcp/serve.ts";
import type { Command } from "./command.ts";

export const serveCommand: Command = {
  arguments: { directory: { type: "positional", description: "Knowledge base directory", required: false } },
  async run(values) {
    if (values._.length > 1) {
      throw new HelixError("INVALID_ARGUMENT", "helix serve takes one directory, e.g. helix serve ~/.helix-kb");
    }
    await serve(values._[0] ?? (typeof values.kb === "string" ? values.kb : undefined));
    return new Promise(() => {});
  },
};
