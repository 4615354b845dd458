// Where the key of a server comes from: the environment, or the system's own store of passwords. It never stands in a
// file of helix, in an error, or among the arguments of a program.

import { HelixError, invalid } from "../base/errors.ts";
import type { Programs } from "../platform/programs.ts";

/** A variable of the environment, or the name of an entry in the system's store. */
export type KeySource =
  | { readonly from: "env"; readonly name: string }
  | { readonly from: "keychain"; readonly service: string };

/** What is needed to read a key. */
export interface KeyPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly programs: Programs;
  /** As `process.platform` names it. */
  readonly platform: string;
  /** A folder whose programs are never run, without links: the project; "" for none. */
  readonly distrusted: string;
}

const SOURCE = /^(?:env:([A-Za-z_][A-Za-z0-9_]{0,199})|keychain:([A-Za-z0-9_][\w .@:/+-]{0,199}))$/;
const ACCEPTED = "give env:NAME or keychain:SERVICE, e.g. env:OPENAI_API_KEY";
/** Printable, without spaces: what may stand in a header. */
const KEY = /^[!-~]{1,4096}$/;
const KEY_BYTES_MAX = 8192;
/** The system may ask the user whether helix may read the entry. */
const ASKING_MS = 60_000;
const MACOS_PROGRAM = "/usr/bin/security";
const LINUX_PROGRAM = "secret-tool";
/** What these programs need of the environment to reach the user's session. */
const PASSED = ["PATH", "HOME", "USER", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"];
const SESSION_BUS = "DBUS_SESSION_BUS_ADDRESS";

/** Reads where a key comes from. Throws INVALID_ARGUMENT without repeating what was given: it may be a key. */
export function keySource(given: string, setting = "model.key"): KeySource {
  const [, name, service] = SOURCE.exec(given) ?? [];
  if (name !== undefined) return { from: "env", name };
  if (service !== undefined) return { from: "keychain", service };
  throw invalid(`${setting} says where the key comes from, and is never the key itself: ${ACCEPTED}`);
}

/** A source as a user writes it. */
export function shownSource(source: KeySource): string {
  return source.from === "env" ? `env:${source.name}` : `keychain:${source.service}`;
}

/** Reads the key. Throws INVALID_ARGUMENT where there is none, or what is there cannot be one. */
export async function readKey(source: KeySource, ports: KeyPorts, setting = "model.key"): Promise<string> {
  const found =
    source.from === "env" ? ports.environment[source.name] : await fromStore(source.service, ports, setting);
  const key = found?.trim() ?? "";
  if (key === "") {
    if (source.from === "env") throw invalid(`${setting} is env:${source.name}, and that variable is not set`);
    throw invalid(`${setting} is ${shownSource(source)}, and the system's store has no such entry`);
  }
  if (!KEY.test(key)) throw invalid(`what ${shownSource(source)} holds is no key: it has spaces or other characters`);
  return key;
}

/** The entry of the system's store; undefined where there is none. */
async function fromStore(service: string, ports: KeyPorts, setting: string): Promise<string | undefined> {
  const { environment, programs, platform, distrusted } = ports;
  const isMac = platform === "darwin";
  const path = isMac ? MACOS_PROGRAM : programs.find(LINUX_PROGRAM, environment.PATH ?? "", distrusted);
  if (path === null) {
    throw invalid(
      `${setting} is keychain:${service}, and ${LINUX_PROGRAM} is not installed: install it, or ${ACCEPTED}`,
    );
  }
  const words = isMac ? ["find-generic-password", "-w", "-s", service] : ["lookup", "service", service];
  const passed = [...PASSED, SESSION_BUS].flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  let text = "";
  const end = await programs.run({
    path,
    words,
    directory: "/",
    environment: Object.fromEntries(passed),
    limitMs: ASKING_MS,
    receive: (bytes) => {
      text += new TextDecoder().decode(bytes);
      return text.length <= KEY_BYTES_MAX;
    },
  });
  if (end.by === "exit") return end.code === 0 ? text : undefined;
  const why = { time: "did not answer in time", reader: "answers with too much", failed: "could not be started" };
  throw new HelixError("IO", `${path} ${why[end.by]}`);
}
