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

/** Why a text cannot be a glob, e.g. `its "[" is never closed`; null: it can be one. */
export function globFlaw(glob: string): string | null {
  let groups = 0;
  for (let at = 0; at < glob.length; at++) {
    const sign = glob[at];
    if (sign === "\\" && ++at === glob.length) return 'its last "\\" escapes nothing';
    if (sign === "{") groups++;
    if (sign === "}" && groups > 0) groups--;
    if (sign !== "[") continue;
    // A class has a character at least: what stands first closes nothing.
    const first = /[!^]/.test(glob[at + 1] ?? "") ? at + 2 : at + 1;
    at = glob.indexOf("]", first + 1);
    if (at < 0) return 'its "[" is never closed';
  }
  return groups > 0 ? 'its "{" is never closed' : null;
}
