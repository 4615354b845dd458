// What is fetched is what was looked at: each version in package.json is one version, and package-lock.json pins each
// package by hash.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../support/helix-binary.ts";

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

function readJson(name: string) {
  return JSON.parse(readFileSync(join(repositoryRoot, name), "utf8"));
}

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const declared = readJson("package.json");
const direct: Record<string, string> = { ...declared.dependencies, ...declared.devDependencies };
const locked = Object.entries(readJson("package-lock.json").packages as Record<string, LockedPackage>).filter(
  ([path]) => path !== "",
);

test("package.json names exact versions and nothing that is found elsewhere", () => {
  expect(Object.keys(direct).length).toBeGreaterThan(10);
  for (const [name, version] of Object.entries(direct)) expect(version, name).toMatch(EXACT);
  for (const kind of ["optionalDependencies", "peerDependencies", "bundledDependencies", "overrides", "workspaces"])
    expect(declared[kind], kind).toBeUndefined();
});

test("package-lock.json is about the same versions", () => {
  const versions = new Map(locked.map(([path, { version }]) => [path, version]));
  for (const [name, version] of Object.entries(direct))
    expect(versions.get(`node_modules/${name}`), name).toBe(version);
});

test("package-lock.json pins every package by SHA-512 and knows its licence", () => {
  expect(locked.length).toBeGreaterThan(100);
  for (const [path, entry] of locked) {
    expect(entry.link, path).toBeUndefined();
    expect(entry.version, path).toMatch(EXACT);
    expect(entry.integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    expect(entry.license, path).toBeTypeOf("string");
  }
});

test("no package runs a script when it is installed, but Bun's own", () => {
  const scripts = locked.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path);
  expect(scripts).toEqual(["node_modules/bun"]);
});
