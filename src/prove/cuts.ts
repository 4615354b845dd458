// Chooses which of the disks that a power cut could leave are looked at: all of them where they are few, otherwise some
// that are drawn from a seed.

import { type DiskImage, type DiskModel, mixed } from "./disk-model.ts";
import type { RandomNumbers } from "./random-numbers.ts";

/** A disk after a cut, and words that say what became of the changes that were not synced. */
export interface Cut {
  readonly image: DiskImage;
  readonly what: string;
}

const SECTOR_SIZES = [512, 4096];
/** Storage always writes this many bytes as a whole, however it is cut off. */
const WORD_BYTES = 8;
/** The limits when every disk is looked at: the last changes of names and the last sectors of each file are varied. */
const EVERY = { namesMost: 4, sectorsMost: 3 };
/** At most this many versions of a file between the synced and the present one are used. */
const VERSIONS_BETWEEN = 3;

/** Draws a disk that the cut could leave. The plain cases come often: every change lost, every change there. */
export function drawCut(model: DiskModel, next: RandomNumbers): Cut {
  const namesManner = next(4);
  const happened = model.pendingNames.map(() => [false, true, next(2) === 0, next(8) !== 0][namesManner]!);
  const bytesManner = next(5);
  const words = [`names ${bits(happened)}`];
  const names = model.namesAfter((at) => happened[at]!);
  const contents = new Map<number, Uint8Array>();
  for (const [name, file] of names) {
    if (contents.has(file)) continue;
    const drawn = drawContent(model.versions(file, VERSIONS_BETWEEN), bytesManner, next);
    contents.set(file, drawn.bytes);
    if (drawn.what !== "") words.push(`${name} ${drawn.what}`);
  }
  return { image: model.image(names, (file) => contents.get(file)!), what: words.join(", ") };
}

function drawContent(
  versions: readonly Uint8Array[],
  manner: number,
  next: RandomNumbers,
): { bytes: Uint8Array; what: string } {
  const durable = versions[0]!;
  const present = versions.at(-1)!;
  if (versions.length === 1) return { bytes: durable, what: "" };
  if (manner === 0) return { bytes: durable, what: "as synced" };
  if (manner === 1) return { bytes: present, what: "as written" };
  const shortest = Math.min(...versions.map(({ length }) => length));
  const longest = Math.max(...versions.map(({ length }) => length));
  const between = shortest + next(longest - shortest + 1);
  const size = manner === 2 ? between : [durable.length, present.length, longest, between][next(4)]!;
  if (manner === 2 && size <= present.length) return { bytes: present.slice(0, size), what: `cut at ${size}` };
  const sectorBytes = SECTOR_SIZES[next(SECTOR_SIZES.length)]!;
  const count = Math.ceil(size / sectorBytes);
  const chosen = Array.from({ length: count }, () => next(versions.length));
  // In half of the cases at most one sector is missing. If all sectors were drawn alike, a long file would hardly ever
  // lose only one.
  if (next(2) === 0) chosen.fill(versions.length - 1).splice(next(count + 1), 1, 0);
  const bytes = mixed(versions, size, sectorBytes, (sector) => chosen[sector]!);
  const torn = next(3) === 0 && size > 0 ? Math.floor(next(size) / WORD_BYTES) * WORD_BYTES : -1;
  if (torn >= 0) tear(bytes, torn, sectorBytes, durable);
  const tears = torn < 0 ? "" : `, torn at ${torn}`;
  return { bytes, what: `${size} bytes, of ${versions.length} versions sectors ${chosen.join("")}${tears}` };
}

/** Cuts the sector around `at`: up to `at` it holds the new bytes, behind it the synced ones. */
function tear(bytes: Uint8Array, at: number, sectorBytes: number, durable: Uint8Array): void {
  const end = Math.min(bytes.length, (Math.floor(at / sectorBytes) + 1) * sectorBytes);
  bytes.fill(0, at, end);
  bytes.set(durable.subarray(at, end), at);
}

/**
 * Every disk that the cut could leave, within the limits of `EVERY`; the length of a file is the synced one, the
 * present one, or the middle of both. null when there are more than `most`.
 */
export function everyCut(model: DiskModel, most: number): Cut[] | null {
  const { namesMost, sectorsMost } = EVERY;
  const cuts: Cut[] = [];
  const count = model.pendingNames.length;
  const varied = Math.min(count, namesMost);
  for (let mask = 0; mask < 1 << varied; mask++) {
    const happened = (at: number) => at < count - varied || (mask & (1 << (at - count + varied))) !== 0;
    const names = model.namesAfter(happened);
    const files = [...new Set(names.values())];
    const choices = files.map((file) => everyContent(model.versions(file, VERSIONS_BETWEEN), sectorsMost));
    const total = choices.reduce((product, { length }) => product * length, 1);
    if (cuts.length + total > most) return null;
    for (let at = 0; at < total; at++) {
      const contents = new Map<number, Uint8Array>();
      let rest = at;
      files.forEach((file, index) => {
        contents.set(file, choices[index]![rest % choices[index]!.length]!);
        rest = Math.floor(rest / choices[index]!.length);
      });
      const happenedBits = bits(Array.from({ length: count }, (_, index) => happened(index)));
      cuts.push({
        image: model.image(names, (file) => contents.get(file)!),
        what: `names ${happenedBits}, bytes ${at}`,
      });
    }
  }
  return cuts;
}

function everyContent(versions: readonly Uint8Array[], sectorsMost: number): Uint8Array[] {
  const durable = versions[0]!;
  const present = versions.at(-1)!;
  if (versions.length === 1) return [durable];
  const contents = new Map<string, Uint8Array>();
  const sizes = new Set([durable.length, present.length, (durable.length + present.length) >> 1]);
  for (const size of sizes) {
    const sectors = Math.ceil(size / SECTOR_SIZES[0]!);
    const varied = Math.min(sectors, sectorsMost);
    for (let mask = 0; mask < 1 << varied; mask++) {
      const versionOf = (sector: number) =>
        sector >= sectors - varied && (mask & (1 << (sector - sectors + varied))) === 0 ? 0 : versions.length - 1;
      const bytes = mixed(versions, size, SECTOR_SIZES[0]!, versionOf);
      contents.set(Buffer.from(bytes).toString("latin1"), bytes);
    }
  }
  return [...contents.values()];
}

function bits(happened: readonly boolean[]): string {
  return happened.map((one) => (one ? "1" : "0")).join("") || "-";
}
