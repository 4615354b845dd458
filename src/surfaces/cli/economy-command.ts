// `helix economy`: turns shorter outputs on and off, says what came of them, and writes the section for CLAUDE.md.

import { resolve } from "node:path";
import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid, orElse } from "../../base/errors.ts";
import { counted, formatSize } from "../../base/wording.ts";
import { ECONOMY_SECTION, withoutSection, withSection } from "../../clients/claude-code/economy-section.ts";
import { startLine } from "../../clients/claude-code/start-line.ts";
import { type Configuration, readConfiguration } from "../../config/configuration.ts";
import { type SettingSources, userPath } from "../../config/setting-file.ts";
import type { SettingName } from "../../config/settings.ts";
import { didYouMean } from "../../engine/text/near-names.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { shortenedLately } from "../../events/log/shortened-lately.ts";
import { KEPT_HOURS } from "../../filters/kept/kept-outputs.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { changeSettings, readSettingsText } from "../../platform/settings-file.ts";
import { environmentClock } from "../clock.ts";
import { currentProject } from "../environment.ts";
import { keptOutputs } from "../kept-outputs.ts";
import { settingSources } from "../settings.ts";
import { type Command, directoryOf, type ParsedValues } from "./command.ts";
import type { EconomyData, EconomySectionData } from "./data/economy.ts";
import { surplus } from "./run-feature.ts";

const ACTIONS = ["on", "off", "status", "section"] as const;
const LATELY_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
const FILE_MODE = 0o644;
/** What a user may put into the client's settings; helix does not. */
const STATUS_LINE = `"statusLine": {"type": "command", "command": ${JSON.stringify(startLine("helix", "helix gain --status-line"))}}`;
const NONE = { outputs: 0, before: 0, after: 0, fetched: 0, fetchedBytes: 0 };

export const economyCommand: Command = {
  arguments: {
    action: {
      type: "positional",
      description: "on, off, status (default) or section FILE",
      isOptional: true,
      choices: ACTIONS,
    },
    file: { type: "positional", description: "section: the file that gets it, e.g. CLAUDE.md", isOptional: true },
    "dry-run": { type: "boolean", description: "section: print what would be put in, and change nothing" },
    remove: { type: "boolean", description: "section: take it out again" },
  },
  async run(values) {
    const [given = "status", file] = values._;
    const action = ACTIONS.find((each) => each === given.toLowerCase());
    if (action === undefined) {
      throw invalid(
        `${JSON.stringify(given)} is not accepted: give one of ${ACTIONS.join(", ")}, e.g. helix economy on${didYouMean(given, ACTIONS)}`,
      );
    }
    surplus("economy", values, action === "section" ? 2 : 1);
    if (action === "section") return section(values, file);
    for (const name of ["dry-run", "remove"]) {
      if (values[name] !== undefined) throw invalid(`--${name} is an option of helix economy section FILE`);
    }
    const sources = settingSources(directoryOf(values), currentProject()?.root ?? null);
    if (action === "status") return status(sources, false, []);
    const { editUserFile } = await import("./edit-config.ts");
    const isChanged = editUserFile(sources, "economy.filters", action);
    const done = isChanged ? `set economy.filters to ${action} in` : `economy.filters is ${action} already in`;
    const said = `${done} ${userPath(sources)}`;
    return { ...status(sources, isChanged, [said]), ...(isChanged ? { operation: said } : {}) };
  },
};

/** What holds, and what came of it lately, behind the lines about what was done. */
function status(sources: SettingSources, isChanged: boolean, done: readonly string[]): Answer {
  const { directory } = sources;
  const now = environmentClock()();
  const configuration = readConfiguration(sources);
  const [filters, intercept] = [
    settingData(configuration, "economy.filters"),
    settingData(configuration, "economy.intercept"),
  ];
  const lately = orElse(NONE, () =>
    shortenedLately(new EventLog(diskFileSystem, directory), now - LATELY_DAYS * DAY_MS),
  );
  const kept = keptOutputs(directory).extent(now);
  const { outputs, before, after, fetched, fetchedBytes } = lately;
  const asked =
    fetched === 0 ? "" : `; originals were asked for ${counted(fetched, "time", "times")}, ${formatSize(fetchedBytes)}`;
  const lines = [
    ...done,
    `outputs are shortened: ${filters.value}${fromText(filters.from)}`,
    `long reads and searches are answered from the code's index: ${intercept.value}${fromText(intercept.from)}`,
    outputs === 0
      ? `last ${LATELY_DAYS} days: no output was shortened`
      : `last ${LATELY_DAYS} days: ${counted(outputs, "output", "outputs")} shortened, ${formatSize(before)} to ${formatSize(after)}${asked}`,
    `originals: ${kept.count} kept, ${formatSize(kept.bytes)}, each for ${KEPT_HOURS} hours (helix output)`,
    "outputs are replaced in Claude Code, by a hook after commands (helix hooks status); elsewhere: helix run COMMAND",
    `helix gain says what it came to; in the client's status line, by its settings: ${STATUS_LINE}`,
  ];
  return {
    found: true,
    text: () => lines.join("\n"),
    data: (): EconomyData => ({ changed: isChanged, filters, intercept, lately, kept }),
  };
}

function settingData(configuration: Configuration, name: SettingName & `economy.${string}`) {
  return { value: configuration.value(name), from: configuration.origin(name).where };
}

function fromText(from: string): string {
  return from === "" ? " (default)" : ` (${from})`;
}

/** Adds the section to a file, brings it up to date there, or takes it out. */
function section(values: ParsedValues, file: string | undefined): Answer {
  if (file === undefined)
    throw invalid("the file is missing: give one, e.g. helix economy section CLAUDE.md --dry-run");
  const path = resolve(file);
  const isDryRun = values["dry-run"] === true;
  const isRemoval = values.remove === true;
  const before = readSettingsText(path);
  const old = before?.text ?? "";
  const text = isRemoval ? withoutSection(old, path) : withSection(old, path);
  if (text === null) throw new HelixError("NOT_FOUND", `${path} has no section of helix`);
  const isChanged = text !== old;
  const after = text === "" ? null : text;
  if (
    isChanged &&
    !isDryRun &&
    !changeSettings([{ path, before, after, mode: FILE_MODE, folders: [] }], () => undefined)
  ) {
    throw new HelixError("LOCKED", `${path} was changed meanwhile: try again; nothing was changed`);
  }
  const verb = isRemoval
    ? after === null
      ? "removed, with nothing but the section in it,"
      : "took the section out of"
    : before === null
      ? "wrote the section into"
      : "put the section into";
  const done = isChanged
    ? `${isDryRun ? "dry run, nothing was changed: " : ""}${verb} ${path}`
    : `${path} has the section as it is now`;
  return {
    found: true,
    ...(isChanged && !isDryRun ? { operation: done } : {}),
    text: () => [done, ...(isRemoval || !isChanged ? [] : ["", ...ECONOMY_SECTION])].join("\n"),
    data: (): EconomySectionData => ({ file: path, changed: isChanged && !isDryRun, dryRun: isDryRun, text }),
  };
}
