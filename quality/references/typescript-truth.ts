// The truth of TypeScript and JavaScript: the compiler's language service over all files of a tree, as one project.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fetchPackages } from "../../bench/peers/fetch.ts";
import { Relatives } from "./relatives.ts";
import { type Spot, spotName, type TruthKind, type TruthTree } from "./truth.ts";

/** The last line of versions whose service a program can call. */
const PACKAGE = "typescript@5.9.3";

/** Kinds of symbols, as the service calls them, that are members of nothing. */
const VARIABLES: ReadonlySet<string> = new Set(["const", "let", "var", "parameter"]);

interface Place {
  readonly fileName: string;
  readonly textSpan: { readonly start: number };
  readonly isDefinition?: boolean;
  readonly kind?: string;
}

/** What is used of the package. */
interface Service {
  findReferences(file: string, at: number): readonly { readonly references: readonly Place[] }[] | undefined;
  getProgram(): { getSourceFile(path: string): object | undefined } | undefined;
  getDefinitionAtPosition(file: string, at: number): readonly Place[] | undefined;
  getImplementationAtPosition(file: string, at: number): readonly Place[] | undefined;
}
interface Package {
  createLanguageService(host: object): Service;
  getDefaultLibFilePath(options: object): string;
  readonly sys: { fileExists(path: string): boolean; readFile(path: string): string | undefined };
  readonly ScriptSnapshot: { fromString(text: string): object };
  readonly JsxEmit: { readonly Preserve: number };
  readonly ModuleKind: { readonly ESNext: number };
  readonly ModuleResolutionKind: { readonly Bundler: number };
  readonly ScriptTarget: { readonly ESNext: number };
}

export const typescriptTruth: TruthKind = {
  name: PACKAGE.replace("@", " "),
  async open(tree) {
    const packages = await fetchPackages([PACKAGE]);
    const load = createRequire(import.meta.url);
    return openService(load(join(packages, "node_modules", "typescript")) as Package, tree);
  },
};

function openService(ts: Package, { folder, texts }: TruthTree) {
  const options = {
    allowJs: true,
    jsx: ts.JsxEmit.Preserve,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    experimentalDecorators: true,
    types: [],
    baseUrl: folder,
    paths: packagePaths(folder),
  };
  const full = (path: string) => join(folder, path);
  const inTree = (path: string) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path);
  const textOf = (path: string) => texts.get(inTree(path)) ?? ts.sys.readFile(path) ?? "";
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    // Declarations count where something names them: alone they would stand for the modules of the tree.
    getScriptFileNames: () => [...texts.keys()].filter((path) => !/\.d\.[cm]?ts$/.test(path)).map(full),
    getScriptVersion: () => "1",
    getScriptSnapshot: (path: string) => ts.ScriptSnapshot.fromString(textOf(path)),
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (settings: object) => ts.getDefaultLibFilePath(settings),
    fileExists: (path: string) => ts.sys.fileExists(path),
    readFile: (path: string) => ts.sys.readFile(path),
  });
  const lines = new Map<string, number[]>();
  const linesOf = (path: string) => {
    const known = lines.get(path) ?? lineStarts(textOf(path));
    lines.set(path, known);
    return known;
  };
  const offsetOf = ({ path, line, column }: Spot) => (linesOf(full(path))[line - 1] ?? 0) + column;
  const spotOf = ({ fileName, textSpan: { start } }: Place): Spot => {
    const starts = linesOf(fileName);
    let line = 0;
    while (line + 1 < starts.length && starts[line + 1]! <= start) line++;
    return { path: inTree(fileName), line: line + 1, column: start - starts[line]! };
  };
  const definitions = async (spot: Spot) => {
    const found = service.getDefinitionAtPosition(full(spot.path), offsetOf(spot)) ?? [];
    // Behind the variable that is called, the service names the signature of its type: that is not what is used.
    return (VARIABLES.has(found[0]?.kind ?? "") ? found.slice(0, 1) : found).map(spotOf);
  };
  const implementations = async (spot: Spot) =>
    texts.has(spot.path)
      ? (service.getImplementationAtPosition(full(spot.path), offsetOf(spot)) ?? []).map(spotOf)
      : [];
  const relatives = new Relatives(definitions, implementations);
  return {
    async uses(names: readonly Spot[]) {
      const found = new Map<string, Spot>();
      // A declaration that no module names is in no project.
      const known = names.filter(({ path }) => service.getProgram()?.getSourceFile(full(path)) !== undefined);
      for (const name of known) {
        for (const { references } of service.findReferences(full(name.path), offsetOf(name)) ?? []) {
          for (const spot of references.filter((each) => each.isDefinition !== true).map(spotOf)) {
            if (texts.has(spot.path)) found.set(spotName(spot), spot);
          }
        }
      }
      return relatives.split([...found.values()], names);
    },
    definitions,
    close: async () => undefined,
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Where the packages of a tree are by their names, as if they were installed. */
function packagePaths(folder: string): Record<string, string[]> {
  const paths: Record<string, string[]> = {};
  const visit = (at: string) => {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== ".git" && entry.name !== "node_modules") visit(path);
      else if (entry.name === "package.json" && at !== "") addPackage(paths, folder, at);
    }
  };
  visit("");
  return paths;
}

function addPackage(paths: Record<string, string[]>, folder: string, at: string): void {
  let name: unknown;
  try {
    name = (JSON.parse(readFileSync(join(folder, at, "package.json"), "utf8")) as { name?: unknown }).name;
  } catch {
    return;
  }
  if (typeof name !== "string" || name === "") return;
  const inside = existsSync(join(folder, at, "src")) ? [`${at}/src`, at] : [at];
  paths[name] ??= inside.map((each) => `${each}/index`);
  paths[`${name}/*`] ??= inside.flatMap((each) => [`${each}/*`, `${each}/*/index`]);
}
