// Names of symbols. A full name is `Cache.get`.

/** A `#` that begins a name is part of it: a private member. */
const SEPARATORS = /::|(?<=[\p{L}\p{N}_])#|\.|->/u;

/** A name in the form of full names: `Cache::get()` is `Cache.get`. */
export function fullName(given: string): string {
  const parts = given.replace(/\(\)$/, "").split(SEPARATORS);
  return parts.filter((part) => part !== "").join(".");
}

/** The last part of a full name. */
export function lastName(full: string): string {
  return full.slice(full.lastIndexOf(".") + 1);
}
