// Runs by their short names (`cargo test`), by what tells them from others of that name, and the keys of what was
// captured from them: which run, and a hash of the error without what changes from one time to the next.
// `cargo=test/1f3a9c`, `vitest=~k3x9a/1f3a9c`.

/** What stands in a key for the spaces of a run. */
const SPACE = "=";
/** In front of the hash of the folder that a run works in, and of that of the arguments that narrow it. */
const FOLDER = " #";
const ARGUMENTS = " ~";
/** In place of a folder's hash: elsewhere, or nobody knows where. */
const ELSEWHERE = "-";
const HASH_LENGTH = 5;
/** Programs whose tests cannot run unless the code compiles. */
const COMPILING =
  " cargo go swift dotnet zig mvn mvnw gradle gradlew sbt mix bazel cabal stack dune dart flutter crystal ";
const COMPILE_STEPS = " build check run compile vet ";
/** Programs that run in each folder what a file of that folder says. */
const FOLDER_BOUND = " npm pnpm yarn bun deno make gmake ninja samu just task mage rake composer ";

/** Where a run works, and what its arguments narrow it to. */
export interface RunScope {
  /** Below the project's root, "" for the root; null: elsewhere, or not known. */
  readonly folder: string | null;
  /** The arguments that narrow it; "" for a run of everything there is. */
  readonly narrowing: string;
}

/** A run as a session remembers it: its name, and hashes of its scope where it has a narrow one. */
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

/** The run that a key is of. */
export function runOfKey(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf("/"))).replaceAll(SPACE, " ");
}

/** The hash of the error that a key is of. */
export function hashOfKey(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}

/**
 * A hash of an error that stays the same while it is the same error: numbers, addresses, times and paths do not count.
 */
export function errorHash(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/(?:[\w.@~+-]*[\\/])+[\w.@+-]*/g, "")
    .replace(/0x[0-9a-f]+|\b(?=[a-f]*\d)[0-9a-f]{8,}\b|(?<![a-z\d])\d+(?:[.,:]\d+)*(?:m?s|ns|µs|kb|mb)?\b/g, "#")
    .replace(/\s+/g, " ");
  return Bun.hash(plain).toString(36);
}

/**
 * Whether the success of one run shows that what another one failed of is mended: one of the same name, or whose
 * program had to compile what that one did; of the same scope, or of all of which the other was a part.
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
