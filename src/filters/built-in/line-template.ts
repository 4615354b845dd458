// The template of a line: what is left of it when numbers, times, hashes, versions, paths and quoted texts are masked.
// Lines of one template say the same of different things.

/** This much of a line makes its template. */
const LOOKED_AT = 300;
const PATH = "\x02";
/** Masks are control characters, which no line holds. */
const MASKS: readonly (readonly [mask: string, pattern: RegExp])[] = [
  ["\x01", /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?|\b\d\d:\d\d:\d\d(?:[.,]\d+)?/g],
  ["\x02", /(?<![\w<])(?:[A-Za-z]:)?[\w.@~+-]*[/\\][\w.@~+%=,:/\\-]*|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}\b/g],
  ["\x03", /\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b|\b0x[0-9a-fA-F]+\b/g],
  ["\x04", /\d+(?:[.,:_]\d+)*/g],
];

/** Masks what differs between lines of one kind. Words stay. */
export function templateOf(text: string): string {
  let masked = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
  for (const [mask, pattern] of MASKS) masked = masked.replace(pattern, mask);
  return masked;
}

/** Masks numbers, times and hashes only: lines that are equal but for these tell one thing many times. */
export function numberTemplateOf(text: string): string {
  let masked = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
  for (const [mask, pattern] of MASKS) if (mask !== PATH) masked = masked.replace(pattern, mask);
  return text.length > LOOKED_AT ? `${masked}${text.length}` : masked;
}
