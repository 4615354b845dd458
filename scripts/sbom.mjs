// The list of what is inside a binary, as CycloneDX 1.6 JSON. Plain Node without dependencies.
//
// Invariants
// - The same binary gives the same bytes: no time, no random number, no path, no host.
// - A reference that one component makes leads to a component of the same list.
//
// Left to others: what is inside (sbom-parts.mjs), when it is written (build.mjs).

import { createHash } from "node:crypto";

/** The licence as CycloneDX wants it: an identifier, an expression of several, or a name. */
function licencesOf(licence) {
  if (/^[\w.+-]+$/.test(licence)) return [{ license: { id: licence } }];
  return / (?:AND|OR|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { name: licence } }];
}

/** The address of an npm package that has no host in it. */
function packageUrl({ name, version }) {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function integrityHashes(integrity) {
  const [algorithm, base64] = integrity.split("-", 2);
  if (algorithm !== "sha512") throw new Error(`package-lock.json has a hash that is not SHA-512: ${integrity}`);
  return [{ alg: "SHA-512", content: Buffer.from(base64, "base64").toString("hex") }];
}

function named({ name, version }) {
  const [, scope, rest] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return { ...(scope === undefined ? { name } : { group: scope, name: rest }), ...(version === "" ? {} : { version }) };
}

function fileComponent(file, owner) {
  return {
    type: "file",
    "bom-ref": `${owner}#${file.name}`,
    name: file.name,
    hashes: [{ alg: "SHA-256", content: file.sha256 }],
    licenses: licencesOf(file.licence),
    copyright: file.copyright.join("\n"),
  };
}

function copyComponent(copy, owner, isPackage) {
  return {
    type: "library",
    "bom-ref": `${owner}#${copy.name}`,
    ...named(copy),
    licenses: licencesOf(copy.licence),
    ...(copy.copyright.length === 0 ? {} : { copyright: copy.copyright.join("\n") }),
    ...(isPackage ? { purl: packageUrl(copy) } : {}),
  };
}

function packageComponent(part) {
  const reference = packageUrl(part);
  const inside = [
    ...part.files.map((file) => fileComponent(file, reference)),
    ...part.copies.map((copy) => copyComponent(copy, reference, true)),
  ];
  return {
    type: "library",
    "bom-ref": reference,
    ...named(part),
    scope: "required",
    hashes: integrityHashes(part.integrity),
    licenses: licencesOf(part.licence),
    purl: reference,
    ...(inside.length === 0 ? {} : { components: inside }),
  };
}

function runtimeComponent(part) {
  const reference = packageUrl(part);
  return {
    type: "platform",
    "bom-ref": reference,
    ...named(part),
    description: "Bun: the runtime that the binary carries",
    scope: "required",
    hashes: integrityHashes(part.integrity),
    licenses: licencesOf(part.licence),
    purl: reference,
    components: part.copies.map((copy) => copyComponent(copy, reference, false)),
    properties: [{ name: "bun:revision", value: part.revision }],
  };
}

/** Which component asks for which. */
function dependenciesOf(own, direct, packages, runtime) {
  const references = new Map(packages.map((part) => [part.name, packageUrl(part)]));
  const known = (names) => names.flatMap((name) => references.get(name) ?? []).sort();
  return [
    { ref: own, dependsOn: [...known(direct), packageUrl(runtime)].sort() },
    ...packages.map((part) => ({ ref: packageUrl(part), dependsOn: known(part.uses) })),
    { ref: packageUrl(runtime), dependsOn: [] },
  ];
}

/** A name for the list that is its own and no other's, made from what it says. */
function serialNumber(content) {
  const hex = createHash("sha256").update(content).digest("hex");
  // The form of a name-based UUID: version 8, variant 10.
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return `urn:uuid:${[...groups, hex.slice(20, 32)].join("-")}`;
}

/**
 * The list for one binary.
 * @param {{name: string, version: string, commit: string, target: string, sha256: string, direct: string[]}} binary
 * `sha256` of its bytes; `direct`: the packages that helix itself asks for
 * @param {import("./sbom-parts.mjs").Part[]} packages
 * @param {import("./sbom-parts.mjs").Part & {revision: string}} runtime
 * @returns {string} JSON, with a line break at the end
 */
export function sbomOf(binary, packages, runtime) {
  const own = `${binary.name}@${binary.version}`;
  const content = {
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: {
        type: "application",
        "bom-ref": own,
        name: binary.name,
        version: binary.version,
        hashes: [{ alg: "SHA-256", content: binary.sha256 }],
        properties: [
          { name: "helix:commit", value: binary.commit },
          { name: "helix:target", value: binary.target },
        ],
      },
    },
    components: [...packages.map(packageComponent), runtimeComponent(runtime)],
    dependencies: dependenciesOf(own, binary.direct, packages, runtime),
  };
  const head = { bomFormat: "CycloneDX", specVersion: "1.6", serialNumber: serialNumber(JSON.stringify(content)) };
  return `${JSON.stringify({ ...head, version: 1, ...content }, null, 2)}\n`;
}
