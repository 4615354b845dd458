// The template of a line: what is left of it when numbers, times and hashes are masked. Lines of one template tell one
// thing many times.

import type { Line } from "./line.ts";

/** This much of a line makes its template. Of longer lines the length counts too. */
const LOOKED_AT = 300;
/** Hashes and addresses, then numbers, which versions and times are made of. The masks are characters no line holds. */
const HASHES = /\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b|\b0x[0-9a-fA-F]+\b/g;
const NUMBERS = /\d+(?:[.,:_]\d+)*/g;
const DIGIT = /\d/;
/** Stands for a hash, which may hold any number of figures. */
export const HASH_MASK = "\x01";

/** Masks numbers, times and hashes. */
export function numberTemplateOf(text: string): string {
  const start = text.length > LOOKED_AT ? `${text.slice(0, LOOKED_AT)}\x03${text.length}` : text;
  return DIGIT.test(start) ? start.replace(HASHES, HASH_MASK).replace(NUMBERS, "\x02") : start;
}

const known = new WeakMap<Line, string>();

/** The template of a line, which several steps ask for. */
export function templateOfLine(line: Line): string {
  let template = known.get(line);
  if (template === undefined) {
    template = numberTemplateOf(line.text);
    known.set(line, template);
  }
  return template;
}
