// A network with nothing in it but loopback, for a program that would otherwise reach the world (Linux). The model,
// which stays outside, is reached through a socket file: those belong to the file system, not to a network.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { repositoryRoot } from "../helix-binary.ts";

/** The model's port inside: the network is new, so every port is free. */
export const INSIDE_PORT = 4100;

const RELAY = join(repositoryRoot, "tests", "support", "client", "loopback-relay.ts");
const ROOT_OPTION = process.getuid?.() === 0 ? "-n" : "-rn";
const SCRIPT = 'ip link set lo up && exec "$@"';

/** Whether a program can be given a network of its own here. */
export const canIsolate: boolean =
  spawnSync("unshare", [ROOT_OPTION, "sh", "-c", SCRIPT, "sh", "true"], { stdio: "ignore" }).status === 0;

/** The words to put before a program so that loopback is all the network it has, with `socket` behind INSIDE_PORT. */
export function onLoopbackOnly(socket: string): string[] {
  return ["unshare", ROOT_OPTION, "sh", "-c", SCRIPT, "sh", process.execPath, RELAY, String(INSIDE_PORT), socket];
}
