// Whether the client's settings answer an event by a hook of helix of their own. The plugin's hook of the same event ends
// silently then: both would say the same. hook-client.ts repeats this for its process.
// Invariants:
// - Nothing throws. What cannot be read holds no hook, so in doubt the plugin's hook speaks.

import { orElse } from "../../base/errors.ts";
import { PLUGIN_WORD } from "../../hooks/common/hook-types.ts";
import type { SmallFiles } from "../../platform/small-files.ts";

const SETTINGS_BYTES_MAX = 4 * 1024 * 1024;

/** Where the client is: its environment, and the folder in which it was started where that does not say. */
export interface ClientPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
}

/** A hook in the client's settings, as far as it is looked at. */
interface SettingsHook {
  readonly command?: unknown;
  readonly tool?: unknown;
  readonly input?: { readonly type?: unknown };
}

/** Whether a settings file of the user or of the project holds a hook of this type; with `event`, for that event. */
export function isInSettings(
  type: string,
  { environment, directory }: ClientPlace,
  files: Pick<SmallFiles, "readText">,
  event: string | null = null,
): boolean {
  const own = environment.CLAUDE_CONFIG_DIR || `${environment.HOME ?? ""}/.claude`;
  const project = `${environment.CLAUDE_PROJECT_DIR || directory}/.claude`;
  const paths = [`${own}/settings.json`, `${project}/settings.json`, `${project}/settings.local.json`];
  return paths.some((path) => holdsHook(files.readText(path, SETTINGS_BYTES_MAX) ?? "", type, event));
}

function holdsHook(text: string, type: string, event: string | null): boolean {
  if (!text.includes("helix")) return false;
  const starts = new RegExp(`helix.*\\shook\\s+${type}(?![\\w-])|\\shook\\s+${type}(?![\\w-]).*# helix$`);
  const isOwn = ({ command, tool, input }: SettingsHook) =>
    typeof command === "string"
      ? starts.test(command) && !command.includes(PLUGIN_WORD)
      : tool === "hook" && input?.type === type;
  // What has another shape than the client reads throws.
  return orElse(false, () => {
    const { hooks: events } = JSON.parse(text) as { hooks: Record<string, { hooks?: SettingsHook[] }[]> };
    const groups = event === null ? Object.values(events).flat() : (events[event] ?? []);
    return groups.some(({ hooks }) => hooks?.some(isOwn) ?? false);
  });
}
