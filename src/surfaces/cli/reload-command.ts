// `helix _reload`: verifies a new build and installs it over this helix. Running servers are left to their clients.

import { invalid } from "../../base/errors.ts";
import { reload } from "../../features/reload/reload.ts";
import { runningHelix } from "../running-helix.ts";
import { type Command, withKnowledgeBase } from "./command.ts";

export const reloadCommand: Command = {
  arguments: {},
  async run(values) {
    if (values._.length > 0) {
      throw invalid(
        "helix _reload takes no words; HELIX_RELOAD_FROM names the new build, e.g. HELIX_RELOAD_FROM=~/src/helix/dist/helix",
      );
    }
    const running = runningHelix();
    const result = await withKnowledgeBase(values, (context) => reload(context, running));
    return result.found ? { ...result, operation: "new build installed" } : result;
  },
};
