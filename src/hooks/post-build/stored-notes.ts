// Finds out that notes were stored: by a tool of helix, or by the command line of helix in a shell.

import { nameOf } from "../../base/path-names.ts";
import { readShell } from "../../base/shell/shell-line.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import { ownToolName } from "../approval/own-tool-names.ts";
import type { HookContext } from "../common/hook-context.ts";
import { textOf } from "../common/hook-event.ts";

const OPTIONS_WITH_VALUE = " --kb --tags --source --confidence --links --tag ";
const EDITS = /^(?:append|revise|tag)$/;
const LESSONS = /^(?:remember|chunk)$/;
const LESSONS_TOPIC = "lessons";

/** The updates for a call of a helix tool that stored something. */
export function storedByTool({ event: { toolName, toolInput, toolResponse, error } }: HookContext): SessionUpdate[] {
  if (error !== "" || toolResponse.isError === true) return [];
  const action = textOf(toolInput, "action");
  const topic = textOf(toolInput, "topic");
  switch (ownToolName(toolName)) {
    case "store":
      return [{ kind: "s", value: topic }];
    case "batch":
      return [{ kind: "s", value: "" }];
    case "learn":
      return learned(action, topic);
    case "edit":
      return EDITS.test(action) ? [{ kind: "s", value: topic }] : [];
    case "topics":
      return action === "checkpoint" ? [{ kind: "s", value: "" }] : [];
    default:
      return [];
  }
}

/** The updates for an action of `learn`. */
function learned(action: string, topic: string): SessionUpdate[] {
  if (action === "feedback") return [{ kind: "j", value: "" }];
  return LESSONS.test(action) ? [{ kind: "s", value: topic || LESSONS_TOPIC }] : [];
}

/** The updates for a command line that succeeded and stored something. */
export function storedByCommand(command: string): SessionUpdate[] {
  // Hardly any command mentions helix. The others are not read.
  if (!command.includes("helix")) return [];
  return readShell(command).commands.flatMap(({ words: [, ...words], written: [program = ""] }): SessionUpdate[] => {
    if (nameOf(program) !== "helix") return [];
    const plain = plainWords(words);
    const topic = topicStored(plain, words.includes("--clear"));
    if (plain[0] === "learn") return learned(plain[1] ?? "", topic ?? "");
    return topic === null ? [] : [{ kind: "s", value: topic }];
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

/** The words that are no options; "" for one that the shell replaces. */
function plainWords(words: readonly (string | null)[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    if (OPTIONS_WITH_VALUE.includes(` ${words[at]} `)) at++;
    else if (words[at]?.startsWith("-") !== true) found.push(words[at] ?? "");
  }
  return found;
}
