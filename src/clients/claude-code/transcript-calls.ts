// The calls of tools in the transcript of one conversation, with whether the client ran them.
// CLIENT: transcripts are not documented. The main conversation is in `SESSION.jsonl`, a subagent's beside it in
// `SESSION/subagents/agent-ID.jsonl`. A call that fails the client's checks has a result that begins with
// `<tool_use_error>`; one that was interrupted or refused has one of a few sentences. When a session goes to another work
// tree, its files move to the folder of that one, beside the folder before.
// Invariants:
// - Nothing throws: what cannot be read is said.

import { messageOf, orNull } from "../../base/errors.ts";
import { nameOf, parentOf } from "../../base/path-names.ts";
import { counted } from "../../base/wording.ts";
import type { TranscriptCall, TranscriptReading } from "../../plan/workspace/transcript-gap.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { isMissing } from "../../platform/file-system.ts";
import { readLongLines } from "./long-lines.ts";

const LIMITS = { fileBytesMax: 200_000_000, lineBytesMax: 32 * 1024 * 1024 };
const ENDING = ".jsonl";
const AGENT = /^[\w-]{1,100}$/;
/** How results begin of calls that the client did not run. */
const UNRUN =
  /^(?:<tool_use_error>|\[Request interrupted|The user doesn't want to|Permission to use |Permission for this )/;
const FOREIGN = "mcp__";
/** How many folders of projects are looked through for a transcript that moved. */
const FOLDERS_MAX = 5000;

/** The calls of an actor: `transcript` is that of the main conversation, `agent` a subagent's id, "" for none. */
export function transcriptCalls(files: FileSystem, transcript: string, agent: string): TranscriptReading {
  if (transcript === "" || !transcript.endsWith(ENDING)) return unread("where it is, is not known");
  if (agent !== "" && !AGENT.test(agent)) return unread("the subagent's name is none");
  const session = nameOf(transcript).slice(0, -ENDING.length);
  const name = agent === "" ? `${session}${ENDING}` : `${session}/subagents/agent-${agent}${ENDING}`;
  const folder = parentOf(transcript);
  const found = readCalls(files, `${folder}/${name}`, agent) ?? movedCalls(files, folder, name, agent);
  return found ?? unread("there is none");
}

/** The calls of a file; null where there is none. */
function readCalls(files: FileSystem, path: string, agent: string): TranscriptReading | null {
  const lines = new CallLines(agent);
  try {
    const { longLines, bytesBehind } = readLongLines(files, path, LIMITS, (line) => lines.take(line));
    return { calls: lines.calls(), flaws: flawsOf(lines.damaged, longLines, bytesBehind) };
  } catch (error) {
    return isMissing(error) ? null : unread(`it cannot be read (${messageOf(error, 200)})`);
  }
}

/** The calls of a transcript that is in another project's folder now; of several, the one with the most. */
function movedCalls(files: FileSystem, folder: string, name: string, agent: string): TranscriptReading | null {
  const projects = parentOf(folder);
  const found = files
    .list(projects)
    .slice(0, FOLDERS_MAX)
    .map((project) => `${projects}/${project}/${name}`)
    .filter((path) => path !== `${folder}/${name}` && isThere(files, path))
    .flatMap((path) => readCalls(files, path, agent) ?? []);
  return found.sort((a, b) => b.calls.length - a.calls.length)[0] ?? null;
}

function isThere(files: FileSystem, path: string): boolean {
  return orNull(() => files.identify(path)) !== null;
}

function unread(why: string): TranscriptReading {
  return { calls: [], flaws: [why] };
}

function flawsOf(damaged: number, longLines: number, bytesBehind: number): string[] {
  return [
    ...(damaged > 0 ? [`${counted(damaged, "line", "lines")} could not be understood`] : []),
    ...(longLines > 0
      ? [`${counted(longLines, "line", "lines")} above ${LIMITS.lineBytesMax} bytes, passed over`]
      : []),
    ...(bytesBehind > 0 ? [`only its first ${LIMITS.fileBytesMax} bytes were read`] : []),
  ];
}

/** Collects calls and their results while lines are read. */
class CallLines {
  damaged = 0;
  readonly #agent: string;
  readonly #calls = new Map<string, TranscriptCall>();
  readonly #results = new Map<string, "ran" | "unrun">();

  constructor(agent: string) {
    this.#agent = agent;
  }

  take(text: string): void {
    if (!text.includes('"tool_use') && !text.includes('"tool_result')) return;
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch {
      this.damaged++;
      return;
    }
    // Older clients wrote what subagents did into the main file.
    if (!isObject(line) || !isObject(line.message) || (this.#agent === "" && line.isSidechain === true)) return;
    const { content, id } = line.message;
    if (!Array.isArray(content)) return;
    for (const block of content) {
      if (!isObject(block)) continue;
      if (block.type === "tool_use" && typeof block.id === "string") {
        const tool = typeof block.name === "string" ? block.name : "";
        // A session that was resumed may repeat lines.
        if (!this.#calls.has(block.id)) {
          this.#calls.set(block.id, { id: block.id, tool, message: typeof id === "string" ? id : "", result: "none" });
        }
      } else if (block.type === "tool_result" && typeof block.tool_use_id === "string") {
        this.#results.set(block.tool_use_id, this.#resultOf(block, block.tool_use_id));
      }
    }
  }

  #resultOf(block: Record<string, unknown>, id: string): "ran" | "unrun" {
    if (block.is_error !== true) return "ran";
    // What went wrong with a tool of another server may have been found by the client.
    if (this.#calls.get(id)?.tool.startsWith(FOREIGN) === true) return "unrun";
    return UNRUN.test(textOf(block.content)) ? "unrun" : "ran";
  }

  calls(): TranscriptCall[] {
    return Array.from(this.#calls.values(), (call) => ({ ...call, result: this.#results.get(call.id) ?? "none" }));
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const [first] = Array.isArray(content) ? content : [];
  return isObject(first) && typeof first.text === "string" ? first.text : "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
