// Packs the grammars of `trace` for the build: each .wasm of a package becomes dist/.grammars/NAME.wasm.gz, which goes
// into the binary as a file of its own. Plain Node without dependencies.
//
// Invariants
// - A packed file is as new as the packages: it stands beside a list of what it was packed from, and all are packed
//   anew when that list differs.
// - A packed file appears under its name only when it is whole.
//
// Left to others: which grammars there are (src/code/grammars.json), putting them into the binary (build.mjs), finding
// them there (src/platform/packaged-files.ts).

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./prepare.mjs";

const folder = join(root, "dist", ".grammars");
const listPath = join(folder, "packed.json");

/** The best that gzip can do: packed once, unpacked at every use. */
const COMPRESSION_LEVEL = 9;

/**
 * Packs the grammars, unless that was done already.
 * @returns {string[]} the packed files, absolute. Throws an Error when a package lacks one.
 */
export function packGrammars() {
  const grammars = JSON.parse(readFileSync(join(root, "src", "code", "grammars.json"), "utf8"));
  const contents = Object.entries(grammars).map(([name, path]) => ({
    name,
    bytes: readFileSync(join(root, "node_modules", path)),
    packed: join(folder, `${name}.wasm.gz`),
  }));
  const list = JSON.stringify(
    contents.map(({ name, bytes }) => [name, createHash("sha256").update(bytes).digest("hex")]),
  );
  const packed = contents.map((grammar) => grammar.packed);
  if (packed.every((path) => existsSync(path)) && existsSync(listPath) && readFileSync(listPath, "utf8") === list) {
    return packed;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const grammar of contents) {
    writeFileSync(`${grammar.packed}.tmp`, gzipSync(grammar.bytes, { level: COMPRESSION_LEVEL }));
    renameSync(`${grammar.packed}.tmp`, grammar.packed);
  }
  writeFileSync(listPath, list);
  return packed;
}
