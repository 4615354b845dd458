// The rules of every language.

import { definitionQuery } from "../../definition-queries.ts";
import type { ParsedLanguage } from "../../languages.ts";
import { bash } from "./bash.ts";
import { c, cpp } from "./c-family.ts";
import { csharp } from "./csharp.ts";
import { dart } from "./dart.ts";
import { javascript, tsx, typescript } from "./ecmascript.ts";
import { elixir } from "./elixir.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { kotlin } from "./kotlin.ts";
import { lua } from "./lua.ts";
import type { ParseRules } from "./parse-rules.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { scala } from "./scala.ts";
import { swift } from "./swift.ts";
import { zig } from "./zig.ts";

const RULES: Readonly<Record<ParsedLanguage, ParseRules>> = {
  bash,
  c,
  cpp,
  csharp,
  dart,
  elixir,
  go,
  java,
  javascript,
  kotlin,
  lua,
  php,
  python,
  ruby,
  rust,
  scala,
  svelte: typescript,
  swift,
  tsx,
  typescript,
  vue: typescript,
  zig,
};

/** The rules of a language. */
export function parseRules(language: ParsedLanguage): ParseRules {
  return RULES[language];
}

/** A text that differs where the queries or rules of a language do. */
export function parserFingerprint(): string {
  const languages = Object.keys(RULES) as ParsedLanguage[];
  const written = (_: string, value: unknown) =>
    typeof value === "function" || value instanceof RegExp ? String(value) : value;
  return languages
    .map((language) => `${language} ${definitionQuery(language)} ${JSON.stringify(RULES[language], written)}`)
    .join("\n");
}
