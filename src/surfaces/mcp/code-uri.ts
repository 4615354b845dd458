// The address of a file or folder of the project's code as a resource: helix://code/PATH. Slashes stand as they are;
// other characters that have a meaning in an address are escaped.

const PREFIX = "helix://code/";

/** An address as an example. */
export const CODE_EXAMPLE = `${PREFIX}src/main.ts`;

/** The template of all addresses (RFC 6570), with one variable that may hold slashes. */
export const CODE_TEMPLATE = `${PREFIX}{+path}`;
/** The variable's name. */
export const CODE_VARIABLE = "path";

/** The address of a path: what has a meaning in an address, and what cannot be shown, is escaped. */
export function codeUri(path: string): string {
  return PREFIX + path.toWellFormed().split("/").map(encodeURIComponent).join("/");
}

/**
 * The path in the address of code; null for any other address. A path that is not escaped properly is taken as it
 * stands.
 */
export function pathOfUri(uri: string): string | null {
  if (!uri.toLowerCase().startsWith(PREFIX)) return null;
  const path = uri.slice(PREFIX.length);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
