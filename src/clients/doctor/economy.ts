// What the doctor says of shorter outputs: how many originals are kept, and whose hooks may replace outputs, too. Of the
// hooks of others nothing is shown but where they are.

import { counted, formatSize } from "../../base/wording.ts";
import { readHookSettings } from "../../config/lean.ts";
import { KEPT_HOURS, OUTPUTS_FOLDER } from "../../filters/kept/kept-outputs.ts";
import { type Finding, note, ok, type Surroundings } from "../claude-code/finding.ts";
import { ownHook } from "../claude-code/own-hooks.ts";
import type { Place } from "../claude-code/places.ts";
import { EVENTS, type Settings } from "../claude-code/settings-shapes.ts";

const TOOL = "Bash";

/** Looks at what stands beside helix where outputs are shortened; says nothing where they are not. */
export function checkEconomy(
  held: readonly { readonly place: Place; readonly hooks: Settings["hooks"] }[],
  surroundings: Surroundings,
): Finding[] {
  const { directory, environment, paths, user } = surroundings;
  const access = (path: string) => paths.facts(paths.realPath(path) ?? path);
  const settings = readHookSettings({ files: { ...paths, access }, directory, root: null, environment, user });
  if (settings["economy.filters"] === "off") return [];
  const names = paths.names(`${directory}/${OUTPUTS_FOLDER}`);
  const bytes = names.reduce(
    (sum, name) => sum + (paths.facts(`${directory}/${OUTPUTS_FOLDER}/${name}`)?.size ?? 0),
    0,
  );
  const kept = ok(
    `outputs are shortened: ${counted(names.length, "original is", "originals are")} kept for ${KEPT_HOURS} hours (${formatSize(bytes)})`,
  );
  const others = held.flatMap(({ place, hooks }) => {
    const count = otherReplacers(hooks);
    return count === 0
      ? []
      : [
          note(
            `${counted(count, "other hook", "other hooks")} in ${place.label} ${count === 1 ? "runs" : "run"} after ${TOOL}: of hooks that replace an output, the last to finish counts`,
          ),
        ];
  });
  return [kept, ...others];
}

/** How many hooks of others run after a command. */
export function otherReplacers(hooks: unknown): number {
  const groups = EVENTS.parse(hooks).PostToolUse ?? [];
  return groups
    .filter(({ matcher = "" }) => isForTool(matcher))
    .flatMap((group) => group.hooks)
    .filter((hook) => ownHook(hook) === null).length;
}

/** The client takes a matcher for names where it is made of them, else for a pattern that it searches for. */
function isForTool(matcher: string): boolean {
  if (matcher === "" || matcher === "*") return true;
  if (/^[\w|]+$/.test(matcher)) return matcher.split("|").includes(TOOL);
  try {
    return new RegExp(matcher).test(TOOL);
  } catch {
    return false;
  }
}
