// Whether a person typed a command: at a terminal, and not below an assistant's client.

import { parentPrograms } from "../../platform/parent-programs.ts";
import { isTerminal } from "./terminal.ts";

const STANDARD_INPUT = 0;
/** Programs that run commands for a model. */
const CLIENTS = /^(?:claude|codex|gemini|qwen|opencode|copilot|cursor-agent|droid|amp|crush|aider|goose)$/;

/** False where a program may have typed the command. */
export async function isTypedByPerson(): Promise<boolean> {
  if (process.env.CLAUDECODE !== undefined || process.env.CLAUDE_CODE_SESSION_ID !== undefined || !isTerminal()) {
    return false;
  }
  const { isatty } = await import("node:tty");
  return isatty(STANDARD_INPUT) && !parentPrograms().some((name) => CLIENTS.test(name));
}
