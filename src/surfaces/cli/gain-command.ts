// `helix gain`: what shortened outputs took away and what was fetched of them again; the bill of a session; a chart; the
// line for the client's status line.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { findSession, readSession, type SessionPlaces } from "../../clients/claude-code/session-files.ts";
import { dayRange, MINUTE_MS } from "../../engine/text/dates.ts";
import { shortenedOutputs } from "../../events/gain/shortened-outputs.ts";
import { foldEvents, WORTH_BYTES } from "../../events/log/event-fold.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { billOf } from "../../features/gain/bill.ts";
import { billAnswer } from "../../features/gain/bill-answer.ts";
import { gainAnswer, historyAnswer } from "../../features/gain/gain-answer.ts";
import { gainChart } from "../../features/gain/gain-chart.ts";
import { gainHistory, HISTORY_UNITS, type HistoryUnit } from "../../features/gain/gain-history.ts";
import { type GainPart, type GainScope, gainParts, sumGain } from "../../features/gain/gain-sums.ts";
import type { ModelPrice } from "../../features/gain/price-table.ts";
import { projectFilter } from "../../notes/scope/scope.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { environmentClock } from "../clock.ts";
import { currentDirectory, currentProject, homeDirectory } from "../environment.ts";
import { EXIT_DONE } from "../exit-codes.ts";
import { printStatusLine } from "../status-line.ts";
import { type Command, directoryOf, type ParsedValues, withKnowledgeBase } from "./command.ts";
import { writeChart } from "./gain-chart-file.ts";
import { readPrices } from "./read-prices.ts";
import { surplus } from "./run-feature.ts";

/** Options that each make an answer of their own. */
const FORMS = ["session", "history", "svg", "status-line"] as const;

export const gainCommand: Command = {
  arguments: {
    session: {
      type: "string",
      isValueOptional: true,
      description: "The bill of a session by its transcripts (default: this one, else the newest of this directory)",
      valueHint: "ID",
    },
    history: {
      type: "string",
      isValueOptional: true,
      description: "A table by day, week or month (default: day)",
      valueHint: HISTORY_UNITS.join("|"),
      choices: HISTORY_UNITS,
    },
    svg: { type: "string", description: "Write a chart over time to a file", valueHint: "FILE" },
    prices: {
      type: "string",
      isValueOptional: true,
      description: "In dollars, too: at the prices of a model (default: all; with --session those that it used)",
      valueHint: "MODEL",
    },
    project: {
      type: "string",
      description: "Only of here, or of a project by its key (default: any)",
      valueHint: "KEY",
    },
    since: {
      type: "string",
      description: "Only from a day on: YYYY-MM-DD, today, yesterday, this-week",
      valueHint: "DAY",
    },
    "status-line": {
      type: "boolean",
      description: "One short line for the client's status line, whose JSON is on standard input",
    },
  },
  async run(values) {
    if (values["status-line"] === true) {
      // Whatever else is given: a status line has no room for an error.
      printStatusLine(() => directoryOf(values));
      return EXIT_DONE;
    }
    surplus("gain", values, 0);
    const forms = FORMS.filter((name) => values[name] !== undefined && values[name] !== false);
    if (forms.length > 1)
      throw invalid(`--${forms[0]} and --${forms[1]} are two answers: give one, e.g. helix gain --${forms[0]}`);
    const prices =
      values.prices === undefined ? null : { prices: readPrices(directoryOf(values)), model: String(values.prices) };
    if (forms[0] === "session") return billAnswerOf(values, prices);
    if (prices !== null && forms.length > 0) {
      throw invalid(
        `--prices goes with the figures as a whole or with --session, not with --${forms[0]}: e.g. helix gain --prices`,
      );
    }
    const unit = unitOf(values.history);
    const parts = await partsOf(values);
    if (unit !== null) return historyAnswer(gainHistory(parts, unit), unit);
    if (values.svg !== undefined) return writeChart(String(values.svg), gainChart(parts));
    return gainAnswer(sumGain(parts), prices);
  },
};

/** What the options leave of the log. */
async function partsOf(values: ParsedValues): Promise<GainPart[]> {
  const since =
    values.since === undefined ? null : dayRange(String(values.since), environmentClock()()).start * MINUTE_MS;
  const scoped = (project: GainScope["project"]) => gainParts(outputsIn(directoryOf(values)), { since, project });
  if (values.project === undefined) return scoped(null);
  return withKnowledgeBase(values, async ({ project }) =>
    scoped(projectFilter({ project }, String(values.project)) as GainScope["project"]),
  );
}

function outputsIn(directory: string) {
  return foldEvents(new EventLog(diskFileSystem, directory), shortenedOutputs, WORTH_BYTES).state;
}

function unitOf(given: unknown): HistoryUnit | null {
  if (given === undefined) return null;
  const wanted = given === "" ? "day" : String(given).toLowerCase();
  const unit = HISTORY_UNITS.find((each) => each === wanted);
  if (unit === undefined) {
    throw invalid(`--history=${String(given)} is not accepted: give day, week or month, e.g. --history=week`);
  }
  return unit;
}

function billAnswerOf(values: ParsedValues, wanted: { prices: readonly ModelPrice[]; model: string } | null): Answer {
  if (values.project !== undefined || values.since !== undefined) {
    const name = values.project === undefined ? "since" : "project";
    throw invalid(
      `--${name} does not go with --session, which is one session: leave it out, e.g. helix gain --session`,
    );
  }
  const places: SessionPlaces = {
    files: diskFileSystem,
    home: homeDirectory(),
    environment: process.env,
    directories: [currentDirectory(), currentProject()?.root ?? null].filter((each) => each !== null),
  };
  const found = findSession(places, values.session === "" ? null : String(values.session));
  const all = outputsIn(directoryOf(values));
  const keys = all.outputs.filter(({ session, key }) => session === found.session && key !== "").map(({ key }) => key);
  const record = readSession(places, found, new Set(keys));
  const model = wanted?.model === "" ? null : (wanted?.model ?? null);
  return billAnswer(record, billOf(record, all, wanted?.prices ?? null, model), wanted);
}
