// What settings may hold, as schemas made of the table of settings, and what is said of a value that is refused.
// Invariants:
// - A value that may be a key, or may hold a password, is never shown.

import { z } from "zod";
import { type AnyValue, choiceOf, SETTINGS, type SettingName, settingOf } from "./settings.ts";
import { looksLikeKey, shown } from "./shown-text.ts";

const NAME_LENGTH_MAX = 200;
const URL_LENGTH_MAX = 2000;
const PATTERNS_MAX = 200;
const PATTERN_LENGTH_MAX = 500;
/** A pattern with more stars than this in one part of its path, or in the whole path, may take long to match. */
const STARS_IN_PART_MAX = 3;
const STARS_MAX = 6;
const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffd]/;
const KEY_PLACE = /^(?:env:[A-Za-z_]\w{0,99}|keychain:[\w.@/-]{1,100})$/;
/** So many refused patterns are named. */
const FLAWS_SHOWN = 3;

/** A checked value: what holds of it, undefined where nothing does, and what is wrong, in texts that follow its name. */
export interface CheckedValue {
  readonly value: AnyValue | undefined;
  readonly flaws: readonly string[];
}

const PATTERN = z
  .string()
  .max(PATTERN_LENGTH_MAX)
  .refine((text) => text.trim() !== "" && !CONTROL.test(text) && isQuick(text));

function schemaOf(name: SettingName): z.ZodType<AnyValue> {
  const setting = settingOf(name);
  switch (setting.kind) {
    case "choice":
      return z.preprocess((raw) => choiceOf(setting, raw) ?? raw, z.enum(setting.choices as [string, ...string[]]));
    case "globs":
      return z.preprocess((raw) => (typeof raw === "string" ? [raw] : raw), z.array(z.string()));
    case "whole":
      return z.int().min(setting.min!).max(setting.max!);
    case "name":
      return z
        .string()
        .trim()
        .min(1)
        .max(NAME_LENGTH_MAX)
        .refine((text) => !CONTROL.test(text) && !looksLikeKey(text));
    case "url":
      return z.string().trim().max(URL_LENGTH_MAX).refine(isAddress);
    case "key":
      return z
        .string()
        .trim()
        .regex(KEY_PLACE)
        .refine((text) => !looksLikeKey(text));
  }
}

const SCHEMAS = new Map<SettingName, z.ZodType<AnyValue>>();

/** Checks a value of a file. */
export function checkValue(name: SettingName, raw: unknown): CheckedValue {
  const schema = SCHEMAS.get(name) ?? schemaOf(name);
  SCHEMAS.set(name, schema);
  const outcome = schema.safeParse(raw);
  if (!outcome.success) return { value: undefined, flaws: [flawOf(name, raw)] };
  return SETTINGS[name].kind === "globs"
    ? checkPatterns(outcome.data as readonly string[])
    : { value: outcome.data, flaws: [] };
}

/** Checks a value that was typed: a list has commas, a number is digits. */
export function checkText(name: SettingName, text: string): CheckedValue {
  const { kind } = settingOf(name);
  const given = text.trim();
  if (kind === "whole" && /^\d{1,9}$/.test(given)) return checkValue(name, Number(given));
  if (kind !== "globs") return checkValue(name, given);
  return checkValue(
    name,
    given.split(",").flatMap((each) => each.trim() || []),
  );
}

/** The patterns that can be used; the others are named. */
function checkPatterns(all: readonly string[]): CheckedValue {
  const used = all.slice(0, PATTERNS_MAX);
  const bad = used.filter((each) => !PATTERN.safeParse(each).success);
  const flaws = bad
    .slice(0, FLAWS_SHOWN)
    .map(
      (each) => `has ${shown(each)}, which is no pattern as in .gitignore with at most ${STARS_MAX} stars: left out`,
    );
  if (bad.length > FLAWS_SHOWN) flaws.push(`has ${bad.length - FLAWS_SHOWN} more patterns of no use: left out`);
  if (all.length > PATTERNS_MAX) flaws.push(`has ${all.length} patterns: only the first ${PATTERNS_MAX} count`);
  const good = used.filter((each) => !bad.includes(each));
  return { value: good.length === 0 && flaws.length > 0 ? undefined : good, flaws };
}

function isQuick(pattern: string): boolean {
  const stars = pattern.match(/\*+/g)?.length ?? 0;
  return (
    stars <= STARS_MAX && pattern.split("/").every((part) => (part.match(/\*+/g)?.length ?? 0) <= STARS_IN_PART_MAX)
  );
}

/** Whether a text is the address of a server, without a password in it. */
function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") return false;
  return url.username === "" && url.password === "" && !looksLikeKey(text);
}

/** What a setting may be, e.g. `off or on`. */
export function acceptedBy(name: SettingName): string {
  const { kind, choices = [], min, max } = settingOf(name);
  if (kind === "choice") return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
  if (kind === "globs") return "a list of patterns as in .gitignore";
  if (kind === "whole") return `a whole number from ${min} to ${max}`;
  if (kind === "url") return "an address that begins with http:// or https://, without user, password or key";
  if (kind === "name") return `the name of a model, at most ${NAME_LENGTH_MAX} characters`;
  return "where the key comes from, env:NAME or keychain:SERVICE, never the key itself";
}

function flawOf(name: SettingName, raw: unknown): string {
  const { kind, example } = settingOf(name);
  const isHidden = kind === "key" || kind === "url";
  return `${isHidden ? "is not accepted" : `is ${shown(raw)}`}: give ${acceptedBy(name)}, e.g. ${example}`;
}
