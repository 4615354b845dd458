// Edits the registration of the MCP server in the text of a settings file: adds it where there is none, and takes it
// out where it belongs to helix.

import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { isRecord } from "../../base/is-record.ts";
import { containerName } from "./edit-hooks.ts";
import type { JsonPath, JsonText } from "./json-text.ts";
import { PROGRAM_NAME, SERVER_NAME } from "./own-hooks.ts";
import { SERVER } from "./settings-shapes.ts";

/** The words that start the server. */
export interface ServerWords {
  readonly program: string;
  /** null: the default directory. */
  readonly directory: string | null;
}

/** An entry that starts a server of helix, by whatever name. */
const SERVE_COMMAND = z.object({
  type: z.literal("stdio").nullish(),
  command: z.string(),
  args: z.tuple([z.literal("serve")], z.unknown()),
});
type ServeCommand = z.infer<typeof SERVE_COMMAND>;

/** The registration as the client's own command writes it. */
export function serverEntry({ program, directory }: ServerWords): Record<string, unknown> {
  return { type: "stdio", command: program, args: ["serve", ...(directory === null ? [] : [directory])], env: {} };
}

/**
 * Adds the registration below `path`, the place of the servers in the file. Returns null when it was added. A
 * registration that is already there stays as it is and is returned. Throws INVALID_ARGUMENT when a value on the path
 * is not an object.
 */
export function installServer(settings: JsonText, path: JsonPath, entry: Record<string, unknown>): unknown {
  for (let length = 1; length <= path.length; length++) {
    const here = path.slice(0, length);
    const value = settings.valueAt(here);
    if (value === undefined) {
      // Add all missing containers at once, built from the innermost outward.
      const inner = path.slice(length).reduceRight<unknown>((content, key) => ({ [key]: content }), {
        [SERVER_NAME]: entry,
      });
      settings.addMember(here.slice(0, -1), String(here.at(-1)), inner);
      return null;
    }
    if (!isRecord(value)) throw settings.error(`has something else than an object as "${here.join(".")}"`);
  }
  const known = settings.valueAt([...path, SERVER_NAME]);
  if (known !== undefined) return known;
  settings.addMember(path, SERVER_NAME, entry);
  return null;
}

/**
 * Takes the registration out, and the containers that hold nothing else and are not in `kept`. Returns whether there
 * was a registration.
 */
export function uninstallServer(settings: JsonText, path: JsonPath, kept: ReadonlySet<string>): boolean {
  if (settings.valueAt([...path, SERVER_NAME]) === undefined) return false;
  settings.remove([...path, SERVER_NAME]);
  for (let length = path.length; length > 0; length--) {
    const here = path.slice(0, length);
    const value = settings.valueAt(here);
    if (!isRecord(value) || Object.keys(value).length > 0 || kept.has(containerName(here))) break;
    settings.remove(here);
  }
  return true;
}

/** Names the existing containers on the path to the servers. */
export function serverContainers(settings: JsonText, path: JsonPath): string[] {
  return path
    .map((_, index) => path.slice(0, index + 1))
    .filter((here) => settings.valueAt(here) !== undefined)
    .map(containerName);
}

/** The knowledge base directory that a registration names; null when it names none. */
export function serverDirectory(entry: unknown): string | null {
  const directory = SERVER.safeParse(entry).data?.args[1];
  return typeof directory === "string" ? directory : null;
}

/**
 * Changes an existing registration so that it starts what the wanted one starts. Other fields, which people have set by
 * hand, stay.
 */
export function exchangeServer(settings: JsonText, path: JsonPath, entry: Record<string, unknown>): void {
  for (const key of ["command", "args"]) {
    const here = [...path, SERVER_NAME, key];
    if (!isDeepStrictEqual(settings.valueAt(here), entry[key])) settings.replace(here, entry[key]);
  }
}

/** Whether the entry is exactly what an installation writes, with any path of helix and any directory. */
export function isOwnEntry(entry: unknown): boolean {
  if (!startsHelix(entry)) return false;
  return isDeepStrictEqual(entry, serverEntry({ program: entry.command, directory: serverDirectory(entry) }));
}

/** Whether the entry starts helix as a server, whatever else is set in it. */
export function startsHelix(entry: unknown): entry is ServeCommand {
  return isServeCommand(entry) && PROGRAM_NAME.test(entry.command.slice(entry.command.lastIndexOf("/") + 1));
}

/** Whether the entry has the form of an installed one, judged by its form alone: the program may have any name. */
export function isServeCommand(entry: unknown): entry is ServeCommand {
  return SERVE_COMMAND.safeParse(entry).success;
}
