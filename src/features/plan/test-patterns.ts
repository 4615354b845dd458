// In which forms the names of a project's tests are, as globs: `tests/**/*.test.ts`.

const PATTERNS_MAX = 8;
/** Forms of names, with the glob of each; `$1` is what the expression holds in its group. */
const FORMS: readonly (readonly [name: RegExp, glob: string])[] = [
  [/[._-](test|tests|spec|specs)\.(\w+)$/, ""],
  [/^test_.*\.py$/, "test_*.py"],
  [/(Tests?|TestCase|Spec)\.(\w+)$/, ""],
];

/** The forms, the most frequent first. `paths` are those of tests. */
export function testPatterns(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const pattern = patternOf(path);
    if (pattern !== null) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, PATTERNS_MAX)
    .map(([pattern]) => pattern);
}

function patternOf(path: string): string | null {
  const parts = path.split("/");
  const name = parts.at(-1)!;
  const glob = nameGlob(name);
  if (glob === null) return null;
  const folder = parts.length > 1 ? parts[0]! : "";
  return folder === "" ? glob : `${folder}/**/${glob}`;
}

function nameGlob(name: string): string | null {
  for (const [form, glob] of FORMS) {
    const match = form.exec(name);
    if (match !== null) return glob || `*${match[0]}`;
  }
  return null;
}
