// What went wrong with a model's server, in one line, and whether asking once more may help.
// Invariants:
// - No line holds the key, or what a server says of it.
// - What a server says is cut, has one line and no control characters.

import { HelixError, systemCodeOf } from "../base/errors.ts";
import { forTerminal, quote } from "../engine/text/clean.ts";
import { cutLine } from "../engine/text/cut-line.ts";

/** What errors say of a server. */
export interface ServerFacts {
  /** Its address (server-address.ts). */
  readonly shown: string;
  readonly model: string;
  /** How the settings begin that say which server it is. */
  readonly group: "model" | "embeddings";
  readonly hasKey: boolean;
  /** Takes the key, and other credentials, out of what the server says. */
  readonly mask: (text: string) => string;
}

export interface Failure {
  readonly error: HelixError;
  /** How long to wait before the request is made again, in milliseconds; 0: as long as usual; null: it would not help. */
  readonly waitMs: number | null;
}

const SAID_LENGTH_MAX = 200;
const STATUS_REDIRECT = 300;
const STATUS_ERROR = 400;
/** Statuses that may be others soon: a timeout, too many requests, and what servers have on their side. */
const PASSING = [408, 409, 425, 429, 500, 502, 503, 504, 529];
const CONNECTION_ERRORS: readonly (readonly [RegExp, (shown: string, setting: string, code: string) => string])[] = [
  [
    /^(?:ConnectionRefused|ECONNREFUSED)$/,
    (shown, setting) => `nothing listens at ${shown}: is the server running, and ${setting} right?`,
  ],
  [
    /^(?:ENOTFOUND|EAI_|DNS|FailedToOpenSocket)/,
    (shown, setting) => `${shown} cannot be found or reached: is ${setting} right, and the network there?`,
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO|ISSUER/,
    (shown, setting, code) => `${shown} has no certificate that is accepted (${code}): is ${setting} right?`,
  ],
  [
    /SSL|TLS|EPROTO/i,
    (shown, setting, code) =>
      `${shown} does not speak https as it should (${code}): is ${setting} right, or is it http?`,
  ],
];

/** What an answer with this status means. `text` is the start of what came with it. */
export function refusal(server: ServerFacts, status: number, text: string, headers: Headers): Failure {
  const { shown, model, group, hasKey } = server;
  const said = saidBy(text, server);
  const because = said === "" ? "" : `: ${said}`;
  const line = () => {
    if (status < STATUS_ERROR && status >= STATUS_REDIRECT)
      return `${shown} sends elsewhere (${status}), and helix does not follow: set ${group}.url to the right address`;
    // What a server says of a key may hold a part of it.
    if (status === 401 || status === 403) {
      return hasKey
        ? `${shown} does not accept the key (${status}): look at what ${group}.key names`
        : `${shown} wants a key (${status}): set ${group}.url and ${group}.key, e.g. env:OPENAI_API_KEY`;
    }
    if (status === 404) return `${shown} has no model ${quote(model)}, or no such address (404)${because}`;
    if (status === 429) return `${shown} accepts no more requests for now (429)${because}`;
    if (status >= 500) return `${shown} has failed (${status})${because}`;
    return `${shown} does not accept the request (${status})${because}`;
  };
  const waitMs = PASSING.includes(status) ? wantedWait(headers) : null;
  return { error: new HelixError("IO", line()), waitMs };
}

/** What ended a connection, or broke it. */
export function connectionFailure({ shown, group, mask }: ServerFacts, error: unknown): Failure {
  if (error instanceof HelixError) return { error, waitMs: null };
  const codes = causes(error).map((each) => systemCodeOf(each) || nameOf(each));
  for (const [pattern, line] of CONNECTION_ERRORS) {
    const code = codes.find((each) => pattern.test(each));
    if (code !== undefined)
      return { error: new HelixError("IO", line(shown, `${group}.url`, code), { cause: error }), waitMs: null };
  }
  const code = codes.find((each) => /^[A-Z][A-Za-z_]{2,40}$/.test(each)) ?? "";
  const why = code === "" || code === "Error" ? "" : ` (${mask(code)})`;
  return { error: new HelixError("IO", `the connection to ${shown} failed${why}`, { cause: error }), waitMs: 0 };
}

/** What a server says within a stream that is an error. */
export function streamedError(server: ServerFacts, text: string): HelixError {
  const said = saidBy(text, server);
  return new HelixError("IO", `${server.shown} ended its answer with an error${said === "" ? "" : `: ${said}`}`);
}

/** How long a server asks to wait, in milliseconds; 0 where it does not say. */
function wantedWait(headers: Headers): number {
  const milliseconds = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : 0;
}

/** An error and what caused it. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let each = error; each !== undefined && each !== null && found.length < 5; each = (each as Error).cause)
    found.push(each);
  return found;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

/** The message in an error of a server, fit to stand in a line; "" where there is none. */
function saidBy(text: string, { mask }: ServerFacts): string {
  const said = messageIn(text) ?? (/^\s*[<{[]/.test(text) ? "" : text);
  const line = forTerminal(said).replace(/\s+/g, " ").trim();
  return cutLine(mask(line), SAID_LENGTH_MAX);
}

/** The message in JSON, where servers have it: `error.message`, `message`, `error` or `detail`. */
function messageIn(text: string): string | null {
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null;
    const error = value?.error as Record<string, unknown> | string | undefined;
    const places = [typeof error === "object" ? error?.message : error, value?.message, value?.detail];
    return places.find((each) => typeof each === "string" && each !== "") as string | null;
  } catch {
    return null;
  }
}
