// `helix config`: every setting with where it comes from, and what has no effect; sets settings in the user's file.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { type Configuration, type GivenValue, type Problem, readConfiguration } from "../../config/configuration.ts";
import { didYouMeanSetting } from "../../config/nearest-setting.ts";
import { acceptedBy, checkText } from "../../config/schema.ts";
import { type SettingSources, userPath } from "../../config/setting-file.ts";
import {
  type AnyValue,
  isSetting,
  SETTING_NAMES,
  type SettingName,
  settingOf,
  variableOf,
} from "../../config/settings.ts";
import { shown } from "../../config/shown-text.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { currentDirectory, currentProject } from "../environment.ts";
import { settingSources } from "../settings.ts";
import { type Command, directoryOf } from "./command.ts";
import type { ConfigData } from "./data/config.ts";
import { surplus } from "./run-feature.ts";

const NAME_WIDTH = Math.max(...SETTING_NAMES.map((name) => name.length));
const VALUE_WIDTH = 10;

export const configCommand: Command = {
  arguments: {
    action: {
      type: "positional",
      description: "A setting, or: set KEY VALUE, unset KEY; left out: all settings",
      isOptional: true,
    },
    key: { type: "positional", description: "The setting that is set or unset", isOptional: true },
    value: { type: "positional", description: "Its value; patterns: A,B", isOptional: true },
  },
  async run(values) {
    const [first, key, value] = values._;
    const sources = settingSources(directoryOf(values), rootHere());
    if (first === "set") return set(sources, key, value, () => surplus("config", values, 3));
    surplus("config", values, first === "unset" ? 2 : 1);
    if (first === "unset") return unset(sources, key);
    const configuration = readConfiguration(sources);
    return answerOf(
      sources,
      configuration,
      first === undefined ? SETTING_NAMES : [settingNamed(first)],
      first !== undefined,
    );
  },
};

/** The top of the work tree, or the current folder, as a folder that was asked for; null where there is none. */
function rootHere(): string | null {
  const here = currentDirectory();
  return currentProject()?.root ?? (here === null ? null : diskFiles.realPath(here));
}

function settingNamed(name: string | undefined, example = "helix config code.context"): SettingName {
  if (name === undefined) throw invalid(`the setting is missing: give one, e.g. ${example}`);
  if (!isSetting(name)) throw invalid(`${shown(name)} is no setting${didYouMeanSetting(name)}`);
  return name;
}

async function set(
  sources: SettingSources,
  key: string | undefined,
  text: string | undefined,
  check: () => void,
): Promise<Answer> {
  const name = settingNamed(key, "helix config set code.context off");
  const { example } = settingOf(name);
  if (text === undefined)
    throw invalid(`the value is missing: give ${acceptedBy(name)}, e.g. helix config set ${name} ${example}`);
  check();
  const { value, flaws } = checkText(name, text);
  if (value === undefined || flaws.length > 0) throw invalid(`${name} ${flaws.join("; ")}; nothing was changed`);
  return edited(sources, name, value, `${name} is ${valueText(value)} in ${userPath(sources)} already`);
}

async function unset(sources: SettingSources, key: string | undefined): Promise<Answer> {
  const name = settingNamed(key, "helix config unset code.context");
  const path = userPath(sources);
  if (diskFiles.kind(path) === null) throw new HelixError("NOT_FOUND", `${name} is not set: there is no ${path}`);
  return edited(sources, name, undefined, null);
}

/** Changes the file and says what holds now. `same`: what is said where nothing had to change; null: it is an error. */
async function edited(
  sources: SettingSources,
  name: SettingName,
  value: AnyValue | undefined,
  same: string | null,
): Promise<Answer> {
  const { editUserFile } = await import("./edit-config.ts");
  const isChanged = editUserFile(sources, name, value);
  if (!isChanged && same === null) throw new HelixError("NOT_FOUND", `${name} is not set in ${userPath(sources)}`);
  const configuration = readConfiguration(sources);
  const own = configuration.given(name).find(({ origin }) => origin.source === "user");
  const isHeard = value === undefined || own?.effect === "counts";
  const now = `${name} is now ${valueText(configuration.value(name))}${fromText(configuration.given(name))}`;
  const done = value === undefined ? `unset ${name} in` : `set ${name} to ${valueText(value)} in`;
  const lines = isChanged ? [`${done} ${userPath(sources)}`] : [same!];
  if (!isHeard || value === undefined) lines.push(isHeard ? now : `which has no effect here: ${now}`);
  return {
    found: true,
    ...(isChanged ? { operation: lines[0]! } : {}),
    text: () => lines.map(shownLine).join("\n"),
    data: () => dataOf(sources, configuration, [name], isChanged),
  };
}

function answerOf(
  sources: SettingSources,
  configuration: Configuration,
  names: readonly SettingName[],
  isOne: boolean,
): Answer {
  const problems = isOne ? problemsOf(configuration, names[0]!) : configuration.problems;
  const lines = isOne ? detailLines(configuration, names[0]!) : names.map((name) => settingLine(configuration, name));
  if (problems.length > 0) lines.push("", "without effect:", ...problems.map(({ text }) => `  ${text}`));
  if (!isOne)
    lines.push("", `set in ${userPath(sources)}, which helix config set KEY VALUE writes; helix config KEY says more`);
  return {
    found: true,
    text: () => lines.map(shownLine).join("\n"),
    data: () => dataOf(sources, configuration, names, false, problems),
  };
}

/** A line as it may be shown, its indentation kept. */
function shownLine(line: string): string {
  return /^ */.exec(line)![0] + cleanLine(line);
}

/** Problems of a setting, and of whole files. */
function problemsOf({ problems }: Configuration, name: SettingName): readonly Problem[] {
  return problems.filter(({ concerns }) => concerns === name || concerns === "all");
}

function settingLine(configuration: Configuration, name: SettingName): string {
  const given = configuration.given(name);
  const value = valueText(configuration.value(name)).padEnd(VALUE_WIDTH);
  return `${name.padEnd(NAME_WIDTH)}  ${value}  ${sourcesText(given)}`.trimEnd();
}

/** Where a value comes from, and what the other sources say: `/shop/.helix.json; overrides full of /kb/config.json`. */
function sourcesText(given: readonly GivenValue[]): string {
  const own = given.filter(({ origin }) => origin.source !== "default");
  const counting = own.filter(({ effect }) => effect === "counts");
  const from = counting.length === 0 ? "default" : counting.map(({ origin }) => origin.where).join(", ");
  const others = own
    .filter(({ effect }) => effect === "overridden" || effect === "refused")
    .map(
      ({ value, origin, effect }) =>
        `${effect === "refused" ? "refuses" : "overrides"} ${valueText(value)} of ${origin.where}`,
    );
  return [from, ...others].join("; ");
}

function fromText(given: readonly GivenValue[]): string {
  const where = given
    .filter(({ effect, origin }) => effect === "counts" && origin.where !== "")
    .map(({ origin }) => origin.where);
  return where.length === 0 ? " (default)" : ` (${where.join(", ")})`;
}

const EFFECTS: Readonly<Record<GivenValue["effect"], string>> = {
  counts: "counts",
  overridden: "overridden",
  refused: "refused: a project may only narrow",
  same: "says the same",
};

function detailLines(configuration: Configuration, name: SettingName): string[] {
  const { about, default: standard, narrows } = settingOf(name);
  const given = configuration.given(name).filter(({ origin }) => origin.source !== "default");
  return [
    `${name}: ${valueText(configuration.value(name))}${fromText(configuration.given(name))}`,
    about,
    `accepted: ${acceptedBy(name)}; default: ${valueText(standard)}; variable: ${variableOf(name)}; a project ${narrows ? "may narrow it" : "cannot set it"}`,
    ...given.map(({ origin, value, effect }) => `  ${origin.where}: ${valueText(value)} (${EFFECTS[effect]})`),
  ];
}

function valueText(value: AnyValue): string {
  if (value === null) return "not set";
  if (typeof value !== "object") return String(value);
  return value.length === 0 ? "none" : value.join(", ");
}

function dataOf(
  sources: SettingSources,
  configuration: Configuration,
  names: readonly SettingName[],
  changed: boolean,
  problems = configuration.problems,
): ConfigData {
  const plain = (value: AnyValue) => (typeof value === "object" && value !== null ? [...value] : value);
  return {
    file: userPath(sources),
    changed,
    settings: names.map((name) => {
      const { source, where } = configuration.origin(name);
      const given = configuration.given(name).map(({ value, origin, effect }) => ({
        value: plain(value),
        source: origin.source,
        from: origin.where,
        effect,
      }));
      return { name, value: plain(configuration.value(name)), source, from: where, given };
    }),
    problems: problems.map(({ origin, text }) => ({ source: origin.source, from: origin.where, text })),
  };
}
