// What models cost: helix's dated table (prices.json), and a file of the user's by which it is changed and added to.
// Invariants:
// - A price is never guessed: a model that neither names has none, and the answer says so.
// - A price that a model has no figure for (`cacheRead`) is the one for input, the dearest that it can be.

import { HelixError } from "../../base/errors.ts";
import { quote } from "../../engine/text/clean.ts";
import priceFile from "./prices.json" with { type: "json" };

/** The user's file, in the knowledge base directory. */
export const PRICES_NAME = "prices.json";
/** The longest file that is read, in bytes. */
export const PRICES_BYTES_MAX = 256 * 1024;

/** Prices in dollars for a million tokens. */
export interface Rates {
  readonly input: number;
  /** Of what is written into a cache for some minutes, and for an hour. */
  readonly cacheWrite?: number;
  readonly cacheWriteHour?: number;
  readonly cacheRead?: number;
  readonly output: number;
}

/** The prices of a model on a day. */
export interface ModelPrice extends Rates {
  readonly model: string;
  readonly vendor: string;
  /** The day of which the prices are, `2026-10-24`. */
  readonly asOf: string;
  /** The rates of requests whose input has more tokens than `above`. */
  readonly long?: Rates & { readonly above: number };
  readonly note?: string;
}

/** The tokens of a request, or of several. `cacheWrittenHour` is a part of `cacheWritten`. */
export interface Usage {
  readonly input: number;
  readonly cacheWritten: number;
  readonly cacheWrittenHour: number;
  readonly cacheRead: number;
  readonly output: number;
}

/** helix's own table. */
export const OWN_PRICES: readonly ModelPrice[] = priceFile.models;

/** The table with the user's file, whose text is null where there is none. Throws INVALID_ARGUMENT for a bad file. */
export function pricesWith(text: string | null, path: string): readonly ModelPrice[] {
  const given = text === null ? [] : parsePrices(text, path);
  const names = new Set(given.map(({ model }) => plainName(model)));
  return [...given, ...OWN_PRICES.filter(({ model }) => !names.has(plainName(model)))];
}

/** The price of a model, however its name is written: with a day, a provider or a context size at it. */
export function priceOf(prices: readonly ModelPrice[], model: string): ModelPrice | null {
  const wanted = plainName(model);
  return prices.find((price) => plainName(price.model) === wanted) ?? null;
}

/** `us.anthropic.claude-opus-4-5-20251101-v1:0` and `claude-opus-4.5[1m]` are `claude-opus-4-5`. */
function plainName(model: string): string {
  return model
    .trim()
    .toLowerCase()
    .replace(/^.*\//, "")
    .replace(/^(?:\w+\.)?anthropic\./, "")
    .replace(/\[\w+\]$/, "")
    .replace(/-v\d+(?::\d+)?$/, "")
    .replace(/[-@](?:20\d{6}|20\d\d-\d\d-\d\d)$/, "")
    .replaceAll(".", "-");
}

/** What a request of that many tokens costs, in dollars. */
export function costOf(price: ModelPrice, usage: Usage): number {
  const rates = ratesFor(price, usage);
  const { input, cacheWrite = input, cacheRead = input, output } = rates;
  const { cacheWriteHour = cacheWrite } = rates;
  const dollars =
    usage.input * input +
    (usage.cacheWritten - usage.cacheWrittenHour) * cacheWrite +
    usage.cacheWrittenHour * cacheWriteHour +
    usage.cacheRead * cacheRead +
    usage.output * output;
  return dollars / 1_000_000;
}

/** The rates that a request of that size has. */
export function ratesFor(price: ModelPrice, { input, cacheWritten, cacheRead }: Usage): Rates {
  const { long } = price;
  return long !== undefined && input + cacheWritten + cacheRead > long.above ? long : price;
}

const EXAMPLE =
  '{"models": [{"model": "my-model", "asOf": "2026-11-24", "input": 2, "cacheWrite": 2.5, "cacheRead": 0.2, "output": 10}]}';
const RATE_NAMES = ["input", "cacheWrite", "cacheWriteHour", "cacheRead", "output"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Dearer than any model: whoever gives a price for one token, or in cents, is told so. */
const DOLLARS_MAX = 10_000;

function parsePrices(text: string, path: string): ModelPrice[] {
  const refuse = (what: string): never => {
    throw new HelixError("INVALID_ARGUMENT", `${path}: ${what}; e.g. ${EXAMPLE}`);
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse("it is no JSON");
  }
  const { models } = (isObject(parsed) ? parsed : {}) as { models?: unknown };
  if (!Array.isArray(models)) return refuse('it needs an object with a list "models"');
  return models.map((each, at) => modelPrice(each, (what) => refuse(`models[${at}] ${what}`)));
}

function modelPrice(value: unknown, refuse: (what: string) => never): ModelPrice {
  if (!isObject(value)) return refuse("is no object");
  const { model, vendor = "", asOf, long, note, ...rates } = value;
  if (typeof model !== "string" || model.trim() === "") return refuse('needs the name of a "model"');
  const of = `of ${quote(model)}`;
  if (typeof asOf !== "string" || !DAY.test(asOf))
    return refuse(`${of} needs "asOf", the day of its prices, as YYYY-MM-DD`);
  if (typeof vendor !== "string") return refuse(`${of}: "vendor" is no text`);
  if (note !== undefined && typeof note !== "string") return refuse(`${of}: "note" is no text`);
  const own = ratesIn(rates, of, refuse);
  const found = { model, vendor, asOf, ...own, ...(note === undefined ? {} : { note }) };
  if (long === undefined) return found;
  if (!isObject(long)) return refuse(`${of}: "long" is no object`);
  const { above, ...others } = long;
  if (typeof above !== "number" || !(above > 0)) return refuse(`${of}: "long" needs "above", a number of tokens`);
  return { ...found, long: { above, ...ratesIn(others, `${of}, "long":`, refuse) } };
}

function ratesIn(value: Record<string, unknown>, of: string, refuse: (what: string) => never): Rates {
  const unknown = Object.keys(value).find((name) => !RATE_NAMES.some((known) => known === name));
  if (unknown !== undefined) return refuse(`${of} has ${quote(unknown)}, which is none of ${RATE_NAMES.join(", ")}`);
  for (const name of RATE_NAMES) {
    const given = value[name];
    if (given === undefined && name !== "input" && name !== "output") continue;
    if (typeof given !== "number" || !(given >= 0 && given <= DOLLARS_MAX)) {
      return refuse(`${of} needs ${quote(name)}, dollars for a million tokens, from 0 to ${DOLLARS_MAX}`);
    }
  }
  return value as unknown as Rates;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
