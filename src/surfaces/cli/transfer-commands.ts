// The commands that take everything out of a knowledge base as JSON, and put it in.

import { HelixError } from "../../errors.ts";
import { damageRemark, exportJson, importJson } from "../../features/transfer/transfer.ts";
import { type Command, withKnowledgeBase } from "./command.ts";
import { EXIT_DONE } from "./exit-codes.ts";
import { jsonForTerminal, print } from "./output.ts";
import { inputOf, surplus } from "./run-feature.ts";

export const exportCommand: Command = {
  arguments: {},
  async run(values) {
    surplus("export", values, 0);
    return withKnowledgeBase(values, async ({ base }) => {
      let damaged = 0;
      for (const piece of exportJson(await base.view(), () => damaged++)) print(jsonForTerminal(piece));
      const remark = damageRemark(damaged);
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
