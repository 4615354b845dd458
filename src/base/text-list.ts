// Several texts, as callers give them: as a list, or as one text with separators between.

/** A list, or one text that its reader divides. */
export type TextList = string | readonly string[];

/** The list as one text; a text stays as it is. */
export function joined(list: TextList, separator: string): string {
  return typeof list === "string" ? list : list.join(separator);
}
