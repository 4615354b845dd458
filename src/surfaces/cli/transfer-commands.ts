// The commands export and import: everything in a knowledge base as JSON, and JSON added to a knowledge base.

import { HelixError } from "../../base/errors.ts";
import { damageRemarks, exportJson, exportReach, importJson } from "../../exchange/transfer.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import { type Command, withKnowledgeBase } from "./command.ts";
import { jsonForTerminal, print } from "./output.ts";
import { inputOf, surplus } from "./run-feature.ts";

export const exportCommand: Command = {
  arguments: {
    project: {
      type: "string",
      description: "Only of here, or of a project by its key (default: any)",
      valueHint: "KEY",
    },
  },
  async run(values) {
    surplus("export", values, 0);
    return withKnowledgeBase(values, async (context) => {
      const reach = exportReach(context, typeof values.project === "string" ? values.project : undefined);
      let damaged = 0;
      for (const piece of exportJson(await context.base.view(), () => damaged++, reach)) {
        if (!print(jsonForTerminal(piece))) return EXIT_DONE;
      }
      const [remark] = damageRemarks(damaged);
      if (remark !== undefined) throw new HelixError("CORRUPTION", remark);
      return EXIT_DONE;
    });
  },
};

export const importCommand: Command = {
  arguments: { file: { type: "positional", description: "JSON file, - for standard input", required: false } },
  async run(values) {
    surplus("import", values, 1);
    const json = await inputOf(values._[0], "import");
    return withKnowledgeBase(values, (context) => importJson(context, json));
  },
};
