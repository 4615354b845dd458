// The commands that look after the files: index, compact, check, inspect.

import { invalid } from "../../base/errors.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { counted } from "../../base/wording.ts";
import {
  MARK_BEGIN,
  MARK_OF,
  MARK_REDO,
  MARK_REWRITTEN,
  MARK_TRANSACTION,
  MARK_UNDO,
} from "../../engine/log/log-layout.ts";
import { minutesOfStored, timeBaseOf } from "../../engine/log/log-time.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { isoTime } from "../../engine/text/dates.ts";
import { heldWords } from "../../features/common/notices.ts";
import { compactLog } from "../../features/topics/compact-log.ts";
import { reindex } from "../../features/topics/reindex.ts";
import { type CheckReport, checkStore, type InspectedRecord, inspectLog } from "../../notes/store/check.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { DocumentStore, shownHash } from "../../plan/documents/document-store.ts";
import { planPaths } from "../../plan/plan-paths.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { EXIT_DONE, EXIT_ERROR, EXIT_NOTHING } from "../exit-codes.ts";
import { type Command, directoryOf, type ParsedValues, wholeNumber, withKnowledgeBase } from "./command.ts";
import type { CheckData, InspectedData } from "./data/log.ts";
import { eventCheck, eventCheckLines } from "./event-statistics.ts";
import { jsonForTerminal, print, printAnswer, printJson, printLines } from "./output.ts";
import { withProgress } from "./progress-line.ts";
import { isTerminal } from "./terminal.ts";

const LISTED_MAX = 20;
/** How many records a terminal is shown at once. */
const PAGED_LINES_MAX = 100_000;
const CHANGE_NAMES = ["deleted", "replaced", "moved", "restored"];
const MARK_NAMES: Readonly<Record<number, string>> = {
  [MARK_BEGIN]: "begin, to",
  [MARK_TRANSACTION]: "act, from",
  [MARK_UNDO]: "undo, from",
  [MARK_OF]: "of the transaction at",
  [MARK_REDO]: "redo, from",
  [MARK_REWRITTEN]: "rewritten, from",
};

/** A directory given as a word counts as `--kb`. */
export function withDirectoryWord(command: string, values: ParsedValues): ParsedValues {
  if (values._.length > 1) throw invalid(`helix ${command} takes one directory, e.g. helix ${command} ~/.helix-kb`);
  return values._[0] === undefined ? values : { ...values, kb: values._[0] };
}

export const DIRECTORY_WORD = {
  directory: { type: "positional", description: "Knowledge base directory", isOptional: true },
} as const;

export const indexCommand: Command = {
  arguments: DIRECTORY_WORD,
  async run(values) {
    const result = await withKnowledgeBase(withDirectoryWord("index", values), reindex);
    return result.found ? { ...result, operation: "index built" } : result;
  },
};

export const compactCommand: Command = {
  arguments: { ...DIRECTORY_WORD, apply: { type: "boolean", description: "Do it" } },
  run: (values) =>
    withKnowledgeBase(withDirectoryWord("compact", values), (context) => compactLog(context, values.apply === true)),
};

export const checkCommand: Command = {
  arguments: DIRECTORY_WORD,
  async run(values) {
    const directory = directoryOf(withDirectoryWord("check", values));
    const report = await withProgress((onProgress) =>
      checkStore(diskFileSystem, directory, (done, total) => onProgress({ done, total, what: "checking" })),
    );
    const [events, documents] = [eventCheck(directory), documentsOf(directory)];
    const data: CheckData = report && { ...report, events, documents };
    const beside = [...eventCheckLines(events), ...documentLines(documents)];
    // Hooks and plans write before there is a note.
    const without = beside.length === 0 ? `no knowledge base at ${directory}` : `no notes yet in ${directory}`;
    const lines = [...(report === null ? [without] : describe(report)), ...beside];
    if (values.json) printJson(data);
    else printAnswer(lines.join("\n"));
    const areEventsSound = events.unusable === undefined && events.damaged === events.cutOff;
    const isSound = isSoundLog(report) && areEventsSound && documents.damaged.length === 0;
    if (!isSound) return EXIT_ERROR;
    return report === null ? EXIT_NOTHING : EXIT_DONE;
  },
};

function isSoundLog(report: CheckReport | null): boolean {
  if (report === null) return true;
  const { damages, headerDamaged, unfinished, index } = report;
  return damages.length === 0 && !headerDamaged && unfinished === null && index !== "damaged";
}

type DocumentsData = NonNullable<CheckData>["documents"];

function documentsOf(directory: string): DocumentsData {
  const store = new DocumentStore(diskFileSystem, planPaths(directory).documents);
  return { count: store.hashes().length, damaged: store.damaged() };
}

/** What there is to say of the documents of plans. */
function documentLines({ count, damaged }: DocumentsData): string[] {
  if (count === 0) return [];
  const names = damaged.slice(0, LISTED_MAX).map(shownHash).join(", ");
  const more = damaged.length > LISTED_MAX ? `, ${damaged.length - LISTED_MAX} more` : "";
  const said = damaged.length === 0 ? "all whole" : `DAMAGED: ${names}${more}, which count for nothing`;
  return [`documents of plans: ${count}, ${said}`];
}

/** A report as lines for people. */
function describe(report: CheckReport): string[] {
  const lines = [
    `${report.logPath}: ${report.logBytes} bytes, ${counted(report.entries, "entry record", "entry records")} (${report.live} live), ${counted(report.tombstones, "tombstone", "tombstones")}`,
    `without checksum (written by the original program): ${report.withoutChecksum}`,
  ];
  if (report.headerDamaged)
    lines.push("DAMAGED header: the first 8 bytes are not those of a log; compaction writes them anew");
  for (const { from, to } of report.damages.slice(0, LISTED_MAX)) {
    lines.push(
      `DAMAGED bytes ${from} to ${to - 1} (${to - from}): hold no record; they are passed over, and compaction keeps a copy of them`,
    );
  }
  if (report.damages.length > LISTED_MAX)
    lines.push(`... ${counted(report.damages.length - LISTED_MAX, "more damaged region", "more damaged regions")}`);
  if (report.tornBytes > 0) {
    const what = report.unfinished === null ? "no whole record (an interrupted write)" : "an unfinished write";
    lines.push(`torn: the last ${report.tornBytes} bytes are ${what}; the next write moves them to data.log.torn-TIME`);
  }
  if (report.unfinished !== null) {
    lines.push(
      `UNFINISHED: ${heldWords(report.unfinished)} in there count for nothing; once moved, helix recover brings them back`,
    );
  }
  if (report.aimless.length > 0)
    lines.push(
      `${counted(report.aimless.length, "tombstone", "tombstones")} whose entry is not there, first at offset ${report.aimless[0]}`,
    );
  for (const { name, notes } of report.copies) {
    const held = notes === 0 ? "no whole note" : `${counted(notes, "whole note", "whole notes")}: helix recover`;
    lines.push(`kept copy of removed bytes: ${name} (${held})`);
  }
  const index = {
    missing: "index: none; it is built when it is needed",
    unusable: "index: not an index of this version; it is built anew when it is needed",
    "of another log": "index: covers another log; it is built anew when it is needed",
    damaged: "DAMAGED index: its content has another checksum than it states; build it anew with: helix index",
    sound: `index: sound, covers ${report.watermark} of ${report.logBytes} bytes`,
  }[report.index];
  return [...lines, index];
}

export const inspectCommand: Command = {
  arguments: {
    ...DIRECTORY_WORD,
    from: { type: "string", description: "First offset", valueHint: "N" },
    limit: { type: "string", description: "Most records", valueHint: "N" },
  },
  async run(values) {
    const directory = directoryOf(withDirectoryWord("inspect", values));
    const from = wholeNumber(values, "from", { example: 100 }) ?? 0;
    const limit = wholeNumber(values, "limit", { example: 100, min: 1 }) ?? Number.POSITIVE_INFINITY;
    let shown = 0;
    let left = 0;
    const listed = new ListedLines();
    const found = inspectLog(diskFileSystem, directory, (record) => {
      if (record.offset < from) return;
      if (shown === limit) {
        left++;
        return;
      }
      if (values.json) print((shown === 0 ? "[\n" : ",\n") + jsonForTerminal(JSON.stringify(recordData(record))));
      else listed.add(forTerminal(recordLine(record)));
      shown++;
    });
    if (values.json) print(shown === 0 ? "[]\n" : "\n]\n");
    else if (!found) listed.add(`no knowledge base at ${forTerminal(directory)}`);
    else if (left > 0) listed.add(`... ${counted(left, "more record", "more records")}`);
    listed.end();
    return shown > 0 ? 0 : 1;
  },
};

/** Lines of a list of any length: kept for a pager at a terminal, as far as a person would look at them. */
class ListedLines {
  #kept: string[] = [];

  add(line: string): void {
    this.#kept.push(line);
    if (this.#kept.length >= (isTerminal() ? PAGED_LINES_MAX : 1)) this.end();
  }

  end(): void {
    if (this.#kept.length > 0) printLines(this.#kept);
    this.#kept = [];
  }
}

function recordData(record: InspectedRecord): InspectedData {
  if (record.kind !== "entry") return record;
  const { topic, body, stored, isReplacement: pair, ...rest } = record;
  const time = isoTime(minutesOfStored(stored));
  return { ...rest, pair, stored, base: timeBaseOf(stored), time, topic: decodeUtf8(topic), body: decodeUtf8(body) };
}

function recordLine(record: InspectedRecord): string {
  const offset = String(record.offset).padStart(10);
  switch (record.kind) {
    case "entry": {
      const time = isoTime(minutesOfStored(record.stored)).slice(0, 16);
      const sum = record.checksummed ? (record.isReplacement ? "pair" : "crc") : "-";
      const line =
        decodeUtf8(record.body.subarray(0, 200))
          .split("\n")
          .find((part) => part !== "" && !part.startsWith("[")) ?? "";
      return `${offset} entry ${String(record.size).padStart(7)} B ${sum.padEnd(4)} ${time}Z [${topicName(decodeUtf8(record.topic))}] ${line.slice(0, 80)}`;
    }
    case "tombstone":
      return `${offset} tombstone     8 B ${record.checksummed ? "crc " : "-   "} ${CHANGE_NAMES[record.change]} ${record.target}`;
    case "mark":
      return `${offset} mark          8 B crc  ${MARK_NAMES[record.mark]} ${record.otherEnd}`;
    case "damage":
      return `${offset} DAMAGE ${String(record.size).padStart(6)} B`;
    case "torn":
      return `${offset} TORN   ${String(record.size).padStart(6)} B`;
  }
}
