// Whether two globs of deltas (guard/delta.ts says what they mean) have a path in common. The answer is exact, and
// takes time of at most the product of their lengths.

const ANY_FOLDERS = "**";

/** Whether there is a path that both globs match. */
export function globsOverlap(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [partsOf(a), partsOf(b)];
  return overlap(left.length, right.length, (at, other) => {
    const [one, two] = [left[at], right[other]];
    return {
      isAny: one === ANY_FOLDERS || two === ANY_FOLDERS,
      isSame: one !== undefined && two !== undefined && namesOverlap(one, two),
    };
  });
}

/** The parts of a glob, in which `**` stands for any number of names, none included. */
function partsOf(glob: string): string[] {
  const given = glob.split("/").filter((part) => part !== "");
  // At the end of a glob, `**` stands for what is below a folder. A folder of a delta is in it itself, too.
  const parts = given.at(-1) === ANY_FOLDERS ? [...given.slice(0, -1), "*", ANY_FOLDERS] : given;
  return glob.endsWith("/") ? [...parts, ANY_FOLDERS] : parts;
}

/** Whether two names with stars have a name in common. */
function namesOverlap(a: string, b: string): boolean {
  if (a === b) return true;
  if (!a.includes("*") && !b.includes("*")) return false;
  return overlap(a.length, b.length, (at, other) => ({
    isAny: a[at] === "*" || b[other] === "*",
    isSame: a[at] !== undefined && a[at] === b[other],
  }));
}

interface Meeting {
  /** Whether what is there in one of them stands for any number of things. */
  readonly isAny: boolean;
  /** Whether the two can stand for one thing. */
  readonly isSame: boolean;
}

/** Whether two sequences, in which some members stand for any number of things, can be the same one. */
function overlap(length: number, otherLength: number, meet: (at: number, other: number) => Meeting): boolean {
  const width = otherLength + 1;
  const reached = new Uint8Array((length + 1) * width);
  reached[0] = 1;
  for (let at = 0; at <= length; at++) {
    for (let other = 0; other <= otherLength; other++) {
      if (reached[at * width + other] !== 1) continue;
      const { isAny, isSame } = meet(at, other);
      // What stands for any number takes the next of the other sequence, or ends.
      if (isAny && at < length) reached[(at + 1) * width + other] = 1;
      if (isAny && other < otherLength) reached[at * width + other + 1] = 1;
      if (isSame) reached[(at + 1) * width + other + 1] = 1;
    }
  }
  return reached[length * width + otherLength] === 1;
}
