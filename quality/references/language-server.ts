// A language server over its standard input and output, asked for references and definitions.

import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Subprocess, spawn } from "bun";
import { Relatives } from "./relatives.ts";
import { type Spot, spotName, type TruthProgram, type TruthTree } from "./truth.ts";

/** How a server is started, and what it is told. */
export interface ServerStart {
  readonly command: readonly string[];
  readonly languageId: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly options?: object;
  /** Whether it counts uses of all that implements one interface as uses of each. */
  readonly hasRelatives?: boolean;
  /** Whether it counts a call through a trait of the tree as no use of what implements the trait. */
  readonly leavesOutTraits?: boolean;
  /** Whether it must end the work that it reports before it is asked. */
  readonly waitsForWork?: boolean;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Range {
  readonly start: { readonly line: number; readonly character: number };
}

/** A location, or a link to one. */
interface Located {
  readonly uri?: string;
  readonly range?: Range;
  readonly targetUri?: string;
  readonly targetSelectionRange?: Range;
}

const ANSWER_MS_MAX = 120_000;
/** A server that reports no work for so long has none. */
const QUIET_MS = 4000;
const TRIES = 4;

/** The ends of one connection: requests with their answers, and what the server asks of its client. */
class Connection {
  readonly #process: Subprocess<"pipe", "pipe", "ignore">;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #options: object;
  readonly #work = new Set<unknown>();
  #lastWork = performance.now();
  #next = 1;

  constructor({ command, environment, options }: ServerStart, folder: string) {
    this.#options = options ?? {};
    const env = { ...process.env, ...environment };
    this.#process = spawn([...command], { stdin: "pipe", stdout: "pipe", stderr: "ignore", cwd: folder, env });
    this.#listen();
  }

  /** Whether the server still runs. */
  get isAlive(): boolean {
    return this.#process.exitCode === null;
  }

  async request(method: string, params: unknown): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const { result, error } = await this.#ask(method, params);
      if (error === undefined) return result;
      // The content was modified, or the server is not ready.
      if (attempt === TRIES) throw new Error(`the language server refused ${method}: ${error.message}`);
      await Bun.sleep(500 * attempt);
    }
  }

  notify(method: string, params: unknown): void {
    this.#write({ method, params });
  }

  /** Resolves when the server has reported the end of all work. */
  async atRest(): Promise<void> {
    while (this.#work.size > 0 || performance.now() - this.#lastWork < QUIET_MS) await Bun.sleep(100);
  }

  async end(): Promise<void> {
    this.#process.kill();
    await this.#process.exited;
  }

  #ask(method: string, params: unknown): Promise<Message> {
    const id = this.#next++;
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve({ error: { message: "no answer in time" } }), ANSWER_MS_MAX);
      this.#waiting.set(id, (message) => {
        clearTimeout(late);
        resolve(message);
      });
      this.#write({ id, method, params });
    });
  }

  #write(message: Message): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.#process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#process.stdin.write(body);
    this.#process.stdin.flush();
  }

  async #listen(): Promise<void> {
    let rest = Buffer.alloc(0);
    for await (const chunk of this.#process.stdout) {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const head = rest.indexOf("\r\n\r\n");
        const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, Math.max(head, 0)).toString())?.[1]);
        if (head < 0 || rest.length < head + 4 + length) break;
        this.#take(JSON.parse(rest.subarray(head + 4, head + 4 + length).toString()) as Message);
        rest = rest.subarray(head + 4 + length);
      }
    }
    for (const answer of this.#waiting.values()) answer({ error: { message: "the server ended" } });
    this.#waiting.clear();
  }

  #take(message: Message): void {
    const { id, method, params } = message;
    if (method === undefined) {
      this.#waiting.get(id as number)?.(message);
      this.#waiting.delete(id as number);
    } else if (id !== undefined) {
      const { items = [] } = (params ?? {}) as { items?: readonly unknown[] };
      this.#write({ id, result: method === "workspace/configuration" ? items.map(() => this.#options) : null });
    } else if (method === "$/progress") {
      const { token, value } = params as { token: unknown; value: { kind: string } };
      if (value.kind === "end") this.#work.delete(token);
      else this.#work.add(token);
      this.#lastWork = performance.now();
    }
  }
}

/** Starts a server on a tree. */
export async function startLanguageServer(start: ServerStart, { folder, texts }: TruthTree): Promise<TruthProgram> {
  const connection = new Connection(start, folder);
  const rootUri = pathToFileURL(folder).href;
  const uriOf = (path: string) => pathToFileURL(join(folder, path)).href;
  await connection.request("initialize", {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: "tree" }],
    initializationOptions: start.options ?? {},
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      window: { workDoneProgress: true },
      textDocument: { references: {}, definition: {}, implementation: {} },
    },
  });
  connection.notify("initialized", {});
  const opened = new Set<string>();
  const open = (path: string) => {
    const text = texts.get(path);
    if (opened.has(path) || text === undefined) return;
    opened.add(path);
    const document = { uri: uriOf(path), languageId: start.languageId, version: 1, text };
    connection.notify("textDocument/didOpen", { textDocument: document });
  };
  if (start.waitsForWork) await connection.atRest();
  const positionOf = ({ path, line, column }: Spot) => ({
    textDocument: { uri: uriOf(path) },
    position: { line: line - 1, character: column },
  });
  const spotsOf = (answer: unknown): Spot[] => {
    const all = (Array.isArray(answer) ? answer : answer ? [answer] : []) as Located[];
    return all.map((each) => {
      const { uri = each.targetUri, range = each.targetSelectionRange } = each;
      const path = fileURLToPath(uri!);
      const isInside = path.startsWith(`${folder}/`);
      const { line, character } = range!.start;
      return { path: isInside ? path.slice(folder.length + 1) : path, line: line + 1, column: character };
    });
  };
  // A server refuses what it has not built, e.g. for another system: nothing is known of that.
  const ask = async (method: string, spot: Spot, more: object = {}) => {
    open(spot.path);
    const answer = await connection.request(method, { ...positionOf(spot), ...more }).catch(() => null);
    if (!connection.isAlive) throw new Error("the language server ended");
    return spotsOf(answer);
  };
  const definitions = (spot: Spot) => ask("textDocument/definition", spot);
  const implementationsOf = (spot: Spot) => ask("textDocument/implementation", spot);
  const relatives = new Relatives(definitions, implementationsOf);
  const isOfTree = ({ path }: Spot) => texts.has(path);
  return {
    async uses(names) {
      const found = new Map<string, Spot>();
      const context = { includeDeclaration: false };
      for (const name of names) {
        for (const spot of await ask("textDocument/references", name, { context })) {
          if (isOfTree(spot)) found.set(spotName(spot), spot);
        }
      }
      const all = [...found.values()];
      return start.hasRelatives ? relatives.split(all, names) : { own: all, ofRelatives: [] };
    },
    definitions: start.leavesOutTraits ? (spot) => relatives.definitions(spot, isOfTree) : definitions,
    close: () => connection.end(),
  };
}
