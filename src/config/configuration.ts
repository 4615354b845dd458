// The settings of one process: a flag counts before a variable of the environment, that before the project's file, that
// before the user's file, that before the default.
// Invariants:
// - A project's file can do nothing but narrow: what hooks say, whether there is an index, which paths are in it.
// - A file that cannot be read, a value that is not accepted and a name that nobody knows have no effect, and each is a
//   problem of one line. Nothing here throws.

import { fileFlaws } from "./file-flaws.ts";
import { didYouMeanSetting } from "./nearest-setting.ts";
import { type CheckedValue, checkText, checkValue } from "./schema.ts";
import {
  type Leaf,
  leavesOf,
  projectPath,
  type ReadFile,
  readProjectFile,
  readUserFile,
  type SettingSources,
  userPath,
} from "./setting-file.ts";
import {
  type AnyValue,
  effectOf,
  isSetting,
  SETTING_GROUPS,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
  settingOf,
  variableOf,
} from "./settings.ts";
import { shown } from "./shown-text.ts";

/** Where a value comes from; `where` is the flag, the variable or the path of the file, "" for the default. */
export interface Origin {
  readonly source: "flag" | "environment" | "project" | "user" | "default";
  readonly where: string;
}

/**
 * A value that some source gave. `overridden`: a stronger source gave another; `refused`: it would have widened, and a
 * project may only narrow; `same`: the project asks for what holds without it.
 */
export interface GivenValue {
  readonly origin: Origin;
  readonly value: AnyValue;
  readonly effect: "counts" | "overridden" | "refused" | "same";
}

/** What has no effect, and why: a line for the reader. */
export interface Problem {
  readonly origin: Origin;
  /** The setting that it concerns; `all` where a whole file counts as absent; null for what is no setting. */
  readonly concerns: SettingName | "all" | null;
  readonly text: string;
}

/** Flags of a command, by the setting that they stand for, as they were typed. */
export type Flags = Readonly<Partial<Record<SettingName, string>>>;

/** Patterns of one source. */
export interface Exclusion {
  readonly where: string;
  readonly patterns: readonly string[];
}

const DEFAULT: Origin = { source: "default", where: "" };
/** So many problems of one source are told one by one. */
const PROBLEMS_MAX = 20;
const NARROWING = SETTING_NAMES.filter((name) => settingOf(name).narrows).join(", ");

/** The valid values of one source. */
interface Layer {
  readonly origin: Origin;
  readonly values: ReadonlyMap<SettingName, AnyValue>;
}

export class Configuration {
  readonly problems: readonly Problem[];
  readonly #given: ReadonlyMap<SettingName, readonly GivenValue[]>;

  /** `given`: the values of each setting, the strongest source first. */
  constructor(given: ReadonlyMap<SettingName, readonly GivenValue[]>, problems: readonly Problem[]) {
    this.#given = given;
    this.problems = problems;
  }

  /** What a setting is. A list is the union of all sources. */
  value<Name extends SettingName>(name: Name): SettingValue<Name> {
    const counting = this.given(name).filter(({ effect }) => effect === "counts");
    if (settingOf(name).kind !== "globs") return counting[0]!.value as SettingValue<Name>;
    return [
      ...new Set(counting.flatMap(({ value }) => value as readonly string[])),
    ] as readonly string[] as SettingValue<Name>;
  }

  /** Where the value comes from; of a list the strongest source that adds to it. */
  origin(name: SettingName): Origin {
    return this.given(name).find(({ effect }) => effect === "counts")!.origin;
  }

  /** What every source gave, the strongest first; the default last. */
  given(name: SettingName): readonly GivenValue[] {
    return this.#given.get(name)!;
  }

  /** The patterns of `code.exclude`, source by source: one source's exceptions are none of another's. */
  get exclusions(): readonly Exclusion[] {
    return this.given("code.exclude")
      .filter(({ effect, value }) => effect === "counts" && (value as readonly string[]).length > 0)
      .map(({ origin, value }) => ({ where: origin.where, patterns: value as readonly string[] }));
  }
}

/** Reads all settings. Never throws. */
export function readConfiguration(sources: SettingSources & { readonly flags?: Flags }): Configuration {
  return configurationOf(sources, readUserFile(sources), readProjectFile(sources));
}

/**
 * Makes a function that reads all settings again and again. It gives the same object as long as the files hold the same
 * texts: to read two small files takes less than to be sure by their times that they are as they were.
 */
export function configurationReader(sources: SettingSources & { readonly flags?: Flags }): () => Configuration {
  let last: { user: string; project: string; configuration: Configuration } | null = null;
  return () => {
    const user = readUserFile(sources);
    const project = readProjectFile(sources);
    const [userKey, projectKey] = [JSON.stringify(user), JSON.stringify(project)];
    if (last === null || last.user !== userKey || last.project !== projectKey) {
      last = { user: userKey, project: projectKey, configuration: configurationOf(sources, user, project) };
    }
    return last.configuration;
  };
}

function configurationOf(
  sources: SettingSources & { readonly flags?: Flags },
  user: ReadFile,
  project: ReadFile,
): Configuration {
  const problems: Problem[] = [];
  const flags = flagLayer(sources.flags ?? {}, problems);
  const environment = environmentLayers(sources.environment, problems);
  const ofProject = fileLayer({ source: "project", where: projectPath(sources) ?? "" }, project, problems);
  const ofUser = fileLayer({ source: "user", where: userPath(sources) }, user, problems);
  const given = new Map<SettingName, readonly GivenValue[]>();
  for (const name of SETTING_NAMES) {
    const of = (layers: readonly Layer[]) =>
      layers.flatMap(({ origin, values }) => (values.has(name) ? [{ origin, value: values.get(name)! }] : []));
    const personal = [...of(flags), ...of(environment)];
    const base = [...of([ofUser]), { origin: DEFAULT, value: settingOf(name).default as AnyValue }];
    given.set(name, ranked(name, personal, of([ofProject])[0], base, problems));
  }
  return new Configuration(given, problems);
}

type Raw = Omit<GivenValue, "effect">;

/** Puts the values of one setting into order, and says what each does. */
function ranked(
  name: SettingName,
  personal: readonly Raw[],
  project: Raw | undefined,
  base: readonly Raw[],
  problems: Problem[],
): GivenValue[] {
  const setting = settingOf(name);
  const all = (effect: GivenValue["effect"], values: readonly Raw[]) => values.map((each) => ({ ...each, effect }));
  if (setting.kind === "globs") return all("counts", [...personal, ...(project ? [project] : []), ...base]);
  const without = base[0]!;
  const effect = project && effectOf(setting, String(project.value), String(without.value));
  if (project && effect === "widens") {
    const text = `${project.origin.where}: ${name} is refused: a project may only narrow it, and it is ${String(without.value)} without the project`;
    problems.push({ origin: project.origin, concerns: name, text });
  }
  const owned: GivenValue[] =
    project === undefined
      ? []
      : [{ ...project, effect: effect === "widens" ? "refused" : effect === "same" ? "same" : "counts" }];
  const found: GivenValue[] = [...all("counts", personal), ...owned, ...all("counts", base)];
  let isDecided = false;
  return found.map((each) => {
    if (each.effect !== "counts") return each;
    if (isDecided) return { ...each, effect: "overridden" };
    isDecided = true;
    return each;
  });
}

function flagLayer(flags: Flags, problems: Problem[]): Layer[] {
  return (Object.entries(flags) as [SettingName, string][]).flatMap(([name, text]) => {
    const origin: Origin = { source: "flag", where: `--${name}` };
    return layerOf(origin, name, checkText(name, text), `--${name}`, problems);
  });
}

function environmentLayers(environment: SettingSources["environment"], problems: Problem[]): Layer[] {
  const known = new Map(SETTING_NAMES.map((name) => [variableOf(name), name]));
  const layers: Layer[] = [];
  const unknown: Problem[] = [];
  for (const [variable, text = ""] of Object.entries(environment)) {
    const [, group] = /^HELIX_([A-Z]+)_/.exec(variable) ?? [];
    if (text.trim() === "" || group === undefined || !SETTING_GROUPS.has(group.toLowerCase())) continue;
    const origin: Origin = { source: "environment", where: variable };
    const name = known.get(variable);
    if (name !== undefined) layers.push(...layerOf(origin, name, checkText(name, text), variable, problems));
    else {
      const meant = didYouMeanSetting(variable.slice("HELIX_".length)).replace(
        /mean ([a-z_.]+)/,
        (_, each) => `mean ${variableOf(each)}`,
      );
      unknown.push({ origin, concerns: null, text: `${shown(variable)} is no variable of helix${meant}` });
    }
  }
  problems.push(...few(unknown));
  return layers;
}

function layerOf(
  origin: Origin,
  name: SettingName,
  checked: CheckedValue,
  label: string,
  problems: Problem[],
): Layer[] {
  for (const flaw of checked.flaws) problems.push({ origin, concerns: name, text: `${label} ${flaw}` });
  return checked.value === undefined ? [] : [{ origin, values: new Map([[name, checked.value]]) }];
}

/** The values of a file that are accepted. Of a name that stands there twice, the last counts. */
function fileLayer(origin: Origin, file: ReadFile, problems: Problem[]): Layer {
  const values = new Map<SettingName, AnyValue>();
  const { where } = origin;
  const say = (text: string, concerns: Problem["concerns"] = null): Problem => ({
    origin,
    concerns,
    text: `${where}: ${text}`,
  });
  if (file === null) return { origin, values };
  const leaves = "text" in file ? leavesOf(file.text) : null;
  if (leaves === null) {
    const flaw = "flaw" in file ? file.flaw : (fileFlaws(file.text)[0] ?? "is no JSON object");
    problems.push({ origin, concerns: "all", text: `${where} ${flaw}: it counts as absent` });
    return { origin, values };
  }
  const own: Problem[] = "text" in file ? fileFlaws(file.text).map((flaw) => say(flaw)) : [];
  const last = new Map<string, Leaf>();
  for (const leaf of leaves) {
    if (last.has(leaf.name)) own.push(say(`${shown(leaf.name)} stands there twice: the last one counts`));
    last.set(leaf.name, leaf);
  }
  for (const { name, value } of last.values()) {
    if (!isSetting(name)) {
      if (name !== "$schema") own.push(say(`${shown(name)} is no setting${didYouMeanSetting(name)}`));
    } else if (origin.source === "project" && !settingOf(name).narrows) {
      own.push(say(`${name} is refused: a project may only narrow (${NARROWING})`, name));
    } else {
      const checked = checkValue(name, value);
      for (const flaw of checked.flaws) own.push(say(`${name} ${flaw}`, name));
      if (checked.value !== undefined) values.set(name, checked.value);
    }
  }
  problems.push(...few(own));
  return { origin, values };
}

function few(problems: readonly Problem[]): Problem[] {
  if (problems.length <= PROBLEMS_MAX) return [...problems];
  const { origin } = problems[0]!;
  const text = `${origin.where}: and ${problems.length - PROBLEMS_MAX} more problems`;
  return [...problems.slice(0, PROBLEMS_MAX), { origin, concerns: null, text }];
}
