// Tables of figures for a terminal: a name, then numbers under their heads, thousands apart.

/** A row: its name, then what stands in its columns. */
export type TableRow = readonly [name: string, ...cells: (number | string)[]];

const NAME_LENGTH_MAX = 40;

/** A number with its thousands apart: `-1,234`. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** The lines of a table. A name that is too long is cut. */
export function tableLines(head: TableRow, rows: readonly TableRow[]): string[] {
  const cells = [head, ...rows].map((row) =>
    row.map((cell, at) => (typeof cell === "number" ? grouped(cell) : at === 0 ? cut(cell) : cell)),
  );
  const widths = head.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? "").length)));
  return cells.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join("  ")
      .trimEnd(),
  );
}

function cut(name: string): string {
  return name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 3)}...` : name;
}
