// Which events hold an output that may be shortened: a look that costs nothing. All else of the shortening is loaded
// only for these.

import { encodeUtf8 } from "../../base/utf8.ts";
import { SHORTENED_BYTES_MIN } from "../../filters/command-output.ts";
import { type HookEvent, textOf } from "../common/hook-event.ts";
import type { HookType } from "../common/hook-types.ts";

/** Whether the event is about a command whose output is long enough to be shortened. */
export function mayBeShortened(type: HookType, { toolName, toolResponse, error }: HookEvent): boolean {
  if (type !== "post-build" || toolName !== "Bash" || error !== "") return false;
  const printed = textOf(toolResponse, "stdout") + textOf(toolResponse, "stderr");
  return printed.length >= SHORTENED_BYTES_MIN || encodeUtf8(printed).length >= SHORTENED_BYTES_MIN;
}
