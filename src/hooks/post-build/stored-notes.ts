// Finds out that notes were stored: by a tool of helix, or by the command line of helix in a shell.

import { nameOf } from "../../base/path-names.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import type { HookContext } from "../common/hook-context.ts";
import { textOf } from "../common/hook-event.ts";
import { shellSteps } from "./shell-steps.ts";

export const OWN_TOOLS = "mcp__helix__";
/** Words that may stand in front of a program. */
const WRAPPERS = " env time command exec nohup sudo npx bunx if then do ! { ";
const OPTIONS_WITH_VALUE = " --kb --tags --source --confidence --links --tag ";
const EDITS = /^(?:append|revise|tag)$/;

/** The updates for a call of a helix tool that stored something. */
export function storedByTool({ event: { toolName, toolInput, toolResponse, error } }: HookContext): SessionUpdate[] {
  if (error !== "" || toolResponse.isError === true) return [];
  const action = textOf(toolInput, "action");
  const topic = textOf(toolInput, "topic");
  switch (toolName.slice(OWN_TOOLS.length)) {
    case "store":
      return [{ kind: "s", value: topic }];
    case "batch":
      return [{ kind: "s", value: "" }];
    case "edit":
      return EDITS.test(action) ? [{ kind: "s", value: topic }] : [];
    case "topics":
      return action === "checkpoint" ? [{ kind: "s", value: "" }] : [];
    default:
      return [];
  }
}

/** The updates for a command line that succeeded and stored something. */
export function storedByCommand(command: string): SessionUpdate[] {
  // Hardly any command mentions helix. The others are not split.
  if (!command.includes("helix")) return [];
  return shellSteps(command).flatMap(({ words }): SessionUpdate[] => {
    const at = words.findIndex((word) => !WRAPPERS.includes(` ${word} `) && !/^[A-Za-z_]\w*=/.test(word));
    if (at < 0 || nameOf(words[at]!) !== "helix") return [];
    const topic = topicStored(plainWords(words.slice(at + 1)), words.includes("--clear"));
    // The shell may have replaced the topic with anything.
    return topic === null ? [] : [{ kind: "s", value: /[$`]/.test(topic) ? "" : topic }];
  });
}

/** The topic under which a helix command stores, "" when it names none; null for a command that stores nothing. */
function topicStored([command, first = "", second = ""]: readonly string[], isCleared: boolean): string | null {
  switch (command) {
    case "store":
      return first;
    case "batch":
    case "import":
      return "";
    case "edit":
      return EDITS.test(first) ? second : null;
    case "checkpoint":
      return isCleared ? null : "";
    case "topics":
      return first === "checkpoint" || first === "import" ? "" : null;
    default:
      return null;
  }
}

function plainWords(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    if (OPTIONS_WITH_VALUE.includes(` ${words[at]} `)) at++;
    else if (!words[at]!.startsWith("-")) found.push(words[at]!);
  }
  return found;
}
