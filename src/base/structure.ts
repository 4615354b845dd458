// Declares a binary structure once, as a table of named fields in order, and computes every offset from the sizes
// before it. Codecs take their offsets from here and `docs/FORMAT.md` takes its tables from here, so the two cannot
// drift apart. The comment before a field says what the field means. The page takes it from there; no program carries
// it along.

/**
 * How many bytes a field of each type takes. Numbers are little-endian; `bytes` are the four bytes that a file begins
 * with.
 */
const SIZES = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8, bytes: 4 } as const;

export type FieldType = keyof typeof SIZES;

/** A field with its offset in bytes from the start of the structure. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly size: number;
  readonly offset: number;
}

/** A structure: `at.NAME` is a field's offset, `size` the whole length in bytes. */
export interface Structure<Name extends string> {
  readonly size: number;
  readonly at: Readonly<Record<Name, number>>;
  readonly fields: readonly Field[];
}

/** Lays the fields out one after another without gaps. */
export function structure<const Fields extends Record<string, FieldType>>(
  declared: Fields,
): Structure<keyof Fields & string> {
  // Readers need only the offsets, and hooks need them at once. The rest is made when it is asked for.
  const at = {} as Record<keyof Fields & string, number>;
  let size = 0;
  for (const field in declared) {
    at[field] = size;
    size += SIZES[declared[field]!];
  }
  const describe = (name: keyof Fields & string): Field => {
    const type = declared[name]!;
    return { name, type, size: SIZES[type], offset: at[name] };
  };
  return {
    size,
    at,
    get fields() {
      return Object.keys(declared).map(describe);
    },
  };
}
