// What of others is inside a binary: packages, the files and the copied packages within them, the runtime. Plain Node
// without dependencies.
//
// Invariants
// - Packages are those of which the bundler wrote code into the binary, and those whose files were packed into it; what
//   is only installed is not listed, whatever package.json says.
// - Versions, licences and hashes are those of package-lock.json. What it does not pin is not built: an error names it.
// - The order is that of names, so that two builds say the same.
//
// Left to others: the documents made of it (sbom.mjs, licences.mjs).

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const PACKAGES = "node_modules/";
/** How the bundlers of others name a package that they copied into theirs, in its source map. */
const COPIED_PACKAGE = /node_modules\/\.pnpm\/((?:@[^/+]+\+)?[^/@]+)@([^/_(]+)[^/]*\/node_modules\//;

/** Who wrote what the packages hold of others, as far as the packages do not say it themselves. */
export const insideFacts = JSON.parse(readFileSync(new URL("licences/inside.json", import.meta.url), "utf8"));

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} version "" when it has none
 * @property {string} licence as SPDX names it
 * @property {string} integrity hash of the archive as in package-lock.json, "" when none is known
 * @property {string} folder of the package in the checkout, "" when it is not a package of its own
 * @property {string[]} copyright lines, where no licence text comes with it
 * @property {string[]} uses names of the packages that it asks for
 * @property {{name: string, of: string, sha256: string, licence: string, copyright: string[]}[]} files packed into the
 * binary
 * @property {Part[]} copies packages of others that its authors put into it
 */

/** The folder of the package that a source belongs to, from the first node_modules on; "" for helix's own. */
function packageFolderOf(source) {
  const first = source.indexOf(PACKAGES);
  const last = source.lastIndexOf(PACKAGES);
  if (first < 0) return "";
  const [scope, name] = source.slice(last + PACKAGES.length).split("/");
  return source.slice(first, last + PACKAGES.length) + (scope.startsWith("@") ? `${scope}/${name}` : scope);
}

/** The sources of which code is in the binary. */
function sourcesIn(metafile) {
  const outputs = Object.values(metafile.outputs);
  return outputs.flatMap(({ inputs }) =>
    Object.keys(inputs).filter((source) => inputs[source].bytesInOutput !== 0 && source.includes(PACKAGES)),
  );
}

/** The packages that were copied into one, as its source map names them. */
function copiesIn(root, source) {
  const map = join(root, `${source.slice(source.indexOf(PACKAGES))}.map`);
  if (!existsSync(map)) return [];
  const { sources = [] } = JSON.parse(readFileSync(map, "utf8"));
  return sources.flatMap((each) => {
    const [, name, version] = COPIED_PACKAGE.exec(each) ?? [];
    return name === undefined ? [] : [{ name: name.replace("+", "/"), version }];
  });
}

function copyPart({ name, version }, owner) {
  const facts = insideFacts.packages[name];
  if (facts === undefined) {
    throw new Error(`${owner} holds a copy of ${name}, of which scripts/licences/inside.json knows nothing`);
  }
  return { name, version, integrity: "", folder: "", uses: [], files: [], copies: [], ...facts };
}

function filePart(root, path) {
  const facts = insideFacts.files[basename(path)];
  if (facts === undefined) throw new Error(`scripts/licences/inside.json knows nothing of ${basename(path)}`);
  const sha256 = createHash("sha256")
    .update(readFileSync(join(root, PACKAGES, path)))
    .digest("hex");
  return { name: basename(path), of: facts.name, sha256, licence: facts.licence, copyright: facts.copyright };
}

function byName(left, right) {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}

/** The part that the entry of package-lock.json at `folder` pins. */
function pinned(lock, folder) {
  const entry = lock.packages[folder];
  if (entry?.version === undefined || entry.integrity === undefined || entry.license === undefined) {
    throw new Error(`${folder} is in the binary, but package-lock.json pins no version, licence and hash of it`);
  }
  const name = folder.slice(folder.lastIndexOf(PACKAGES) + PACKAGES.length);
  const uses = Object.keys({ ...entry.dependencies, ...entry.peerDependencies }).sort();
  const { version, license: licence, integrity } = entry;
  return { name, version, licence, integrity, folder, copyright: [], uses, files: [], copies: [] };
}

/**
 * The packages in a binary.
 * @param {string} root the checkout
 * @param {{outputs: object}} metafile what the bundler says of its output
 * @param {Record<string, string>} packed files of packages that were packed into it: name to path below node_modules
 * @returns {Part[]} in the order of their names. Throws an Error for a package that package-lock.json does not pin.
 */
export function packagesIn(root, metafile, packed) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const sources = sourcesIn(metafile);
  const paths = [...new Set(Object.values(packed))].sort();
  const folders = new Set([...sources, ...paths.map((path) => PACKAGES + path)].map(packageFolderOf));
  const parts = [...folders].map((folder) => {
    const part = pinned(lock, folder);
    const copies = new Map(
      sources
        .filter((source) => packageFolderOf(source) === folder)
        .flatMap((source) => copiesIn(root, source))
        .map((copy) => [`${copy.name}@${copy.version}`, copyPart(copy, part.name)]),
    );
    const files = paths.filter((path) => packageFolderOf(PACKAGES + path) === folder);
    return { ...part, files: files.map((path) => filePart(root, path)), copies: [...copies.values()].sort(byName) };
  });
  return parts.sort(byName);
}

/**
 * The runtime in a binary.
 * @param {string} root the checkout
 * @param {string} name of the package it comes from, e.g. "@oven/bun-linux-x64"
 * @param {{revision: string, versions: Record<string, string>}} reported what Bun says of itself
 * @returns {Part & {revision: string}} its copies are the libraries linked into it
 */
export function runtimeIn(root, name, { revision, versions }) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const part = pinned(lock, `${PACKAGES}${name}`);
  const copies = insideFacts.runtime.libraries.map((library) => ({
    ...{ name: library.name, version: versions[library.reported] ?? "", licence: library.licence },
    ...{ integrity: "", folder: "", copyright: [], uses: [], files: [], copies: [] },
  }));
  return { ...part, revision, copies };
}
