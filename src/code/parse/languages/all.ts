// The rules of every language.

import type { Language } from "../../languages.ts";
import type { ParseRules } from "../parse-rules.ts";
import { c, cpp } from "./c-family.ts";
import { javascript, tsx, typescript } from "./ecmascript.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";

const RULES = { c, cpp, go, java, javascript, python, rust, tsx, typescript } as unknown as Readonly<Record<Language, ParseRules>>;

/** The rules of a language. */
export function parseRules(language: Language): ParseRules {
  return RULES[language];
}
