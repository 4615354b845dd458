// Globs over paths: `**/*.ts`, `src/**`, `*.{ts,tsx}`. The matching is the runtime's; no file is looked at.

/**
 * A function that says whether a path (relative, with forward slashes) matches the glob. A glob without a slash matches
 * names in any folder. A glob that begins with `!` matches what the rest of it does not. Takes time linear in glob and
 * path.
 */
export function pathGlob(glob: string): (path: string) => boolean {
  const isNegated = glob.startsWith("!");
  const plain = glob.slice(isNegated ? 1 : 0).replace(/^\.?\//, "");
  const pattern = plain.endsWith("/") ? `${plain}**` : plain;
  const matcher = new Bun.Glob(pattern.includes("/") ? pattern : `**/${pattern}`);
  return (path) => matcher.match(path) !== isNegated;
}
