// The programming languages that are read, and how a file's language is recognised. Imports nothing: hooks use it too.

/**
 * The languages. Each is read by a line scanner, and but for SQL has a grammar of the same name (grammars.ts: but for
 * two).
 */
export type Language =
  | "bash"
  | "c"
  | "cpp"
  | "csharp"
  | "dart"
  | "elixir"
  | "go"
  | "java"
  | "javascript"
  | "kotlin"
  | "lua"
  | "php"
  | "python"
  | "ruby"
  | "rust"
  | "scala"
  | "sql"
  | "svelte"
  | "swift"
  | "tsx"
  | "typescript"
  | "vue"
  | "zig";

/** The languages that the parser reads. */
export type ParsedLanguage = Exclude<Language, "sql">;

const EXTENSIONS: Readonly<Record<string, Language>> = {
  bash: "bash",
  sh: "bash",
  zsh: "bash",
  c: "c",
  h: "c",
  cc: "cpp",
  cpp: "cpp",
  cxx: "cpp",
  hh: "cpp",
  hpp: "cpp",
  hxx: "cpp",
  cs: "csharp",
  dart: "dart",
  ex: "elixir",
  exs: "elixir",
  go: "go",
  java: "java",
  cjs: "javascript",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  kt: "kotlin",
  kts: "kotlin",
  lua: "lua",
  php: "php",
  py: "python",
  pyi: "python",
  rb: "ruby",
  rake: "ruby",
  rs: "rust",
  sbt: "scala",
  sc: "scala",
  scala: "scala",
  sql: "sql",
  svelte: "svelte",
  swift: "swift",
  tsx: "tsx",
  cts: "typescript",
  mts: "typescript",
  ts: "typescript",
  vue: "vue",
  zig: "zig",
};

const NAMES: Readonly<Record<Language, string>> = {
  bash: "Bash",
  c: "C",
  cpp: "C++",
  csharp: "C#",
  dart: "Dart",
  elixir: "Elixir",
  go: "Go",
  java: "Java",
  javascript: "JavaScript",
  kotlin: "Kotlin",
  lua: "Lua",
  php: "PHP",
  python: "Python",
  ruby: "Ruby",
  rust: "Rust",
  scala: "Scala",
  sql: "SQL",
  svelte: "Svelte",
  swift: "Swift",
  tsx: "TypeScript",
  typescript: "TypeScript",
  vue: "Vue",
  zig: "Zig",
};

/** Languages whose files use each other's symbols. */
const FAMILIES: readonly (readonly Language[])[] = [
  ["typescript", "tsx", "javascript", "vue", "svelte"],
  ["c", "cpp"],
  ["java", "kotlin", "scala"],
];

/** Text in a header that only C++ has. */
const CPP_HEADER = /^[ \t]*(?:class|namespace|template|using|public:|private:)\b|::|\bconstexpr\b/m;
/** How much of a header is searched to tell C++ from C, in code units. */
const HEADER_LENGTH_MAX = 20_000;

/** The language of a file by its name; null for files that are not read. */
export function languageOf(path: string): Language | null {
  const extension = /\.([A-Za-z]+)$/.exec(path)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension]! : null;
}

/** The language of a file by its name and its text: a header may be C or C++. */
export function languageOfText(path: string, text: string): Language | null {
  const language = languageOf(path);
  return language === "c" && /\.h$/i.test(path) && CPP_HEADER.test(text.slice(0, HEADER_LENGTH_MAX)) ? "cpp" : language;
}

/** Whether there is a parser for a language; others are read by their lines alone. */
export function hasParser(language: Language): language is ParsedLanguage {
  return language !== "sql";
}

/** The usual name of the language. */
export function languageName(language: Language): string {
  return NAMES[language];
}

/** The languages of a usual name or of an extension (`TypeScript`, `ts`); none for another word. */
export function languageNamed(name: string): Language[] {
  const word = name.toLowerCase();
  const found = (Object.keys(NAMES) as Language[]).filter(
    (each) => each === word || NAMES[each].toLowerCase() === word,
  );
  if (found.length > 0) return found;
  return Object.hasOwn(EXTENSIONS, word) ? [EXTENSIONS[word]!] : [];
}

/** The names of all languages, for messages. */
export function languageNames(): string[] {
  return [...new Set(Object.values(NAMES))];
}

/** Whether files of one language can use symbols of the other. */
export function shareSymbols(a: Language, b: Language): boolean {
  return a === b || FAMILIES.some((family) => family.includes(a) && family.includes(b));
}
