// What the place of a command in a line says of it: what follows from its failure, and where its output goes.

import type { Command, CommandNode, PipelineNode, SyntaxNode } from "unbash";
import { nameOf } from "../path-names.ts";
import type { Shell } from "./shell-state.ts";

/**
 * What follows from a failure. `decides`: the line fails. `negated`: the line succeeds, by `!`. `piped`: the line would
 * fail or succeed, but the program that the command is piped into decides. `hidden`: nothing that is known.
 */
export type Failure = "decides" | "negated" | "piped" | "hidden";

/** A place in a line. */
export interface Place {
  /** What follows when the command there fails. */
  readonly failure: Failure;
  /** What follows when the shell ends there with a failure, as by `exit 1`. */
  readonly leaving: Failure;
  /** Whether something looks at the failure, so that `set -e` does not end the shell. */
  readonly isChecked: boolean;
  /** Whether the command may never run in a line that succeeds: behind `||`, in a branch, in a loop. */
  readonly isConditional: boolean;
  /** The programs that its output goes through before the caller sees it; "" for a group of commands. */
  readonly pipedInto: readonly string[];
  /** Whether a part of its output goes to a file or into a substitution. */
  readonly isRedirected: boolean;
  /** Whether its standard output does not reach the caller: it goes to a file or into a substitution. */
  readonly isUnseen: boolean;
  /** How many more shells, substitutions and functions may stand within each other. */
  readonly levels: number;
}

type NodeOf<T extends SyntaxNode["type"]> = Extract<SyntaxNode, { readonly type: T }>;

/** Of a longer pipe only the first programs behind a command are named. */
const PIPED_MAX = 8;
/** The place of a command whose failure nobody hears of. */
const UNHEARD = { failure: "hidden", leaving: "hidden", isChecked: true } as const;

/** Whether what is within the node cannot change the shell around it. */
export function hasOwnShell(node: SyntaxNode): boolean {
  if (node.type === "Pipeline") return node.commands.length > 1;
  if (node.type === "Statement") return node.background === true;
  return /^(?:Subshell|CommandExpansion|ProcessSubstitution|Coproc)$/.test(node.type);
}

/** The place of `child`, which stands right within a node at `place`. */
export function placeIn(node: SyntaxNode, child: SyntaxNode, place: Place, shell: Shell): Place {
  switch (node.type) {
    case "Script":
    case "CompoundList":
      return child === node.commands[node.commands.length - 1] ? place : { ...place, failure: "hidden" };
    case "Statement":
      if (node.background === true) return { ...place, ...UNHEARD };
      return node.command.type === "AndOr" ? place : heard(place, shell);
    case "AndOr":
      return placeInChain(node, child, place, shell);
    case "Pipeline":
      return placeInPipe(node, child, place, shell);
    case "Subshell":
      return { ...place, leaving: place.failure };
    case "Coproc":
    case "CommandExpansion":
    case "ProcessSubstitution":
      return { ...place, ...UNHEARD, pipedInto: [], isRedirected: true, isUnseen: true, levels: place.levels - 1 };
    case "Redirected":
      return child === node.command ? redirected(place, node) : place;
    case "If":
    case "Elif":
    case "While":
    case "For":
    case "ArithmeticFor":
    case "Select":
    case "CaseItem": {
      const isClause = "clause" in node && child === node.clause;
      const runs = isClause || (node.type === "For" && node.wordlist !== undefined && node.wordlist.length > 0);
      const isConditional = place.isConditional || !runs;
      return { ...place, failure: "hidden", isConditional, isChecked: place.isChecked || isClause };
    }
    default:
      return place;
  }
}

/** The place of what stands before redirections. Text that goes to another descriptor or a program is not lost. */
export function redirected(place: Place, { redirects }: Pick<Command, "redirects">): Place {
  const lost = redirects.flatMap((redirect) => {
    if (redirect.type !== "Redirect" || !redirect.operator.includes(">")) return [];
    const descriptor = redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : 1;
    if (descriptor > 2) return [];
    const target = redirect.target?.text ?? "";
    const isKept =
      /^(?:>\(|\/dev\/(?:std|tty|fd))/.test(target) || (redirect.operator === ">&" && /^[\d-]+$/.test(target));
    return isKept ? [] : [descriptor];
  });
  if (lost.length === 0) return place;
  return { ...place, isRedirected: true, isUnseen: place.isUnseen || lost.includes(1) };
}

/** The place where `set -e` may end the shell. */
function heard(place: Place, { endsAtFailure }: Shell): Place {
  return endsAtFailure && !place.isChecked ? { ...place, failure: place.leaving } : place;
}

/** Each command of a pipe runs in a shell of its own. */
function placeInPipe({ commands, prefixes }: NodeOf<"Pipeline">, child: SyntaxNode, from: Place, shell: Shell): Place {
  const isNegated = prefixes.some(({ type }) => type === "Negation");
  const negated = from.failure === "decides" ? "negated" : "hidden";
  const place: Place = isNegated ? { ...from, ...UNHEARD, failure: negated } : from;
  if (commands.length === 1) return place;
  const at = commands.indexOf(child as CommandNode);
  const isHeard = at === commands.length - 1 || shell.failsWithPipe || place.failure === "hidden";
  const failure = isHeard ? place.failure : "piped";
  const behind = commands.slice(at + 1, at + 1 + PIPED_MAX);
  const programs = behind.map((node) => (node.type === "Command" ? nameOf(node.name?.value ?? "") : ""));
  return { ...place, failure, leaving: failure, pipedInto: [...programs, ...place.pipedInto].slice(0, PIPED_MAX) };
}

/** The place between `&&` and `||`. */
function placeInChain({ commands, operators }: NodeOf<"AndOr">, child: SyntaxNode, place: Place, shell: Shell): Place {
  const at = commands.indexOf(child as PipelineNode);
  const or = operators.indexOf("||", at);
  const isConditional = place.isConditional || operators[at - 1] === "||";
  if (at === operators.length) return heard({ ...place, isConditional }, shell);
  const failure = or < 0 ? place.failure : failureBefore(commands[or + 1]!, place);
  return { ...place, failure, isConditional, isChecked: true };
}

/** What follows from a failure behind which this node runs: `exit 1` and `false` pass it on. */
function failureBefore(node: SyntaxNode, place: Pick<Place, "failure" | "leaving">): Failure {
  if (node.type === "BraceGroup" || node.type === "Subshell") {
    const last = node.body.commands[node.body.commands.length - 1]?.command;
    const isPlainExit = last?.type === "Command" && last.args.length === 0 && last.name?.value !== "false";
    if (last === undefined || isPlainExit) return "hidden";
    return failureBefore(last, node.type === "Subshell" ? { ...place, leaving: place.failure } : place);
  }
  const program = node.type === "Command" ? node.name?.value : "";
  if (program === "false") return place.failure;
  const isLeft = (program === "exit" || program === "return") && (node as Command).args[0]?.text !== "0";
  return isLeft ? place.leaving : "hidden";
}
