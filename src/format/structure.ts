// Declares a binary structure once, as a table of named fields in order, and computes every offset from the sizes before it.
// Codecs take their offsets from here and `docs/FORMAT.md` takes its tables from here, so the two cannot drift apart.

/** One field: its size in bytes, how the bytes are read, and what they mean. */
export interface FieldDeclaration {
  readonly type: "u8" | "u16" | "u32" | "i32" | "f64" | "bytes";
  readonly size: number;
  readonly meaning: string;
}

/** A declared field with its offset in bytes from the start of the structure. */
export interface Field extends FieldDeclaration {
  readonly name: string;
  readonly offset: number;
}

/** A structure: `at.NAME` is a field's offset, `size` the whole length in bytes. */
export interface Structure<Name extends string> {
  readonly name: string;
  readonly size: number;
  readonly at: Readonly<Record<Name, number>>;
  readonly fields: readonly Field[];
}

const SIZES = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8 } as const;

/** Declares a field of a fixed numeric type, little-endian. */
export function number(type: keyof typeof SIZES, meaning: string): FieldDeclaration {
  return { type, size: SIZES[type], meaning };
}

/** Lays the fields out one after another without gaps. */
export function structure<const Fields extends Record<string, FieldDeclaration>>(
  name: string,
  declared: Fields,
): Structure<keyof Fields & string> {
  // Readers need the offsets only, and hooks need them at once: the rest is made when it is asked for.
  const at = {} as Record<keyof Fields & string, number>;
  let size = 0;
  for (const field in declared) {
    at[field] = size;
    size += declared[field]!.size;
  }
  const describe = (field: keyof Fields & string): Field => ({ name: field, offset: at[field], ...declared[field]! });
  return {
    name,
    size,
    at,
    get fields() {
      return Object.keys(declared).map(describe);
    },
  };
}
