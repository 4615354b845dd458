// Names of symbols. A full name is `Cache.get`.

const SEPARATORS = /::|#|\.|->/;

/** A name in the form of full names: `Cache::get()` is `Cache.get`. */
export function fullName(given: string): string {
  const parts = given.replace(/\(\)$/, "").split(SEPARATORS);
  return parts.filter((part) => part !== "").join(".");
}

/** The last part of a full name. */
export function lastName(full: string): string {
  return full.slice(full.lastIndexOf(".") + 1);
}
