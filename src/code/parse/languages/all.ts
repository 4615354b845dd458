// The rules of every language.

import type { Language } from "../../languages.ts";
import type { ParseRules } from "../parse-rules.ts";
import { javascript, tsx, typescript } from "./ecmascript.ts";

const RULES = { javascript, tsx, typescript } as unknown as Readonly<Record<Language, ParseRules>>;

/** The rules of a language. */
export function parseRules(language: Language): ParseRules {
  return RULES[language];
}
