// The package that an import from outside of the tree names, as the language's registry would call it in about.

import { NODE, PYTHON, RUBY, RUST, SWIFT, words } from "../imports/standard-libraries.ts";
import type { Language } from "../languages.ts";

const SCRIPT = (module: string): string | null => {
  const name = /^(@[^/]+\/[^/]+|[\w$][^/:]*)/.exec(module)?.[1];
  return name === undefined || NODE.has(name) || /^[a-z]+:/.test(module) ? null : name;
};
const first = (module: string, separator: RegExp, standard: ReadonlySet<string>): string | null => {
  const name = module.replace(/^[:\\]+/, "").split(separator, 1)[0]!;
  return !/^\w/.test(name) || standard.has(name) ? null : name;
};
/** The lower-case parts at the front, three at most: `org.junit.jupiter`. */
const JVM = (module: string): string | null => {
  const parts = module.split(".");
  const end = parts.findIndex((part) => !/^[a-z_][\w-]*$/.test(part));
  const front = parts.slice(0, end < 0 ? parts.length : end).slice(0, 3);
  return front.length < 2 || /^(?:java|javax|kotlin|jdk)$/.test(front[0]!) ? null : front.join(".");
};

const RULES: Readonly<Partial<Record<Language, (module: string) => string | null>>> = {
  csharp: (module) => first(module, /[.=; ]/, words("System global")),
  go: (module) => (/^[^/]*\./.test(module) ? module.split("/").slice(0, 3).join("/") : null),
  java: JVM,
  javascript: SCRIPT,
  kotlin: JVM,
  php: (module) => (module.includes("\\") ? module.replace(/^\\/, "").split("\\").slice(0, 2).join("\\") : null),
  python: (module) => (module.startsWith(".") ? null : first(module, /\./, PYTHON)),
  ruby: (module) => (module.startsWith(".") ? null : first(module, /\//, RUBY)),
  rust: (module) => first(module, /::/, RUST),
  swift: (module) => first(module, /\./, SWIFT),
  tsx: SCRIPT,
  typescript: SCRIPT,
};

const NAME_LENGTH_MAX = 80;

/** The name of the package; null for the language's own library, for a path, and where nothing can be told. */
export function outsidePackage(language: Language, module: string): string | null {
  const name = RULES[language]?.(module) ?? null;
  return name === null || name.length > NAME_LENGTH_MAX || /[\s"'`<>]/.test(name) ? null : name;
}
