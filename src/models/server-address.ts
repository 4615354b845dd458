// The address of a model's server, as a user gives it.

import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { invalid } from "../base/errors.ts";
import { quote } from "../engine/text/clean.ts";
import type { Provider } from "./model.ts";

/** Where a provider's own servers are. */
const OWN_URLS: Readonly<Record<Provider, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com",
};
const EXAMPLE = "http://localhost:11434/v1";
/** Names and addresses of this machine, as URL writes them. The unspecified address reaches it too. */
const LOOPBACK =
  /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0)\])$/;
const PROXY_VARIABLE = /^(?:https?|all)_proxy$/i;
/** So long is waited for the addresses of a name, in milliseconds. */
const LOOKUP_MS = 300;

/** The address of a provider's own servers. */
export function ownAddress(provider: Provider): URL {
  return new URL(OWN_URLS[provider]);
}

/**
 * Reads an address; `called` is what the reader calls it, e.g. `--url`. Throws INVALID_ARGUMENT, and never repeats what
 * may be a password.
 */
export function serverAddress(given: string, called: string): URL {
  const url = URL.canParse(given) ? new URL(given) : null;
  const accepted = `give the address of a server, e.g. ${EXAMPLE}`;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    const shown = given.includes("@") ? "" : ` ${quote(given)}`;
    throw invalid(`${called}${shown} is no address of http or https: ${accepted}`);
  }
  if (url.username !== "" || url.password !== "")
    throw invalid(`${called} holds a user or a password: leave them out; where the key comes from says model.key`);
  if (url.search !== "" || url.hash !== "") throw invalid(`${called} holds a ? or a #: ${accepted}`);
  return url;
}

/** An address as lines show it: without a slash at its end. */
export function shownAddress(url: URL): string {
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** Finds the addresses of a name. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/**
 * Whether a request to this host stays on this machine: by its address, or, where the environment names a proxy, because
 * its name has only addresses of this machine.
 */
export async function isOnThisMachine({ hostname }: URL, find: Lookup = addressesOf): Promise<boolean> {
  if (LOOPBACK.test(hostname)) return true;
  const hasProxy = Object.keys(process.env).some((name) => PROXY_VARIABLE.test(name) && process.env[name] !== "");
  if (!hasProxy || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return false;
  const addresses = await find(hostname).catch(() => []);
  return (
    addresses.length > 0 && addresses.every((address) => LOOPBACK.test(isIP(address) === 6 ? `[${address}]` : address))
  );
}

async function addressesOf(name: string): Promise<readonly string[]> {
  const late = new Promise<[]>((resolve) => setTimeout(() => resolve([]), LOOKUP_MS).unref());
  const found = await Promise.race([lookup(name, { all: true }), late]);
  return found.map(({ address }) => address);
}

/** Whether what is sent there can be read on the way: over http, to another machine. */
export function isReadableOnTheWay({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && !LOOPBACK.test(hostname);
}

/** Whether a server is one of the provider's own. */
export function isOwnServer(url: URL, provider: Provider): boolean {
  return url.origin === ownAddress(provider).origin;
}
