// The licence texts that travel with a binary, as one text file. Plain Node without dependencies.
//
// Invariants
// - Every package in the binary is there with the licence text that it came with; a package without one stops the
//   build.
// - What a package holds of others is there with its authors, under the wording of the licence.
//
// Left to others: what is inside (sbom-parts.mjs), who wrote what packages hold of others (licences/inside.json).

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LINE = "-".repeat(100);
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i;
/** The package whose licence text lends its wording to those who chose the same licence and sent no text. */
const WORDING_OF_MIT = "web-tree-sitter";
const MIT_BEGINS = "Permission is hereby granted";
const RUNTIME_NOTE = `Bun's package comes without a licence text. Bun is published under the MIT licence; the libraries that it says it is linked
with, statically, are named below. Their texts stand in their repositories, which Bun's licence page (LICENSE.md in the
repository oven-sh/bun) links to. JavaScriptCore and tinycc are under the GNU LGPL: you may change them and link Bun anew, as that page
tells, and put the result in place of Bun with the option --compile-executable-path of the build (scripts/build.mjs).`;

/** The licence texts in the folder of a package. */
function textsOf(root, folder) {
  const inside = join(root, folder);
  const names = existsSync(inside) ? readdirSync(inside).sort() : [];
  return names.filter((name) => LICENCE_FILE.test(name)).map((name) => readFileSync(join(inside, name), "utf8").trim());
}

function wordingOfMit(packages, root) {
  const folder = packages.find(({ name }) => name === WORDING_OF_MIT)?.folder ?? "";
  const text = folder === "" ? undefined : textsOf(root, folder).find((each) => each.includes(MIT_BEGINS));
  if (text === undefined) throw new Error(`the MIT licence of ${WORDING_OF_MIT} is not where it was`);
  return text.slice(text.indexOf(MIT_BEGINS));
}

/** Those inside the parts, each author once. */
function insideOf(packages) {
  const lines = new Map();
  for (const part of packages) {
    for (const file of part.files) lines.set(`${file.of} (in ${part.name})`, file);
    for (const copy of part.copies) lines.set(`${copy.name} ${copy.version} (in ${part.name})`, copy);
  }
  return [...lines].sort(([left], [right]) => (left < right ? -1 : 1));
}

/** Those inside by licence, with its wording. Throws an Error for a licence whose wording is not here. */
function insideSections(inside, root, mit) {
  const licences = [...new Set(["MIT", ...inside.map(([, { licence }]) => licence)])];
  return licences.map((licence) => {
    const own = inside.filter(([, each]) => each.licence === licence);
    const path = join(root, "scripts", "licences", `${licence}.txt`);
    if (licence !== "MIT" && !existsSync(path)) {
      throw new Error(`${own[0][0]} is under ${licence}, whose text is not known`);
    }
    const authors = own.map(([name, { copyright }]) => [name, ...copyright.map((line) => `  ${line}`)].join("\n"));
    const wording = licence === "MIT" ? mit : readFileSync(path, "utf8").trim();
    return `Inside the packages above, under the ${licence} licence:\n\n${authors.join("\n")}\n\n${wording}`;
  });
}

/**
 * The text for one binary.
 * @param {string} root the checkout
 * @param {import("./sbom-parts.mjs").Part[]} packages
 * @param {import("./sbom-parts.mjs").Part & {revision: string}} runtime
 * @returns {string} Throws an Error for a package without a licence text
 */
export function licencesOf(root, packages, runtime) {
  const sections = packages.map((part) => {
    const texts = textsOf(root, part.folder);
    if (texts.length === 0) throw new Error(`${part.folder} is in the binary and has no licence text`);
    return `${part.name} ${part.version}: ${part.licence}\n\n${texts.join("\n\n")}`;
  });
  const inside = insideOf(packages);
  const wording = wordingOfMit(packages, root);
  const libraries = runtime.copies.map(
    (copy) => `  ${[copy.name, copy.version].filter(Boolean).join(" ")}: ${copy.licence}`,
  );
  return [
    "What others wrote and helix carries in its binary, and the licences under which they let it.",
    ...sections,
    ...insideSections(inside, root, wording),
    `Bun ${runtime.version} (${runtime.revision}): ${runtime.licence}\n\n${RUNTIME_NOTE}\n\n${libraries.join("\n")}\n\n${wording}`,
  ]
    .join(`\n\n${LINE}\n\n`)
    .concat("\n");
}
