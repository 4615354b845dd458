// The address of a model's server, as a user gives it.

import { invalid } from "../base/errors.ts";
import { quote } from "../engine/text/clean.ts";
import type { Provider } from "./model.ts";

/** Where a provider's own servers are. */
const OWN_URLS: Readonly<Record<Provider, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com",
};
const EXAMPLE = "http://localhost:11434/v1";
const LOOPBACK = /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

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

/** Whether what is sent there can be read on the way: over http, to another machine. */
export function isReadableOnTheWay({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && !LOOPBACK.test(hostname);
}

/** Whether a server is one of the provider's own. */
export function isOwnServer(url: URL, provider: Provider): boolean {
  return url.origin === ownAddress(provider).origin;
}
