// What is said of the inside of the binary: the list holds what the bundler put there and nothing else, in the form
// that CycloneDX 1.6 asks for; each licence text is beside it; neither says anything of the machine that made them.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

interface Component {
  readonly type: string;
  readonly "bom-ref": string;
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly { readonly license?: { id?: string; name?: string }; readonly expression?: string }[];
  readonly copyright?: string;
  readonly purl?: string;
  readonly components?: readonly Component[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

interface Bom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly version: number;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

type PackagesIn = (root: string, metafile: object, packed: Record<string, string>) => { name: string }[];

const read = (...path: string[]) => readFileSync(join(repositoryRoot, ...path), "utf8");
const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`);
const newFolder = useFolders("each");
let bom: Bom;
let text = "";
let licences = "";
let all: Component[] = [];
let packages: Component[] = [];

beforeAll(() => {
  helixBinary();
  text = read("dist", "helix.sbom.json");
  licences = read("dist", "helix.licences.txt");
  bom = JSON.parse(text);
  const within = (component: Component): Component[] => [component, ...(component.components ?? []).flatMap(within)];
  all = bom.components.flatMap(within);
  packages = bom.components.filter(({ type }) => type === "library");
});

describe("the list of what is inside", () => {
  test("has the fields that CycloneDX 1.6 requires, in the values that it allows", () => {
    expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
    expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(all.length).toBeGreaterThan(40);
    for (const component of [bom.metadata.component, ...all]) {
      const reference = component["bom-ref"];
      expect(["application", "library", "platform", "file"], reference).toContain(component.type);
      expect(component.name, reference).not.toBe("");
      for (const { alg, content } of component.hashes ?? [])
        expect(content, reference).toMatch(alg === "SHA-512" ? /^[0-9a-f]{128}$/ : /^[0-9a-f]{64}$/);
    }
    for (const { licenses = [], "bom-ref": reference } of all) {
      expect(licenses.length, reference).toBe(1);
      const { license, expression } = licenses[0]!;
      expect([license?.id, license?.name, expression].filter(Boolean), reference).toHaveLength(1);
      if (license?.id !== undefined) expect(license.id, reference).toMatch(/^[\w.+-]+$/);
    }
  });

  test("names each component once, and refers to none that is not there", () => {
    const references = [bom.metadata.component, ...all].map((component) => component["bom-ref"]);
    expect(new Set(references).size).toBe(references.length);
    const listed = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(listed.filter((reference) => !references.includes(reference))).toEqual([]);
    // Nothing is there for no reason: everything is reached from helix.
    const reached = new Set<string>();
    const waiting = [bom.metadata.component["bom-ref"]];
    for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
      if (reached.has(ref)) continue;
      reached.add(ref);
      waiting.push(...(bom.dependencies.find((each) => each.ref === ref)?.dependsOn ?? []));
    }
    expect(bom.components.map((each) => each["bom-ref"]).filter((reference) => !reached.has(reference))).toEqual([]);
  });

  test("holds the packages of which there is code or a grammar in the binary, and no others", () => {
    const { outputs } = JSON.parse(read("dist", ".helix.chunks.json")) as {
      outputs: Record<string, { inputs: object }>;
    };
    const sources = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
    const grammars = Object.values(JSON.parse(read("src", "code", "grammars.json"))) as string[];
    const expected = [...sources.filter((source) => source.includes("node_modules/")), ...grammars].map(
      (path) => /(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(path)![1]!,
    );
    expect(packages.map(nameOf).sort()).toEqual([...new Set(expected)].sort());
    // Installed beside the SDK, and not in the binary.
    expect(packages.map(nameOf)).not.toContain("express");
  });

  test("gives each in the version that is installed, with the hash that package-lock.json pins", () => {
    const lock = JSON.parse(read("package-lock.json")).packages;
    for (const component of packages) {
      const folder = `node_modules/${nameOf(component)}`;
      expect(component.version).toBe(JSON.parse(read(folder, "package.json")).version);
      const base64 = Buffer.from(component.hashes![0]!.content, "hex").toString("base64");
      expect(`sha512-${base64}`, folder).toBe(lock[folder].integrity);
      expect(component.purl).toBe(`pkg:npm/${nameOf(component).replace("@", "%40")}@${component.version}`);
    }
  });

  test("holds Bun with its version, its revision and the libraries in it", () => {
    const platform = bom.components.find(({ type }) => type === "platform")!;
    expect(platform.version).toBe(process.versions.bun);
    expect(platform.properties).toEqual([{ name: "bun:revision", value: Bun.revision }]);
    const webkit = platform.components!.find(({ name }) => name === "JavaScriptCore")!;
    expect(webkit.version).toBe(process.versions.webkit);
    expect(JSON.stringify(webkit.licenses)).toContain("LGPL");
  });

  test("holds the packages that others copied into theirs, in the versions that they took", () => {
    const copies = packages.find((each) => nameOf(each) === "@secretlint/secretlint-rule-preset-recommend")!
      .components!;
    expect(copies.map(nameOf)).toContain("lodash.uniq");
    for (const copy of copies) expect(copy.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("is about the binary that it lies beside", () => {
    const sha256 = createHash("sha256").update(readFileSync(helixBinary())).digest("hex");
    expect(bom.metadata.component.hashes).toEqual([{ alg: "SHA-256", content: sha256 }]);
    expect(bom.metadata.component.version).toBe(JSON.parse(read("package.json")).version);
  });

  test("tells nothing of the machine that made it: no path, no host, no time", () => {
    for (const said of [text, licences]) {
      expect(said).not.toContain(repositoryRoot);
      expect(said).not.toMatch(/registry|npmjs|localhost|node_modules/i);
    }
    expect(text).not.toMatch(/https?:|timestamp|"\//);
  });
});

describe("the licence texts beside the binary", () => {
  test("hold that of each package, word for word", () => {
    for (const component of packages) {
      const folder = join("node_modules", nameOf(component));
      const names = readdirSync(join(repositoryRoot, folder)).filter((name) => /^licen[cs]e/i.test(name));
      expect(names.length, folder).toBeGreaterThan(0);
      for (const name of names) expect(licences).toContain(read(folder, name).trim());
    }
  });

  test("name who wrote what the packages hold of others", () => {
    const inside = packages.flatMap(({ components = [] }) => components);
    expect(inside.length).toBeGreaterThan(15);
    for (const { copyright = "" } of inside) {
      expect(copyright).not.toBe("");
      for (const line of copyright.split("\n")) expect(licences).toContain(line);
    }
  });
});

describe("what is inside, of made-up packages", () => {
  const locked = (name: string) => ({
    [`node_modules/${name}`]: { version: "1.0.0", integrity: "sha512-AA==", license: "MIT" },
  });

  async function partsOf(sources: string[], lock: object, map?: string): Promise<string[]> {
    const { packagesIn } = (await import(join(repositoryRoot, "scripts", "sbom-parts.mjs"))) as {
      packagesIn: PackagesIn;
    };
    const folder = newFolder();
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: lock }));
    mkdirSync(join(folder, "node_modules", "a"), { recursive: true });
    if (map !== undefined) {
      writeFileSync(join(folder, "node_modules", "a", "index.js.map"), JSON.stringify({ sources: [map] }));
    }
    const inputs = Object.fromEntries(
      sources.map((source) => [source, { bytesInOutput: source.includes("unused") ? 0 : 9 }]),
    );
    return packagesIn(folder, { outputs: { chunk: { inputs } } }, {}).map(({ name }) => name);
  }

  test("is what the bundler kept code of, wherever it is installed", async () => {
    const lock = {
      ...locked("a"),
      ...locked("@s/b"),
      ...locked("a/node_modules/c"),
      ...locked("unused"),
      ...locked("d"),
    };
    const sources = [
      "../src/main.ts",
      "../node_modules/@s/b/x.js",
      "../node_modules/a/index.js",
      "../node_modules/a/node_modules/c/index.js",
      "../node_modules/unused/index.js",
    ];
    expect(await partsOf(sources, lock)).toEqual(["@s/b", "a", "c"]);
  });

  test("is not built when package-lock.json pins it by no hash", async () => {
    await expect(partsOf(["../node_modules/a/index.js"], { "node_modules/a": { version: "1.0.0" } })).rejects.toThrow(
      "node_modules/a is in the binary, but package-lock.json pins no version, licence and hash of it",
    );
  });

  test("is not built when a package holds a copy of one whose licence nobody looked at", async () => {
    const copied = "../../node_modules/.pnpm/@x+stranger@1.2.3_react@1/node_modules/@x/stranger/index.js";
    await expect(partsOf(["../node_modules/a/index.js"], locked("a"), copied)).rejects.toThrow(
      "a holds a copy of @x/stranger, of which scripts/licences/inside.json knows nothing",
    );
  });
});
