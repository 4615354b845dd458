// Plays the session of `helix demo`: shows what is done, asks helix, shows what it answers.
//
// Invariants
// - Every answer that is shown was given at that moment; none is written down anywhere.
// - Nothing is asked any more once somebody ends it.
//
// Left to others: where it is played (demo-world.ts), the terminal (demo-command.ts).

import { counted } from "../../base/wording.ts";
import { filled, type HookCall, type Scene, type Step } from "./demo-step.ts";
import type { DemoWorld } from "./demo-world.ts";

/** What a line is: the head of a scene, a command, what somebody does, a line of an answer. */
export type LineKind = "scene" | "command" | "told" | "answer";

/** How it was ended before its end. */
export type Ended = "quit" | "interrupted" | "unread";

export interface Stage {
  /** Shows a line. Returns whether somebody still reads. */
  show(kind: LineKind, text: string): boolean;
  /** Waits, and says whether and how somebody ended it meanwhile. */
  pause(milliseconds: number): Promise<Ended | null>;
}

/** A step as it was played. */
export interface PlayedStep {
  readonly scene: string;
  readonly said: string;
  readonly answer: readonly string[];
}

export interface Played {
  readonly steps: readonly PlayedStep[];
  readonly ended: Ended | null;
}

/** Readers need so long for what is done, and for each line of an answer, in milliseconds. */
const TOLD_MS = 1700;
const LINE_MS = 850;
const LINES_MS_MAX = 6500;
const SCENE_MS = 2000;
/** Where helix has nothing to say. */
const SILENCE = "(helix says nothing)";

/** Plays the scenes to their end, or until somebody ends it. Throws HelixError where helix refuses what it should do. */
export async function playDemo(scenes: readonly Scene[], world: DemoWorld, stage: Stage): Promise<Played> {
  const known = new Map([["root", world.root]]);
  const steps: PlayedStep[] = [];
  for (const scene of scenes) {
    let isRead = stage.show("scene", `${scene.name}: ${scene.about}`);
    let ended = isRead ? await stage.pause(SCENE_MS) : "unread";
    for (const written of scene.steps) {
      if (ended !== null) return { steps, ended };
      const step = filled(written, known);
      const said = saidBy(step);
      isRead = stage.show(step.kind === "command" ? "command" : "told", said);
      ended = isRead ? await stage.pause(TOLD_MS) : "unread";
      if (ended !== null) return { steps, ended };
      const text = await answerTo(step, world);
      const kept = step.keeps?.by.exec(text)?.[1];
      if (step.keeps !== undefined && kept !== undefined) known.set(step.keeps.name, kept);
      const answer = shownLines(text, step);
      steps.push({ scene: scene.name, said, answer });
      for (const line of answer) isRead &&= stage.show("answer", line);
      ended = isRead ? await stage.pause(Math.min(LINES_MS_MAX, answer.length * LINE_MS)) : "unread";
    }
    if (ended !== null) return { steps, ended };
  }
  return { steps, ended: null };
}

/** A word as a person types it. */
function typed(word: string): string {
  return /^[\w@./:=-]+$/.test(word) ? word : `"${word}"`;
}

function saidBy(step: Step): string {
  if (step.kind !== "command") return step.told;
  return `helix ${step.words.map(typed).join(" ")}${step.input === undefined ? "" : " < plan.json"}`;
}

async function answerTo(step: Step, world: DemoWorld): Promise<string> {
  if (step.kind === "command") return world.command(step.words, step.input);
  if (step.kind === "tool") {
    // The client asks the hook of this tool first.
    const { tool, values, id } = step;
    const event = {
      hook_event_name: "PreToolUse",
      tool_name: `mcp__helix__${tool}`,
      tool_input: values,
      tool_use_id: id,
    };
    await world.hook({ hook: "guard-binding", event });
    return world.tool(tool, values, id);
  }
  const answers: string[] = [];
  for (const call of step.calls) answers.push(shownByClient(await world.hook(call), call));
  for (const [path, text] of Object.entries(step.writes ?? {})) world.write(path, text);
  return answers.filter((text) => text !== "").join("\n");
}

/** What the client shows its model of a hook's answer; "" for nothing. */
function shownByClient(output: string, { event }: HookCall): string {
  if (output.trim() === "") return "";
  const { hookSpecificOutput: said = {} } = JSON.parse(output) as { hookSpecificOutput?: Record<string, unknown> };
  const replaced = said.updatedToolOutput as { stdout?: unknown } | undefined;
  const reason =
    said.permissionDecision === "deny"
      ? `refused (${String(event.tool_name)}): ${said.permissionDecisionReason}`
      : null;
  return [reason, said.additionalContext, replaced?.stdout].filter((text) => typeof text === "string").join("\n");
}

/** The lines of an answer that are shown; those that are left out are counted. */
function shownLines(text: string, { lines: most = Number.POSITIVE_INFINITY, silence = SILENCE }: Step): string[] {
  if (text.trim() === "") return [silence];
  const lines = text.trimEnd().split("\n");
  if (lines.length <= most + 1) return lines;
  return [...lines.slice(0, most), `… ${counted(lines.length - most, "more line", "more lines")}`];
}
