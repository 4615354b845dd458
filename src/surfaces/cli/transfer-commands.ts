// The commands export and import: the notes of a knowledge base as JSON, and JSON added to a knowledge base. With
// `--events` the events that hooks recorded, a line each.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { exportEvents, importEvents } from "../../events/log/event-transfer.ts";
import { damageRemarks, exportJson, importJson } from "../../exchange/transfer.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import { type Command, type ParsedValues, withKnowledgeBase } from "./command.ts";
import type { ImportedEventsData } from "./data/events.ts";
import { jsonForTerminal, print } from "./output.ts";
import { inputOf, surplus } from "./run-feature.ts";
import { isTerminal } from "./terminal.ts";

/** How many notes are printed between two steps of the progress. */
const PROGRESS_ENTRIES = 1000;

export const exportCommand: Command = {
  arguments: {
    project: {
      type: "string",
      description: "Only of here, or of a project by its key (default: any)",
      valueHint: "KEY",
    },
    events: { type: "boolean", description: "What hooks recorded instead of the notes, a line of JSON for each event" },
  },
  async run(values) {
    surplus("export", values, 0);
    if (values.events) return printEvents(values);
    return withKnowledgeBase(values, async (context) => {
      const reach = new Reach(context, typeof values.project === "string" ? values.project : "any");
      const view = await context.base.view(indexingProgress(context));
      let damaged = 0;
      let done = 0;
      for (const piece of exportJson(view, () => damaged++, reach)) {
        if (!print(jsonForTerminal(piece))) return EXIT_DONE;
        // A terminal sees the notes themselves go by.
        if (++done % PROGRESS_ENTRIES === 0 && !isTerminal())
          context.onProgress?.({ done, total: view.index.liveCount, what: "exporting" });
      }
      const [remark] = damageRemarks(damaged);
      if (remark !== undefined) throw new HelixError("CORRUPTION", remark);
      return EXIT_DONE;
    });
  },
};

export const importCommand: Command = {
  arguments: {
    file: { type: "positional", description: "JSON file, - for standard input", isOptional: true },
    events: { type: "boolean", description: "The file has events, as helix export --events prints them" },
  },
  async run(values) {
    surplus("import", values, 1);
    const text = await inputOf(values._[0], "import");
    return withKnowledgeBase(values, async (context) =>
      values.events ? eventsImported(context.base.directory, text) : importJson(context, text),
    );
  },
};

function printEvents(values: ParsedValues): Promise<number> {
  if (values.project !== undefined) {
    throw invalid(
      "--events prints the events of all projects: leave --project out, e.g. helix export --events > events.jsonl",
    );
  }
  return withKnowledgeBase(values, async ({ base }) => {
    let damaged = 0;
    let isRead = true;
    exportEvents(
      new EventLog(diskFileSystem, base.directory),
      (line) => {
        isRead = isRead && print(jsonForTerminal(`${line}\n`));
      },
      () => damaged++,
    );
    if (damaged > 0)
      throw new HelixError("CORRUPTION", `${counted(damaged, "damaged line was", "damaged lines were")} left out`);
    return EXIT_DONE;
  });
}

function eventsImported(directory: string, text: string): Answer {
  const log = new EventLog(diskFileSystem, directory);
  const { imported, known, counted: older, damaged } = importEvents(log, text);
  const lines = [
    `imported ${counted(imported, "event", "events")}`,
    ...(known === 0 ? [] : [`  ${known} were there already`]),
    ...(older === 0
      ? []
      : [`  ${older} from before the last compaction were left out, since they may be counted already`]),
    ...(damaged === 0 ? [] : [`  ${counted(damaged, "line is", "lines are")} no event, and were left out`]),
  ];
  return {
    found: true,
    operation: lines[0]!,
    text: () => lines.join("\n"),
    data: (): ImportedEventsData => ({ imported, known, older, damaged }),
  };
}
