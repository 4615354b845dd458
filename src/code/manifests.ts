// Reads what a project's manifests say: dependencies and entry points. Each reader uses only the text of its manifest.
// A manifest that cannot be read says nothing. Nothing in a manifest is run, and no name in it is looked up.

import { basename } from "node:path";

/** What one manifest says. */
export interface ManifestFacts {
  readonly dependencies: readonly string[];
  /** Dependencies for building and testing only. */
  readonly development: readonly string[];
  /** How the program is started, each way in a few words. */
  readonly entryPoints: readonly string[];
}

type Reader = (text: string) => ManifestFacts;

/** How many names of each kind are taken from one manifest. */
const NAMES_MAX = 200;

function facts(
  dependencies: Iterable<string>,
  development: Iterable<string> = [],
  entryPoints: Iterable<string> = [],
): ManifestFacts {
  const named = (names: Iterable<string>) => [...new Set(names)].slice(0, NAMES_MAX);
  return { dependencies: named(dependencies), development: named(development), entryPoints: named(entryPoints) };
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
  const entries = typeof main === "string" ? [`main ${main}`] : [];
  if (typeof bin === "string") entries.push(`bin ${bin}`);
  else entries.push(...Object.entries(bin ?? {}).map(([name, path]) => `bin ${name}: ${String(path)}`));
  const start = (scripts as Record<string, unknown> | undefined)?.start;
  if (typeof start === "string") entries.push(`npm start: ${start}`);
  return facts(
    [...keys(manifest.dependencies), ...keys(manifest.peerDependencies)],
    keys(manifest.devDependencies),
    entries,
  );
}

function composerJson(text: string): ManifestFacts {
  const manifest = JSON.parse(text) as Record<string, unknown>;
  return facts(keys(manifest.require), keys(manifest["require-dev"]));
}

function cargoToml(text: string): ManifestFacts {
  const manifest = Bun.TOML.parse(text) as Record<string, unknown>;
  const workspace = manifest.workspace as Record<string, unknown> | undefined;
  const bins = Array.isArray(manifest.bin) ? (manifest.bin as Record<string, unknown>[]) : [];
  return facts(
    [...keys(manifest.dependencies), ...keys(workspace?.dependencies)],
    [...keys(manifest["dev-dependencies"]), ...keys(manifest["build-dependencies"])],
    bins.flatMap(({ name }) => (typeof name === "string" ? [`bin ${name}`] : [])),
  );
}

function pyprojectToml(text: string): ManifestFacts {
  const manifest = Bun.TOML.parse(text) as Record<string, Record<string, unknown> | undefined>;
  const poetry = (manifest.tool as Record<string, Record<string, unknown> | undefined> | undefined)?.poetry;
  const groups = Object.values((manifest["dependency-groups"] ?? {}) as Record<string, unknown>).flatMap(texts);
  const optional = Object.values(
    (manifest.project?.["optional-dependencies"] ?? {}) as Record<string, unknown>,
  ).flatMap(texts);
  const scripts = Object.entries((manifest.project?.scripts ?? {}) as Record<string, unknown>);
  return facts(
    [
      ...texts(manifest.project?.dependencies).map(requirement),
      ...keys(poetry?.dependencies).filter((name) => name !== "python"),
    ],
    [...groups, ...optional].map(requirement),
    scripts.map(([name, target]) => `script ${name}: ${String(target)}`),
  );
}

function goMod(text: string): ManifestFacts {
  const direct = text.split("\n").filter((line) => !line.includes("// indirect"));
  const lines = direct.join("\n");
  const required = [...lines.matchAll(/^require[ \t]*\(([^)]{0,20000})\)/gm)].flatMap((block) =>
    matches(block[1]!, /^[ \t]*(\S+)[ \t]+v/gm),
  );
  return facts([...required, ...matches(lines, /^require\s+(\S+)\s+v/gm)]);
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
  return READERS.some(([name]) => name.test(basename(path)));
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
