// Whether the program starts on this machine: its signature, the system it asks for, quarantine, and how long it takes.

import { copyFileSync, readFileSync } from "node:fs";
import { release } from "node:os";
import { join } from "node:path";
import { expectMatch, expectSame, Skipped } from "./world.mjs";

const STARTS = 15;
const VERSION = /^helix \S+ \(.*\)\n$/;
/** Of a Mach-O file of 64 bits: its first bytes, where its commands begin, and the command with the least system. */
const MAGIC = 0xfeedfacf;
const COMMANDS_AT = 32;
const BUILD_VERSION = 0x32;
/** The bound of a Mac that helix is built for. */
const LEAST_SYSTEM = 13;

const systemVersion = (world) => world.run(["/usr/bin/sw_vers", "-productVersion"]).stdout.trim();

/** The least macOS that a program asks for, e.g. [13, 0]; null for another kind of file. */
function leastSystem(path) {
  const bytes = readFileSync(path);
  if (bytes.readUInt32LE(0) !== MAGIC) return null;
  let at = COMMANDS_AT;
  for (let left = bytes.readUInt32LE(16); left > 0; left--) {
    if (bytes.readUInt32LE(at) === BUILD_VERSION) {
      const version = bytes.readUInt32LE(at + 12);
      return [version >>> 16, (version >>> 8) & 0xff];
    }
    at += bytes.readUInt32LE(at + 4);
  }
  throw new Error("expected the least system in the file, saw none");
}

/** The middle one of the times that a program takes, in milliseconds. */
function middleTime(world, words) {
  const times = Array.from({ length: STARTS }, () => {
    const start = performance.now();
    world.run(words);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[STARTS >> 1];
}

export const programChecks = [
  {
    name: "it starts",
    run(world) {
      expectMatch(world.run([world.binary, "--version"]).stdout, VERSION);
      return world.isMac ? `macOS ${systemVersion(world)}, ${process.arch}` : `${process.platform} ${release()}`;
    },
  },
  {
    name: "codesign -v --strict",
    isMac: true,
    run(world) {
      const { status, stderr } = world.run(["/usr/bin/codesign", "-v", "--strict", world.binary]);
      expectSame([status, stderr], [0, ""]);
    },
  },
  {
    name: "the least system it asks for",
    run({ binary }) {
      const least = leastSystem(binary);
      if (least === null) throw new Skipped("the binary is none of macOS");
      if (least[0] > LEAST_SYSTEM) throw new Error(`expected macOS ${LEAST_SYSTEM} or before, saw ${least.join(".")}`);
      return `macOS ${least.join(".")}`;
    },
  },
  {
    name: "start time",
    run(world) {
      const [own, floor] = [[world.binary, "--version"], ["/usr/bin/true"]].map((words) => middleTime(world, words));
      return `${own.toFixed(1)} ms, /usr/bin/true ${floor.toFixed(1)} ms (the middle of ${STARTS})`;
    },
  },
  {
    name: "a quarantined copy, and the same without the mark",
    isMac: true,
    run(world) {
      const copy = join(world.place().work, "helix");
      copyFileSync(world.binary, copy);
      const mark = world.run(["/usr/bin/xattr", "-w", "com.apple.quarantine", "0083;00000000;check;", copy]);
      if (mark.status !== 0) throw new Skipped(`the mark cannot be set: ${mark.stderr.trim()}`);
      let marked;
      try {
        const { status, signal } = world.run([copy, "--version"], { limitMs: 10_000 });
        marked = status === 0 ? "starts" : `does not start (${signal ?? status})`;
      } catch {
        marked = "waits for somebody at the screen";
      }
      expectSame(world.run(["/usr/bin/xattr", "-d", "com.apple.quarantine", copy]).status, 0, "xattr -d");
      expectMatch(world.run([copy, "--version"]).stdout, VERSION, "without the mark");
      return `with the mark it ${marked}`;
    },
  },
];
