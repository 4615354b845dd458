// The rules of every language.

import type { Language } from "../../languages.ts";
import { bash } from "./bash.ts";
import { c, cpp } from "./c-family.ts";
import { csharp } from "./csharp.ts";
import { javascript, tsx, typescript } from "./ecmascript.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { kotlin } from "./kotlin.ts";
import type { ParseRules } from "./parse-rules.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { swift } from "./swift.ts";

const RULES: Readonly<Record<Language, ParseRules>> = {
  bash,
  c,
  cpp,
  csharp,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
  swift,
  tsx,
  typescript,
};

/** The rules of a language. */
export function parseRules(language: Language): ParseRules {
  return RULES[language];
}
