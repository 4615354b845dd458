// Where `helix demo` plays: a folder with a project, a home and a knowledge base of its own, and this very program in it,
// as a server, as commands and as hooks.
//
// Invariants
// - Programs get this folder as their home and a made-up environment, so nothing of the user's is read or changed.
// - When it is closed the server has ended and the folder is gone. A killed process leaves it to the next one.

import { tmpdir } from "node:os";
import { HelixError, messageOf } from "../../base/errors.ts";
import { BuildProcess } from "../../features/reload/build-process.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { systemPrograms } from "../../platform/programs.ts";
import { makeScratchFolder, type ScratchFolder } from "../../platform/scratch-folder.ts";
import { runningHelix } from "../running-helix.ts";
import type { HookCall } from "./demo-step.ts";

export interface DemoWorld {
  /** The folder of the project, without links. */
  readonly root: string;
  /** What a command prints. Throws HelixError where it ends with an error. */
  command(words: readonly string[], input?: string): Promise<string>;
  /** What a hook prints for an event. */
  hook(call: HookCall): Promise<string>;
  /** What a tool answers. `id` is the call's name. */
  tool(name: string, values: object, id: string): Promise<string>;
  /** Writes a file of the project. */
  write(path: string, text: string): void;
  close(): Promise<void>;
}

/** A program takes no longer, in milliseconds; a server no longer in all. */
const RUN_MS = 60_000;
const SERVER_MS = 60 * 60 * 1000;
const OUTPUT_BYTES_MAX = 1024 * 1024;
/** Sockets have short names: a longer folder for temporary files is not taken. */
const FOLDER_LENGTH_MAX = 40;
/** The hooks' socket is there soon after the server. */
const SOCKET_LOOKS = 100;
const SOCKET_LOOK_MS = 50;
const SESSION = "demo";
const TRANSCRIPT = `home/.claude/projects/shop/${SESSION}.jsonl`;
const PROTOCOL = "2025-06-18";
/** A busy machine shall show the same. */
const TIMEOUT_SCALE = "10";

/** Makes the world with these files. Throws IO. */
export async function makeDemoWorld(files: Readonly<Record<string, string>>): Promise<DemoWorld> {
  const parents = tmpdir().length <= FOLDER_LENGTH_MAX ? [tmpdir()] : ["/tmp", tmpdir()];
  const inProject = Object.entries(files).map(([path, text]) => [`shop/${path}`, text]);
  const texts = { ...Object.fromEntries(inProject), "home/README": "A home for helix demo.\n" };
  const scratch = makeScratchFolder(parents, texts, {}, "helix-demo-");
  const world = new World(scratch);
  try {
    await world.begin();
    return world;
  } catch (error) {
    await world.close();
    throw error;
  }
}

class World implements DemoWorld {
  readonly root: string;
  readonly #scratch: ScratchFolder;
  readonly #top: string;
  readonly #base: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #program: { readonly path: string; readonly words: readonly string[] };
  #server: BuildProcess | null = null;
  #asked = 0;
  #transcript = "";

  constructor(scratch: ScratchFolder) {
    this.#scratch = scratch;
    const top = diskFiles.realPath(scratch.path) ?? scratch.path;
    this.#top = top;
    this.root = `${top}/shop`;
    this.#base = `${top}/kb`;
    this.#environment = {
      PATH: process.env.PATH ?? "",
      HOME: `${top}/home`,
      HELIX_KB: this.#base,
      HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
      CLAUDE_PROJECT_DIR: this.root,
      GIT_CONFIG_NOSYSTEM: "1",
    };
    const { program } = runningHelix();
    // From its sources helix is run by what runs them.
    this.#program =
      program === null ? { path: process.execPath, words: [process.argv[1] ?? ""] } : { path: program.path, words: [] };
  }

  /** Commits the project's files, and installs the hooks for the made-up user. */
  async begin(): Promise<void> {
    const git = systemPrograms.find("git", process.env.PATH ?? "", this.root);
    if (git === null) throw new HelixError("IO", "helix demo needs git, and there is none on PATH");
    const author = ["-c", "user.name=Ada", "-c", "user.email=ada@shop.example", "-c", "commit.gpgsign=false"];
    for (const words of [
      ["init", "--quiet", "--template="],
      ["add", "--all"],
      ["commit", "--quiet", "--message", "shop: prices, cart, checkout"],
    ]) {
      await this.#run(git, [...author, ...words]);
    }
    await this.command(["hooks", "install", "--user"]);
  }

  async command(words: readonly string[], input = ""): Promise<string> {
    const { path, words: own } = this.#program;
    return this.#run(path, [...own, ...words], input);
  }

  async hook({ hook, event }: HookCall): Promise<string> {
    await this.#served();
    this.#transcribe(event);
    const transcript = `${this.#top}/${TRANSCRIPT}`;
    const whole = { session_id: SESSION, transcript_path: transcript, cwd: this.root, ...event };
    const { path, words } = this.#program;
    return this.#run(path, [...words, "hook", hook], JSON.stringify(whole));
  }

  /** Adds a call of a tool, or its result, to the transcript, as the client does. */
  #transcribe({ hook_event_name: event, tool_name: name, tool_use_id: id }: HookCall["event"]): void {
    if (typeof id !== "string") return;
    const isCall = event === "PreToolUse";
    const block = isCall
      ? { type: "tool_use", id, name }
      : { type: "tool_result", tool_use_id: id, is_error: event === "PostToolUseFailure" };
    const line = { type: isCall ? "assistant" : "user", message: { id: `message-${id}`, content: [block] } };
    this.#transcript += `${JSON.stringify(line)}\n`;
    this.#scratch.write(TRANSCRIPT, this.#transcript);
  }

  async tool(name: string, values: object, id: string): Promise<string> {
    const answer = await this.#request("tools/call", {
      name,
      arguments: values,
      _meta: { "claudecode/toolUseId": id },
    });
    const { content = [] } = answer as { content?: readonly { text?: string }[] };
    return content.map(({ text = "" }) => text).join("\n");
  }

  write(path: string, text: string): void {
    this.#scratch.write(`shop/${path}`, text);
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.kill();
    await server?.gone();
    this.#scratch.remove();
  }

  async #run(path: string, words: readonly string[], input = ""): Promise<string> {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    const receive = (piece: Uint8Array) => {
      pieces.push(piece);
      bytes += piece.length;
      return bytes <= OUTPUT_BYTES_MAX;
    };
    const environment = this.#environment;
    const run = { path, words, directory: this.root, environment, input, limitMs: RUN_MS, receive };
    const { by, code, complaint } = await systemPrograms.run(run);
    if (by === "exit" && (code === 0 || code === 1)) return Buffer.concat(pieces).toString("utf8");
    const why = complaint.trim() || `it ended by ${by}${code === null ? "" : ` with ${code}`}`;
    throw new HelixError("IO", `the demonstration cannot go on: ${words.join(" ").slice(0, 100)}: ${why}`);
  }

  /** A server that knows the code, begun where none runs. A hook asks it through its socket. */
  async #served(): Promise<void> {
    if (this.#server !== null) return;
    const { path, words } = this.#program;
    this.#server = new BuildProcess(
      { path, words: [...words, "serve"], directory: this.root, environment: this.#environment, limitMs: SERVER_MS },
      true,
    );
    const clientInfo = { name: "helix-demo", version: "1" };
    await this.#request("initialize", { protocolVersion: PROTOCOL, capabilities: {}, clientInfo });
    this.#server.sendMessage({ method: "notifications/initialized" });
    await this.#request("tools/call", { name: "code", arguments: { action: "map" } });
    for (let look = 0; look < SOCKET_LOOKS && diskFiles.kind(`${this.#base}/hooks.sock`) === null; look++)
      await new Promise((resolve) => setTimeout(resolve, SOCKET_LOOK_MS));
  }

  async #request(method: string, params: object): Promise<unknown> {
    if (this.#server === null) await this.#served();
    const id = `demo-${++this.#asked}`;
    const server = this.#server!;
    server.sendMessage({ id, method, params });
    const { result, error } = await server.answer(id).catch((failure: unknown) => {
      throw new HelixError("IO", `the demonstration cannot go on: its server ${messageOf(failure)}`);
    });
    if (error !== undefined) throw new HelixError("IO", `the demonstration cannot go on: ${String(error.message)}`);
    return result;
  }
}
