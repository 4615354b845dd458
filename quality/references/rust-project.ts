// What rust-analyzer must know of a tree whose dependencies are not there: its crates, and how they depend on each other.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { spawnSync } from "bun";
import type { TruthTree } from "./truth.ts";

interface Manifest {
  readonly package?: { readonly name: string; readonly edition?: unknown };
  readonly lib?: { readonly name?: string; readonly path?: string };
  readonly bin?: readonly { readonly name: string; readonly path?: string }[];
  readonly features?: Readonly<Record<string, unknown>>;
  readonly workspace?: { readonly dependencies?: Dependencies; readonly package?: { readonly edition?: string } };
  readonly dependencies?: Dependencies;
  readonly "dev-dependencies"?: Dependencies;
  readonly "build-dependencies"?: Dependencies;
}
type Dependency = string | { readonly path?: string; readonly package?: string; readonly workspace?: boolean };
type Dependencies = Readonly<Record<string, Dependency>>;

interface Crate {
  readonly root_module: string;
  readonly display_name: string;
  readonly edition: string;
  readonly deps: { crate: number; name: string }[];
  readonly cfg: readonly string[];
  readonly is_workspace_member: true;
  readonly source: { readonly include_dirs: readonly string[]; readonly exclude_dirs: readonly string[] };
}

const EDITION = "2021";
const CRATE_FOLDERS = ["tests", "examples", "benches", "src/bin"];

const crateName = (name: string) => name.replace(/-/g, "_");

/** The project as rust-analyzer reads it: all features are on, tests are in. */
export function rustProject({ folder, texts }: TruthTree): object {
  const packages = readPackages(folder);
  const workspace = packages.find(({ at }) => at === "")?.manifest.workspace;
  const crates: Crate[] = [];
  const libraries = new Map<string, number>();
  const waiting: { crate: Crate; at: string; manifest: Manifest; isLibrary: boolean }[] = [];
  for (const { at, manifest } of packages) {
    const own = manifest.package;
    if (own === undefined) continue;
    const edition = typeof own.edition === "string" ? own.edition : (workspace?.package?.edition ?? EDITION);
    const features = Object.keys(manifest.features ?? {}).map((name) => `feature="${name}"`);
    const add = (path: string, name: string, isLibrary: boolean) => {
      const file = normalize(join(at, path));
      if (!texts.has(file)) return;
      const crate: Crate = {
        root_module: join(folder, file),
        display_name: name,
        edition,
        deps: [],
        cfg: ["test", "debug_assertions", "unix", 'target_os="linux"', ...features],
        is_workspace_member: true,
        source: { include_dirs: [join(folder, at)], exclude_dirs: [] },
      };
      if (isLibrary) libraries.set(at, crates.length);
      crates.push(crate);
      waiting.push({ crate, at, manifest, isLibrary });
    };
    add(manifest.lib?.path ?? "src/lib.rs", crateName(manifest.lib?.name ?? own.name), true);
    for (const { name, path } of manifest.bin ?? []) add(path ?? `src/bin/${name}.rs`, crateName(name), false);
    if (!(manifest.bin ?? []).some(({ path }) => path === "src/main.rs"))
      add("src/main.rs", crateName(own.name), false);
    for (const inside of CRATE_FOLDERS) {
      const names = existsSync(join(folder, at, inside)) ? readdirSync(join(folder, at, inside)) : [];
      for (const name of names) {
        const path = name.endsWith(".rs") ? `${inside}/${name}` : `${inside}/${name}/main.rs`;
        if (!crates.some(({ root_module }) => root_module === join(folder, at, path)))
          add(path, crateName(name), false);
      }
    }
  }
  for (const { crate, at, manifest, isLibrary } of waiting) {
    const own = libraries.get(at);
    if (!isLibrary && own !== undefined) crate.deps.push({ crate: own, name: crates[own]!.display_name });
    const all = { ...manifest["build-dependencies"], ...manifest["dev-dependencies"], ...manifest.dependencies };
    for (const [name, given] of Object.entries(all)) {
      const isShared = typeof given === "object" && given.workspace === true;
      const dependency = isShared ? workspace?.dependencies?.[name] : given;
      if (typeof dependency !== "object" || dependency.path === undefined) continue;
      const goal = normalize(join(isShared ? "" : at, dependency.path)).replace(/\/$/, "");
      const crateAt = libraries.get(goal === "." ? "" : goal);
      if (crateAt !== undefined && crates[crateAt] !== crate)
        crate.deps.push({ crate: crateAt, name: crateName(name) });
    }
  }
  const sysroot = spawnSync(["rustc", "--print", "sysroot"]).stdout.toString().trim();
  const sources = process.env.RUST_SRC_PATH ?? join(sysroot, "lib/rustlib/src/rust/library");
  return { sysroot, ...(existsSync(sources) ? { sysroot_src: sources } : {}), crates };
}

function readPackages(folder: string): { at: string; manifest: Manifest }[] {
  const found: { at: string; manifest: Manifest }[] = [];
  const visit = (at: string) => {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== ".git" && entry.name !== "target") visit(path);
      else if (entry.name === "Cargo.toml") {
        try {
          found.push({ at, manifest: Bun.TOML.parse(readFileSync(join(folder, path), "utf8")) as Manifest });
        } catch {
          // A manifest that is a template.
        }
      }
    }
  };
  visit("");
  return found;
}
