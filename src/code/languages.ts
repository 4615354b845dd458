// The programming languages that `trace` reads, and how a file's language is recognised. Imports nothing: hooks use it
// too.

/** The languages. Each has a grammar of the same name, and rules for the line scanner. */
export type Language =
  | "bash"
  | "c"
  | "cpp"
  | "csharp"
  | "go"
  | "java"
  | "javascript"
  | "kotlin"
  | "php"
  | "python"
  | "ruby"
  | "rust"
  | "swift"
  | "tsx"
  | "typescript";

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
  go: "go",
  java: "java",
  cjs: "javascript",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  kt: "kotlin",
  kts: "kotlin",
  php: "php",
  py: "python",
  pyi: "python",
  rb: "ruby",
  rake: "ruby",
  rs: "rust",
  swift: "swift",
  tsx: "tsx",
  cts: "typescript",
  mts: "typescript",
  ts: "typescript",
};

const NAMES: Readonly<Record<Language, string>> = {
  bash: "Bash",
  c: "C",
  cpp: "C++",
  csharp: "C#",
  go: "Go",
  java: "Java",
  javascript: "JavaScript",
  kotlin: "Kotlin",
  php: "PHP",
  python: "Python",
  ruby: "Ruby",
  rust: "Rust",
  swift: "Swift",
  tsx: "TypeScript",
  typescript: "TypeScript",
};

/** Languages whose files use each other's symbols. */
const FAMILIES: readonly (readonly Language[])[] = [
  ["typescript", "tsx", "javascript"],
  ["c", "cpp"],
  ["java", "kotlin"],
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
