// Reads a line that is one simple command, with the places of its words.

import type { Redirection } from "unbash";
import { parseBounded } from "./bounded-parse.ts";

/** A word of a command, without its quotes. */
export interface PlainWord {
  readonly text: string;
  /** The word as it is written, and the place of its first code unit in the line. */
  readonly raw: string;
  readonly at: number;
}

/**
 * The words of a line that is one simple command, assignments before it among them. Behind it may stand `|| true` and
 * redirections that only silence it. null for any other line, and where words run commands.
 */
export function plainCommand(line: string): PlainWord[] | null {
  const { script, isWhole } = parseBounded(line);
  const [statement, ...more] = script?.commands ?? [];
  if (!isWhole || line.includes("\r") || statement === undefined || statement.background === true || more.length > 0)
    return null;
  const { command } = statement;
  const [node, ...others] = command.type === "AndOr" ? command.commands : [command];
  const isRescued = command.type !== "AndOr" || !command.operators.includes("&&");
  if (!isRescued || others.some(({ pos, end }) => line.slice(pos, end) !== "true")) return null;
  if (node?.type !== "Command") return null;
  const { prefix, name, args, redirects } = node;
  const assignments = prefix.flatMap((item) => (item.type === "Assignment" ? item : []));
  const words = [...assignments, ...(name === undefined ? [] : [name]), ...args];
  const end = words[words.length - 1]?.end ?? 0;
  if (!redirects.every((redirect) => redirect.pos >= end && isSilencing(redirect))) return null;
  if (words.some(({ text }) => /\$\(|`|[<>]\(/.test(text))) return null;
  return words.map((word) => ({ text: word.type === "Word" ? word.value : word.text, raw: word.text, at: word.pos }));
}

/** Whether a redirection is `2>&1`, or leads to nowhere. */
function isSilencing(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect" || !/^>&?$/.test(redirect.operator)) return false;
  return redirect.target?.text === (redirect.operator === ">" ? "/dev/null" : "1");
}
