// The files of a release: an archive for each binary, its list of contents, and the checksums of all. Plain Node
// without dependencies.
//
// Invariants
// - The same binaries and commit give the same bytes with the same Node: archives hold no user, no group, and the time
//   of the commit.
// - Each archive holds the licence texts that must travel with the binary.
//
// Left to others: building (build.mjs), whether there may be a release (release.mjs).

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const BLOCK_BYTES = 512;
const MODE_PROGRAM = 0o755;
const MODE_FILE = 0o644;
const CHECKSUM_AT = 148;

/** The header of one file in a tar archive (POSIX ustar). */
function tarHeader(name, size, mode, seconds) {
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  const fields = [
    [0, name],
    [100, octal(mode, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(size, 12)],
    [136, octal(seconds, 12)],
    // The checksum is taken over the header with spaces in its place.
    [CHECKSUM_AT, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\x0000"],
  ];
  if (Buffer.byteLength(name) > 100) throw new Error(`a name in an archive has at most 100 bytes: ${name}`);
  for (const [at, text] of fields) header.write(text, at, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, CHECKSUM_AT, "latin1");
  return header;
}

/** A tar archive, packed with gzip. */
function archiveOf(files, seconds) {
  const blocks = files.flatMap(({ name, bytes, mode }) => [
    tarHeader(name, bytes.length, mode, seconds),
    bytes,
    Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES),
  ]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]));
}

/**
 * Writes the files of a release.
 * @param {string} folder where they go; made when it is not there
 * @param {{version: string, seconds: number, binaries: {target: string, path: string}[]}} release `seconds`: the time
 * of the commit; beside each binary lie its list of contents and its licence texts
 * @returns {string[]} the names of the files, SHA256SUMS last
 */
export function writeRelease(folder, { version, seconds, binaries }) {
  mkdirSync(folder, { recursive: true });
  const sums = [];
  const write = (name, bytes) => {
    writeFileSync(join(folder, name), bytes);
    sums.push([name, createHash("sha256").update(bytes).digest("hex")]);
  };
  for (const { target, path } of binaries) {
    const name = `helix-${version}-${target}`;
    const list = readFileSync(`${path}.sbom.json`);
    const files = [
      { name: `${name}/helix`, bytes: readFileSync(path), mode: MODE_PROGRAM },
      { name: `${name}/LICENCES.txt`, bytes: readFileSync(`${path}.licences.txt`), mode: MODE_FILE },
      { name: `${name}/sbom.json`, bytes: list, mode: MODE_FILE },
    ];
    write(`${name}.tar.gz`, archiveOf(files, seconds));
    write(`${name}.sbom.json`, list);
  }
  sums.sort(([left], [right]) => (left < right ? -1 : 1));
  writeFileSync(join(folder, "SHA256SUMS"), sums.map(([name, sum]) => `${sum}  ${name}\n`).join(""));
  return [...sums.map(([name]) => name), "SHA256SUMS"];
}
