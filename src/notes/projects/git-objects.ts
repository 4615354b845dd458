// Finds out whether a repository holds a commit, given by its id. Reads git's files: loose objects, the indexes of
// packs, and the index of several packs.
// Invariants:
// - Objects that the repository borrows from another directory do not count, be it through a link or
//   objects/info/alternates, since anybody can name a directory of another user.

import { partitionPoint } from "../../base/sorted-search.ts";
import type { FileHandle, FileSystem } from "../../platform/file-system.ts";
import type { SmallFiles } from "../../platform/small-files.ts";

/** Access to files: small ones as a whole, and parts of large ones. */
export interface GitFiles {
  readonly small: SmallFiles;
  readonly files: Pick<FileSystem, "open" | "list">;
}

/** How many packs of a repository are searched. */
const PACKS_MAX = 512;
const FANOUT_BYTES = 256 * 4;
/** Where the ids begin, the distance from one to the next, and the offset of the id in that distance. */
interface IdTable {
  readonly fanoutAt: number;
  readonly idsAt: number;
  readonly stride: number;
  readonly idAt: number;
}
/** `\xfftOc`, and the version in which a fanout table follows. */
const INDEX_MAGIC = 0xff744f63;
const INDEX_VERSION = 2;
/** "MIDX" */
const MULTI_MAGIC = 0x4d494458;
const MULTI_NAME = "multi-pack-index";
/** "OIDF" and "OIDL": the chunks that hold the fanout table and the ids. */
const CHUNK_FANOUT = 0x4f494446;
const CHUNK_IDS = 0x4f49444c;
const CHUNK_ENTRY_BYTES = 12;
const CHUNKS_MAX = 64;

/** Whether the repository with this common directory, a path without links, holds one of the commits. Never throws. */
export function holdsAny(common: string, ids: readonly string[], { small, files }: GitFiles): boolean {
  const objects = `${common}/objects`;
  const packs = `${objects}/pack`;
  const isThere = (path: string) => small.realPath(path) === path;
  if (ids.length === 0 || !isThere(objects)) return false;
  if (ids.some((id) => isThere(`${objects}/${id.slice(0, 2)}/${id.slice(2)}`))) return true;
  if (!isThere(packs)) return false;
  const names = new Set(files.list(packs));
  const indexes = [...names].filter((name) => name.endsWith(".idx") && names.has(`${name.slice(0, -4)}.pack`));
  const tables = [...(names.has(MULTI_NAME) ? [MULTI_NAME] : []), ...indexes.slice(0, PACKS_MAX)];
  return tables.some((name) => isThere(`${packs}/${name}`) && isListed(files, `${packs}/${name}`, ids));
}

/** Whether an index of packs lists one of the ids. */
function isListed(files: Pick<FileSystem, "open">, path: string, ids: readonly string[]): boolean {
  let file: FileHandle | null = null;
  try {
    file = files.open(path, "read");
    const reader = new Reader(file);
    return ids.some((id) => {
      const table = tableOf(reader, id.length / 2);
      return table !== null && holds(reader, table, Buffer.from(id, "hex"));
    });
  } catch {
    return false;
  } finally {
    file?.close();
  }
}

function tableOf(reader: Reader, idBytes: number): IdTable | null {
  const magic = reader.u32(0);
  if (magic === MULTI_MAGIC) return multiTable(reader, idBytes);
  if (magic !== INDEX_MAGIC) return { fanoutAt: 0, idsAt: FANOUT_BYTES, stride: idBytes + 4, idAt: 4 };
  return reader.u32(4) === INDEX_VERSION ? { fanoutAt: 8, idsAt: 8 + FANOUT_BYTES, stride: idBytes, idAt: 0 } : null;
}

/** The table in the index of several packs. Behind its header stands where each chunk begins. */
function multiTable(reader: Reader, idBytes: number): IdTable | null {
  const header = reader.bytes(0, 12);
  const [version, idVersion, chunks] = [header[4], header[5], header[6]!];
  if (version !== 1 || idVersion !== (idBytes === 20 ? 1 : 2) || chunks > CHUNKS_MAX) return null;
  let fanoutAt = 0;
  let idsAt = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    const at = 12 + chunk * CHUNK_ENTRY_BYTES;
    const offset = reader.u32(at + 4) * 2 ** 32 + reader.u32(at + 8);
    if (reader.u32(at) === CHUNK_FANOUT) fanoutAt = offset;
    if (reader.u32(at) === CHUNK_IDS) idsAt = offset;
  }
  return fanoutAt > 0 && idsAt > 0 ? { fanoutAt, idsAt, stride: idBytes, idAt: 0 } : null;
}

/** Bisects the ids that have the same first byte as `id`. The fanout table gives their range. */
function holds(reader: Reader, { fanoutAt, idsAt, stride, idAt }: IdTable, id: Buffer): boolean {
  const first = id[0]!;
  const start = first === 0 ? 0 : reader.u32(fanoutAt + (first - 1) * 4);
  const end = reader.u32(fanoutAt + first * 4);
  const compareAt = (at: number) => id.compare(reader.bytes(idsAt + at * stride + idAt, id.length));
  const found = partitionPoint(start, end, (at) => compareAt(at) > 0);
  return found < end && compareAt(found) === 0;
}

/** Reads numbers and bytes from a file. Reading beyond its end throws. */
class Reader {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  bytes(at: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    if (this.#file.read(bytes, at) < length) throw new Error("the file is shorter than it says");
    return bytes;
  }

  /** The most significant byte comes first. */
  u32(at: number): number {
    return new DataView(this.bytes(at, 4).buffer).getUint32(0);
  }
}
