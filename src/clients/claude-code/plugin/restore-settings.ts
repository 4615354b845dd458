// What the client leaves in its settings when the plugin is taken out: empty lists of plugins and marketplaces, in a file
// that it may have made for them.
// Invariants:
// - A file that means what it meant before the plugin gets its old text back, byte for byte. In any other only the empty
//   lists go that were not there before.

import { isDeepStrictEqual } from "node:util";
import { orElse } from "../../../base/errors.ts";
import { isRecord } from "../../../base/is-record.ts";
import { changeSettings, readSettingsText } from "../../../platform/settings-file.ts";
import { isBlank, JsonText, parsedJson } from "../json-text.ts";
import type { SettingsBefore } from "./plugin-folder.ts";

const LISTS = ["enabledPlugins", "extraKnownMarketplaces"];
const FILE_MODE = 0o600;

/** Cleans the settings up behind the client. What cannot be read, or is somebody's meanwhile, stays as it is. */
export function restoreSettings(remembered: SettingsBefore): void {
  const { path } = remembered;
  orElse(undefined, () => {
    const before = readSettingsText(path);
    if (before === null) return;
    const after = restored(before.text, remembered.text);
    if (after !== before.text) changeSettings([{ path, before, after, mode: FILE_MODE, folders: [] }], () => undefined);
  });
}

/** The text without what the client left; null: the file goes. Throws where it is no JSON object. */
function restored(text: string, earlier: string | null): string | null {
  const json = new JsonText(text, "the client's settings");
  const was: unknown = earlier === null || isBlank(earlier) ? {} : parsedJson(earlier);
  for (const list of LISTS) {
    const value = json.valueAt([list]);
    const isLeft = isRecord(value) && Object.keys(value).length === 0 && isRecord(was) && was[list] === undefined;
    if (isLeft) json.remove([list]);
  }
  return isDeepStrictEqual(json.valueAt([]), was) ? earlier : json.text;
}
