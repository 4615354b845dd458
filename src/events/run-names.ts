// Names and keys of build and test runs. A run has a short name (`cargo test`). Hashes of its scope distinguish it from
// other runs of that name. The key of a captured error holds the run and a hash of the error, without the parts that
// change from one time to the next: `cargo=test/1f3a9c`, `vitest=~k3x9a/1f3a9c`.

/** Replaces the spaces of a run in a key. */
const SPACE = "=";
/** These stand before the hash of the run's folder, and before the hash of its narrowing arguments. */
const FOLDER = " #";
const ARGUMENTS = " ~";
/** Stands in place of a folder's hash when the folder is outside of the project or not known. */
const ELSEWHERE = "-";
const HASH_LENGTH = 5;
/** Programs that have to compile the code before they can test it. */
const COMPILING =
  " cargo go swift dotnet zig mvn mvnw gradle gradlew sbt mix bazel cabal stack dune dart flutter crystal ";
const COMPILE_STEPS = " build check run compile vet ";
/** Programs whose run depends on a file in the folder that they run in. */
const FOLDER_BOUND = " npm pnpm yarn bun deno make gmake ninja samu just task mage rake composer ";

/** The folder that a run works in, and the arguments that narrow the run. */
export interface RunScope {
  /** Below the project's root, "" for the root. null: outside of the project, or not known. */
  readonly folder: string | null;
  /** The arguments that narrow the run; "" for a run of everything. */
  readonly narrowing: string;
}

/** A run as a session remembers it: the name, and hashes of the scope if the scope is narrow. */
export function scopedRun(name: string, { folder, narrowing }: RunScope): string {
  const where = folder === "" ? "" : `${FOLDER}${folder === null ? ELSEWHERE : shortHash(folder)}`;
  return `${name}${where}${narrowing === "" ? "" : ARGUMENTS + shortHash(narrowing)}`;
}

/** The short name of a run as a session remembers it. */
export function nameOfRun(run: string): string {
  return partsOf(run)[0];
}

/** The key of a captured error of a run as a session remembers it; `title` is the line that names the error. */
export function captureKey(run: string, title: string): string {
  return `${run.replaceAll(" ", SPACE)}/${errorHash(title)}`;
}

/** The run that a key belongs to. */
export function runOfKey(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf("/"))).replaceAll(SPACE, " ");
}

/** The hash of the error that a key belongs to. */
export function hashOfKey(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}

/** A hash that is equal for two occurrences of one error. It ignores numbers, addresses, times and paths. */
export function errorHash(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/(?:[\w.@~+-]*[\\/])+[\w.@+-]*/g, "")
    .replace(/0x[0-9a-f]+|\b(?=[a-f]*\d)[0-9a-f]{8,}\b|(?<![a-z\d])\d+(?:[.,:]\d+)*(?:m?s|ns|µs|kb|mb)?\b/g, "#")
    .replace(/\s+/g, " ");
  return Bun.hash(plain).toString(36);
}

/**
 * Whether the success of the run `passed` shows that the failure of the run `failed` is mended. The names must be
 * equal, or the program of `passed` had to compile what `failed` compiled. The scope must be equal, or the scope of
 * `failed` must be part of that of `passed`.
 */
export function resolves(passed: string, failed: string): boolean {
  if (passed.includes(FOLDER + ELSEWHERE)) return false;
  if (passed === failed) return true;
  const [name, folder, narrowing] = partsOf(passed);
  const [other, otherFolder, otherNarrowing] = partsOf(failed);
  const [program = "", step = ""] = name.split(" ");
  const [otherProgram, otherStep = ""] = other.split(" ");
  const isCompiled = COMPILING.includes(` ${program} `) && step === "test" && COMPILE_STEPS.includes(` ${otherStep} `);
  if (name !== other && !(program === otherProgram && isCompiled)) return false;
  if (folder === otherFolder) return narrowing === "" || narrowing === otherNarrowing;
  return folder === "" && narrowing === "" && !FOLDER_BOUND.includes(` ${program} `);
}

/** Name, hash of the folder and hash of the arguments; "" where there is none. */
function partsOf(run: string): [name: string, folder: string, narrowing: string] {
  const [scoped = "", narrowing = ""] = run.split(ARGUMENTS);
  const [name = "", folder = ""] = scoped.split(FOLDER);
  return [name, folder, narrowing];
}

function shortHash(text: string): string {
  return Bun.hash(text).toString(36).slice(-HASH_LENGTH);
}
