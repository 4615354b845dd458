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
import { DocumentStore } from "../../plan/documents/document-store.ts";
import { planPaths } from "../../plan/plan-paths.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import { type Command, type ParsedValues, withKnowledgeBase } from "./command.ts";
import type { ImportedEventsData } from "./data/events.ts";
import { jsonForTerminal, print } from "./output.ts";
import { inputOf, surplus } from "./run-feature.ts";
import { isTerminal } from "./terminal.ts";

/** How the line of a document begins. */
const DOCUMENT_START = /^\s*\{"v":\d+,"kind":"/;
/** How many notes are printed between two steps of the progress. */
const PROGRESS_ENTRIES = 1000;

export const exportCommand: Command = {
  arguments: {
    project: {
      type: "string",
      description: "Only of here, or of a project by its key (default: any)",
      valueHint: "KEY",
    },
    events: {
      type: "boolean",
      description: "What hooks recorded instead of the notes, and the documents of plans: a line of JSON for each",
    },
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
    const damagedDocuments = printDocuments(base.directory, () => isRead);
    if (damagedDocuments > 0) {
      const what = counted(damagedDocuments, "damaged document of plans was", "damaged documents of plans were");
      throw new HelixError("CORRUPTION", `${what} left out`);
    }
    if (damaged > 0)
      throw new HelixError("CORRUPTION", `${counted(damaged, "damaged line was", "damaged lines were")} left out`);
    return EXIT_DONE;
  });
}

/** Prints the documents of plans, which events cite. Returns how many are damaged. */
function printDocuments(directory: string, isRead: () => boolean): number {
  let damaged = 0;
  for (const line of new DocumentStore(diskFileSystem, planPaths(directory).documents).lines(() => damaged++)) {
    if (!isRead() || !print(jsonForTerminal(line))) break;
  }
  return damaged;
}

/** Keeps the lines that are documents of plans. Returns the others. */
function documentsImported(directory: string, text: string): { added: number; known: number; rest: string } {
  const store = new DocumentStore(diskFileSystem, planPaths(directory).documents);
  const rest: string[] = [];
  let [added, known] = [0, 0];
  for (const line of text.split("\n")) {
    const adopted = DOCUMENT_START.test(line) ? store.adopt(line) : null;
    if (adopted === null) rest.push(line);
    else if (adopted.isNew) added++;
    else known++;
  }
  return { added, known, rest: rest.join("\n") };
}

function eventsImported(directory: string, text: string): Answer {
  const log = new EventLog(diskFileSystem, directory);
  const documents = documentsImported(directory, text);
  const isOfDocuments = documents.rest.trim() === "" && documents.added + documents.known > 0;
  const nothing = { imported: 0, known: 0, counted: 0, damaged: 0 };
  const { imported, known, counted: older, damaged } = isOfDocuments ? nothing : importEvents(log, documents.rest);
  const lines = [
    `imported ${counted(imported, "event", "events")}`,
    ...(documents.added === 0 ? [] : [`  and ${counted(documents.added, "document", "documents")} of plans`]),
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
    data: (): ImportedEventsData => ({ imported, known, older, damaged, documents: documents.added }),
  };
}
