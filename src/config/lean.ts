// The settings that a hook needs, for a process that has to answer at once: no schema, no messages. What it says is
// what configuration.ts says of the same sources; a test holds the two against each other.

import { leavesOf, type ReadFile, readProjectFile, readUserFile, type SettingSources } from "./setting-file.ts";
import { choiceOf, effectOf, type SettingName, type SettingValue, settingOf, variableOf } from "./settings.ts";

/** What hooks may say and do. */
export interface HookSettings {
  readonly "code.context": SettingValue<"code.context">;
  readonly "code.index": SettingValue<"code.index">;
  readonly "hooks.speak": SettingValue<"hooks.speak">;
  readonly "economy.filters": SettingValue<"economy.filters">;
  readonly "economy.intercept": SettingValue<"economy.intercept">;
}

/** Reads what hooks may say. Never throws: what cannot be read is absent. */
export function readHookSettings(sources: SettingSources): HookSettings {
  const user = choicesIn(readUserFile(sources));
  const project = choicesIn(readProjectFile(sources));
  const of = <Name extends SettingName>(name: Name) => {
    const setting = settingOf(name);
    const given = choiceOf(setting, sources.environment[variableOf(name)]?.trim());
    if (given !== undefined) return given as SettingValue<Name>;
    const without = user(name) ?? String(setting.default);
    const own = project(name);
    return (own !== undefined && effectOf(setting, own, without) === "narrows" ? own : without) as SettingValue<Name>;
  };
  return {
    "code.context": of("code.context"),
    "code.index": of("code.index"),
    "hooks.speak": of("hooks.speak"),
    "economy.filters": of("economy.filters"),
    "economy.intercept": of("economy.intercept"),
  };
}

function choicesIn(file: ReadFile): (name: SettingName) => string | undefined {
  const leaves = file !== null && "text" in file ? (leavesOf(file.text) ?? []) : [];
  return (name) => choiceOf(settingOf(name), leaves.findLast((leaf) => leaf.name === name)?.value);
}
