// Says of an import that no rule leads anywhere whether it may mean a file of the tree all the same: by an alias of a
// bundler, an import map, `sys.path`, a namespace without a manifest. Where it surely means a package or the standard
// library, it does not.

import type { Language } from "../languages.ts";
import { entries, readJson } from "./manifest-values.ts";
import { NODE, PYTHON, RUBY, RUST, SWIFT, words } from "./standard-libraries.ts";
import { below, folderOf, type TreeNames, upwards } from "./tree-names.ts";

/** Whether an import without a file may mean one of the tree. `name` is what is taken from the module. */
export type MayMean = (language: Language, from: string, module: string, name: string | null) => boolean;

const DEPENDENCIES = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
/** Addresses, and modules of a runtime or a registry. A package of JSR may lie in the own workspace. */
const ADDRESS = /^(?!jsr:)[a-z][a-z0-9+.-]+:/i;
const GO = words(
  "archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go " +
    "hash html image index io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv " +
    "strings sync syscall testing text time unicode unique unsafe C",
);
const JVM = words("java javax jdk sun kotlin kotlinx scala android androidx");
/** What comes with the language, by the first part of a module's name. */
const STANDARD: Partial<Record<Language, ReadonlySet<string>>> = {
  csharp: words("System Microsoft"),
  go: GO,
  java: JVM,
  kotlin: JVM,
  python: PYTHON,
  ruby: RUBY,
  rust: RUST,
  scala: JVM,
  swift: SWIFT,
};
const ECMASCRIPT: ReadonlySet<Language> = new Set<Language>(["javascript", "svelte", "tsx", "typescript", "vue"]);
const PARTS = /[/\\.:]+/;

/** The rules over the files of a tree. */
export function mayMeanRules(names: TreeNames): MayMean {
  const isDependency = dependencyRules(names);
  return (language, from, module, name) => {
    if (ECMASCRIPT.has(language)) {
      if (ADDRESS.test(module)) return false;
      const root = /^(@[^/]+\/[^/]+|[^/]+)/.exec(module)?.[0] ?? "";
      return !NODE.has(root) && !isDependency(folderOf(from), root);
    }
    const parts = module.split(PARTS).filter((part) => part !== "");
    const [first] = parts;
    if (first === undefined || STANDARD[language]?.has(first)) return false;
    // A path of `sys.path` begins where the module's name does.
    if (language === "python") return names.hasPart(first);
    // A function of PHP lies in a file of any name.
    if (language === "php" && name !== null && /^\p{Ll}/u.test(name)) return true;
    return [...parts.slice(-2), ...(name === null || name === "*" ? [] : [name])].some((part) => names.hasPart(part));
  };
}

/** Whether a manifest of a folder, or of one above it, names a package as a dependency. */
function dependencyRules(names: TreeNames): (folder: string, name: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  const namedIn = (folder: string): ReadonlySet<string> => {
    let found = known.get(folder);
    if (found === undefined) {
      const path = below(folder, "package.json");
      const manifest = readJson(names.has(path) ? names.read(path) : null);
      found = new Set(DEPENDENCIES.flatMap((kind) => entries(manifest[kind]).map(([name]) => name)));
      known.set(folder, found);
    }
    return found;
  };
  return (folder, name) => upwards(folder).some((each) => namedIn(each).has(name));
}
