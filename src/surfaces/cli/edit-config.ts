// Changes the user's file of settings: sets a setting, or takes it out. All else in the file stays, byte for byte.
// Invariants:
// - The new text takes the place of the old one at once, open to this user alone. What somebody else changed meanwhile
//   is read again.
// - A file that does not count, or that is no JSON, is refused: what is in it would begin to count.

import { HelixError, invalid } from "../../base/errors.ts";
import { parentOf } from "../../base/path-names.ts";
import { JsonText } from "../../clients/claude-code/json-text.ts";
import { fileFlaws } from "../../config/file-flaws.ts";
import { FILE_BYTES_MAX, leavesOf, readUserFile, type SettingSources, userPath } from "../../config/setting-file.ts";
import type { AnyValue, SettingName } from "../../config/settings.ts";
import { whileLocked } from "../../platform/command-lock.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { setMode } from "../../platform/path-mode.ts";
import { changeSettings, readSettingsText } from "../../platform/settings-file.ts";

/** The lock under which the file is changed, in the knowledge base directory. */
export const CONFIG_LOCK_NAME = "config.lock";
const FILE_MODE = 0o600;
const ATTEMPTS_MAX = 5;

/** Sets a setting in the user's file, `undefined` takes it out. Returns whether the text changed. Throws HelixError. */
export function editUserFile(sources: SettingSources, name: SettingName, value: AnyValue | undefined): boolean {
  const path = userPath(sources);
  return whileLocked(diskFileSystem, parentOf(path), CONFIG_LOCK_NAME, () => {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const found = readUserFile(sources);
      if (found !== null && "flaw" in found) throw invalid(`${path} ${found.flaw}; nothing was changed`);
      const before = readSettingsText(path);
      const after = editedText(path, before?.text ?? "", name, value);
      if (after === null) return false;
      if (!changeSettings([{ path, before, after, mode: FILE_MODE, folders: [] }], () => undefined)) continue;
      setMode(before?.target ?? path, FILE_MODE);
      return true;
    }
    throw new HelixError("LOCKED", `${path} keeps changing: try again; nothing was changed`);
  });
}

/** The text with the setting; null where it says that already. */
function editedText(path: string, text: string, name: SettingName, value: AnyValue | undefined): string | null {
  const isEmpty = text.trim() === "";
  if (!isEmpty && leavesOf(text) === null) {
    throw invalid(`${path} ${fileFlaws(text)[0] ?? "is no JSON object"}: repair it first; nothing was changed`);
  }
  const json = new JsonText(text, path);
  const [group = "", rest = ""] = name.split(".");
  const forms = [[group, rest], [name]].filter(
    (form) => (form.length === 1 || isObject(json.valueAt([group]))) && json.valueAt(form) !== undefined,
  );
  if (forms.length > 1) throw json.error(`has ${name} twice`);
  const [form] = forms;
  if (value === undefined) {
    if (form === undefined) return null;
    json.remove(form);
    if (form.length > 1 && Object.keys(json.valueAt([group]) as object).length === 0) json.remove([group]);
  } else if (form !== undefined) {
    if (JSON.stringify(json.valueAt(form)) === JSON.stringify(value)) return null;
    json.replace(form, value);
  } else if (isObject(json.valueAt([group]))) json.addMember([group], rest, value);
  else if (json.valueAt([group]) === undefined) json.addMember([], group, { [rest]: value });
  else json.addMember([], name, value);
  if (Buffer.byteLength(json.text) > FILE_BYTES_MAX)
    throw json.error(`would be longer than ${FILE_BYTES_MAX / 1024} kB`);
  return json.text;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
