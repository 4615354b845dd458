// Reads what a project's manifests say: dependencies and entry points. Each reader uses only the text of its manifest.
// A manifest that cannot be read says nothing. Nothing in a manifest is run, and no name in it is looked up.

import { basename } from "node:path";

/** A way in: what it is called, and what it leads to, which is a path, a module's function or a command. */
export interface ManifestEntry {
  readonly how: string;
  readonly target: string | null;
}

/** What one manifest says. */
export interface ManifestFacts {
  /** What the package is called; null where the manifest does not say. */
  readonly name: string | null;
  readonly dependencies: readonly string[];
  /** Dependencies for building and testing only. */
  readonly development: readonly string[];
  /** How the program is started, each way in a few words. */
  readonly entryPoints: readonly string[];
  /** The same in parts, and what the package offers to others. */
  readonly entries: readonly ManifestEntry[];
  /** Names of commands for those who work on the project. */
  readonly scripts: readonly string[];
  /** What the project is, in its own words. */
  readonly about: string | null;
}

type Reader = (text: string) => ManifestFacts;

/** How many names of each kind are taken from one manifest. */
const NAMES_MAX = 200;
/** How deep the conditions of what a package exports lie in each other. */
const CONDITIONS_DEPTH = 4;

/** Further facts of a manifest. `offers`: ways in for other programs. */
interface More {
  readonly starts?: readonly ManifestEntry[];
  readonly offers?: readonly ManifestEntry[];
  readonly scripts?: readonly string[];
  readonly name?: unknown;
  readonly about?: unknown;
}

function facts(
  dependencies: Iterable<string>,
  development: Iterable<string> = [],
  { starts = [], offers = [], scripts = [], name, about }: More = {},
): ManifestFacts {
  const named = (names: Iterable<string>) => [...new Set(names)].slice(0, NAMES_MAX);
  const said = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value : null);
  return {
    name: said(name),
    dependencies: named(dependencies),
    development: named(development),
    entryPoints: named(starts.map(entryText)),
    entries: [...starts, ...offers].slice(0, NAMES_MAX),
    scripts: [...new Set(scripts)],
    about: said(about),
  };
}

/** A way in, in a few words: `bin helix: dist/helix`. */
export function entryText({ how, target }: ManifestEntry): string {
  if (target === null) return how;
  return `${how}${how.includes(" ") ? ":" : ""} ${target}`;
}

/** The first group of every match. */
function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1]!);
}

function keys(value: unknown): string[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The name in front of a version: `requests` of `requests[socks]>=2.0`. */
function requirement(line: string): string {
  return /^\s*([A-Za-z0-9][\w.-]*)/.exec(line)?.[1] ?? "";
}

function packageJson(text: string): ManifestFacts {
  const manifest = JSON.parse(text) as Record<string, unknown>;
  const { main, bin, scripts } = manifest;
  const starts: ManifestEntry[] = typeof main === "string" ? [{ how: "main", target: main }] : [];
  if (typeof bin === "string") starts.push({ how: "bin", target: bin });
  else starts.push(...Object.entries(bin ?? {}).map(([name, path]) => ({ how: `bin ${name}`, target: String(path) })));
  const start = (scripts as Record<string, unknown> | undefined)?.start;
  if (typeof start === "string") starts.push({ how: "npm start", target: start });
  return facts([...keys(manifest.dependencies), ...keys(manifest.peerDependencies)], keys(manifest.devDependencies), {
    starts,
    offers: exported(manifest),
    scripts: keys(scripts),
    name: manifest.name,
    about: manifest.description,
  });
}

/** What a package offers to other packages, each by the first file that it names. */
function exported({ name, exports, module }: Record<string, unknown>): ManifestEntry[] {
  const own = typeof name === "string" ? name : "";
  const firstText = (value: unknown, depth: number): string | null => {
    if (typeof value === "string") return value;
    if (depth === 0 || typeof value !== "object" || value === null) return null;
    return Object.values(value).reduce<string | null>((found, each) => found ?? firstText(each, depth - 1), null);
  };
  const paths = keys(exports).filter((key) => key.startsWith(".") && key !== "./package.json");
  const offered = paths.length > 0 ? paths.map((key) => [key, (exports as never)[key]] as const) : [[".", exports]];
  const entries = offered.flatMap(([key, value]) => {
    const target = firstText(value, CONDITIONS_DEPTH);
    return target === null ? [] : [{ how: `export ${own}${String(key).slice(1)}`.trim(), target }];
  });
  return entries.length > 0 || typeof module !== "string" ? entries : [{ how: "module", target: module }];
}

function composerJson(text: string): ManifestFacts {
  const manifest = JSON.parse(text) as Record<string, unknown>;
  return facts(keys(manifest.require), keys(manifest["require-dev"]), {
    offers: texts(manifest.bin).map((target) => ({ how: "bin", target })),
    scripts: keys(manifest.scripts),
    about: manifest.description,
  });
}

function cargoToml(text: string): ManifestFacts {
  const manifest = Bun.TOML.parse(text) as Record<string, unknown>;
  const workspace = manifest.workspace as Record<string, unknown> | undefined;
  const own = manifest.package as Record<string, unknown> | undefined;
  const path = (manifest.lib as Record<string, unknown> | undefined)?.path;
  const library = typeof path === "string" ? path : "src/lib.rs";
  const bins = Array.isArray(manifest.bin) ? (manifest.bin as Record<string, unknown>[]) : [];
  return facts(
    [...keys(manifest.dependencies), ...keys(workspace?.dependencies)],
    [...keys(manifest["dev-dependencies"]), ...keys(manifest["build-dependencies"])],
    {
      starts: bins.flatMap(({ name, path }) =>
        typeof name === "string" ? [{ how: `bin ${name}`, target: typeof path === "string" ? path : null }] : [],
      ),
      offers: typeof own?.name === "string" ? [{ how: `crate ${own.name}`, target: library }] : [],
      name: own?.name,
      about: own?.description,
    },
  );
}

function pyprojectToml(text: string): ManifestFacts {
  const manifest = Bun.TOML.parse(text) as Record<string, Record<string, unknown> | undefined>;
  const poetry = (manifest.tool as Record<string, Record<string, unknown> | undefined> | undefined)?.poetry;
  const groups = Object.values((manifest["dependency-groups"] ?? {}) as Record<string, unknown>).flatMap(texts);
  const optional = Object.values(
    (manifest.project?.["optional-dependencies"] ?? {}) as Record<string, unknown>,
  ).flatMap(texts);
  const name = manifest.project?.name ?? poetry?.name;
  const scripts = Object.entries((manifest.project?.scripts ?? poetry?.scripts ?? {}) as Record<string, unknown>);
  return facts(
    [
      ...texts(manifest.project?.dependencies).map(requirement),
      ...keys(poetry?.dependencies).filter((name) => name !== "python"),
    ],
    [...groups, ...optional].map(requirement),
    {
      starts: scripts.map(([name, target]) => ({ how: `script ${name}`, target: String(target) })),
      offers: typeof name === "string" ? [{ how: `package ${name}`, target: moduleOf(name) }] : [],
      name,
      about: manifest.project?.description ?? poetry?.description,
    },
  );
}

/** The module that a package of Python most often has. */
function moduleOf(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

function goMod(text: string): ManifestFacts {
  const direct = text.split("\n").filter((line) => !line.includes("// indirect"));
  const lines = direct.join("\n");
  const required = [...lines.matchAll(/^require[ \t]*\(([^)]{0,20000})\)/gm)].flatMap((block) =>
    matches(block[1]!, /^[ \t]*(\S+)[ \t]+v/gm),
  );
  const [name] = matches(lines, /^module[ \t]+"?([^\s"]+)/gm);
  return facts([...required, ...matches(lines, /^require\s+(\S+)\s+v/gm)], [], {
    offers: name === undefined ? [] : [{ how: `module ${name}`, target: null }],
    name,
  });
}

function requirementsTxt(text: string): ManifestFacts {
  return facts(
    text
      .split("\n")
      .map(requirement)
      .filter((name) => name !== ""),
  );
}

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/^package\.json$/, packageJson],
  [/^composer\.json$/, composerJson],
  [/^Cargo\.toml$/, cargoToml],
  [/^pyproject\.toml$/, pyprojectToml],
  [/^go\.mod$/, goMod],
  [/^requirements[\w-]*\.txt$/, requirementsTxt],
  [/^Gemfile$/, (text) => facts(matches(text, /^[ \t]*gem[ \t]+["']([^"']+)["']/gm))],
  [/^pom\.xml$/, (text) => facts(matches(text, /<dependency>[\s\S]{0,400}?<artifactId>([^<]+)<\/artifactId>/g))],
  [
    /^build\.gradle(?:\.kts)?$/,
    (text) =>
      facts(matches(text, /^[ \t]*(?:api|implementation|compileOnly|runtimeOnly)[\s(]+["']([^"':]+:[^"':]+)/gm)),
  ],
  [
    /^Package\.swift$/,
    (text) => facts(matches(text, /\.package\([^)]{0,200}?url:\s*"[^"]{0,300}\/([^"/]{1,100}?)(?:\.git)?"/g)),
  ],
  [/\.csproj$/, (text) => facts(matches(text, /<PackageReference\s+Include="([^"]+)"/g))],
];

/** Whether a file is a manifest that can be read, by its path. */
export function isManifest(path: string): boolean {
  const file = basename(path);
  return READERS.some(([name]) => name.test(file));
}

/** What a manifest says; null when it cannot be read. */
export function readManifest(path: string, text: string): ManifestFacts | null {
  const reader = READERS.find(([name]) => name.test(basename(path)))?.[1];
  try {
    return reader?.(text) ?? null;
  } catch {
    return null;
  }
}
