// The cells of a row, and the figures in them: `1/1`, `3950m`, `7911Mi`, `61.2%`, `time=24.5 ms`, `5d3h`.
// Invariants:
// - At most LOOKED_AT characters of a row are looked at, and its first CELLS_MAX cells.

/** This much of a row is looked at, in code units. */
const LOOKED_AT = 500;
export const CELLS_MAX = 24;

const WORDS = /\S+/g;
/** The branches of a tree before a name. */
const BRANCHES = /^[\s│├└┬─|`-]*[├└│`|][\s├└┬─│|`-]*/;
/** A mode of a file, as `ls -l` shows it. */
export const MODE = /^[-bcdlps][-rwxsStT]{9}[.+@]?(?=\s|$)/;
const MODE_LENGTH = 12;
/** In rows of files `Nov 27 10:00` and `Mar  1  2024` are one cell, and no figures. */
const DATES = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} +(?:\d\d:\d\d(?::\d\d)?|\d{4})\b/;

/** How much of its measure a unit stands for. Units of one column are of one measure. */
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    "": 1,
    "%": 1,
    x: 1,
    ns: 1e-9,
    us: 1e-6,
    µs: 1e-6,
    ms: 1e-3,
    s: 1,
    sec: 1,
    secs: 1,
    seconds: 1,
    m: 60,
    min: 60,
    mins: 60,
    minutes: 60,
    h: 3600,
    hours: 3600,
    d: 86_400,
    days: 86_400,
    w: 604_800,
    weeks: 604_800,
    y: 31_536_000,
    b: 1,
    bytes: 1,
    ...Object.fromEntries(
      ["k", "m", "g", "t", "p"].flatMap((prefix, power) => {
        const factor = 1024 ** (power + 1);
        const named = ["b", "ib", "i", "b/s", "ib/s"].map((rest) => [prefix + rest, factor]);
        return prefix === "m" ? named : [[prefix, factor], ...named];
      }),
    ),
  }),
);
/** No figure with its name is longer. */
const FIGURE_LENGTH_MAX = 40;
const UNIT_WORD = /^(?:[kKMGTP]?i?B|bytes|ns|us|µs|ms|s|sec|secs|seconds|min|mins|minutes)$/;
/** A figure, its name before it: `ms=20`, `"ms":20}`. */
const FIGURE = /^\{?(?:"?[A-Za-z_][\w.-]*"?[=:])?[-+~<>(["]*(\d[\d,_]*(?:\.\d+)?|\.\d+)([%A-Za-zµ/]{0,7})[)\]}",;:]*$/;
const DURATION = /^(?:\d+[ywdhms]){2,}$/;
const SIZE_MEGA = 1024 ** 2;

/** How a row is divided: by the lines of a table or by commas, by tabs, or by blanks. */
export type RowForm = "lined" | "tabbed" | "blank";

/** A row divided into its cells; words where nothing but blanks divides it. Empty cells count where lines or tabs do. */
export function rowOf(text: string): { readonly form: RowForm; readonly cells: string[] } {
  const start = text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text;
  if (start.includes("\t")) {
    const cells = cellsBetween(start, "\t");
    if (cells.length > 1) return { form: "tabbed", cells };
  }
  const plain = /^[\s│├└`|]/.test(start) ? start.replace(BRANCHES, "") : start;
  if (/[|┃║│]/.test(plain)) {
    const cells = cellsBetween(plain, /[|┃║│]/);
    if (cells.length > 2) return { form: "lined", cells };
  }
  if (!/\s/.test(plain) && plain.split(",").length > 2) return { form: "lined", cells: cellsBetween(plain, ",") };
  const dateless = MODE.test(plain.slice(0, MODE_LENGTH)) ? plain.replace(DATES, "…") : plain;
  return { form: "blank", cells: (dateless.match(WORDS) ?? []).slice(0, CELLS_MAX) };
}

function cellsBetween(text: string, separator: string | RegExp): string[] {
  return text
    .trim()
    .split(separator)
    .slice(0, CELLS_MAX)
    .map((cell) => cell.trim());
}

/** The figure in a cell in the measure of its unit, which may stand behind a blank or in the next cell; NaN for none. */
export function figureOf(cell: string, next = ""): number {
  if (cell === "" || cell.length > FIGURE_LENGTH_MAX) return Number.NaN;
  const blank = cell.indexOf(" ");
  if (blank > 0)
    return UNIT_WORD.test(cell.slice(blank + 1)) ? figureOf(cell.slice(0, blank), cell.slice(blank + 1)) : Number.NaN;
  const plain = Number(cell);
  if (!Number.isNaN(plain)) return plain * (UNIT_WORD.test(next) ? unitOf(next)! : 1);
  const [, digits, unit = ""] = FIGURE.exec(cell) ?? [];
  if (digits === undefined) return DURATION.test(cell) ? durationOf(cell) : Number.NaN;
  const factor = unitOf(unit);
  if (factor === undefined) return Number.NaN;
  const behind = unit === "" && UNIT_WORD.test(next) ? unitOf(next)! : 1;
  return Number(digits.replace(/[,_]/g, "")) * factor * behind;
}

/** A capital M is a size, a small one a time, or a thousandth where all of a column are. */
function unitOf(unit: string): number | undefined {
  return unit === "M" ? SIZE_MEGA : UNITS.get(unit.toLowerCase());
}

function durationOf(cell: string): number {
  let sum = 0;
  for (const [, count, unit] of cell.matchAll(/(\d+)([ywdhms])/g)) sum += Number(count) * UNITS.get(unit!)!;
  return sum;
}
