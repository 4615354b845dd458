// Runs by their short names (`cargo test`), and the keys of what was captured from them: which run, and a hash of the error without what
// changes from one time to the next. `cargo=test/1f3a9c`.

/** What stands in a key for the spaces of a run's name. */
const SPACE = "=";
/** Programs whose tests cannot run unless the code compiles. */
const COMPILING =
  " cargo go swift dotnet zig mvn mvnw gradle gradlew sbt mix bazel cabal stack dune dart flutter crystal ";
const COMPILE_STEPS = " build check run compile vet ";

/** The key of a captured error; `title` is the line that names it. */
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

/** A hash of an error that stays the same while it is the same error: numbers, addresses, times and paths do not count. */
export function errorHash(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/(?:[\w.@~+-]*[\\/])+[\w.@+-]*/g, "")
    .replace(/0x[0-9a-f]+|\b(?=[a-f]*\d)[0-9a-f]{8,}\b|(?<![a-z\d])\d+(?:[.,:]\d+)*(?:m?s|ns|µs|kb|mb)?\b/g, "#")
    .replace(/\s+/g, " ");
  return Bun.hash(plain).toString(36);
}

/** Whether the success of one run shows that what another one failed of is mended. */
export function resolves(passed: string, failed: string): boolean {
  if (passed === failed) return true;
  const [program = "", step = ""] = passed.split(" ");
  const [other, otherStep = ""] = failed.split(" ");
  return (
    program === other &&
    COMPILING.includes(` ${program} `) &&
    step === "test" &&
    COMPILE_STEPS.includes(` ${otherStep} `)
  );
}
