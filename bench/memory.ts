// How much memory a process holds and has held at most, as the kernel counts it. Without /proc there are no values.

import { readFileSync } from "node:fs";
import { spawn } from "bun";

const LOOK_EVERY_MS = 5;

/** Megabytes; NaN where the system does not say. */
export interface Memory {
  readonly resident: number;
  readonly peak: number;
}

/** The memory of a running process. Mapped files that were read count as resident. */
export function memoryOf(pid: number): Memory {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
    return { resident: megabytes("VmRSS"), peak: megabytes("VmHWM") };
  } catch {
    return { resident: Number.NaN, peak: Number.NaN };
  }
}

/** Runs a program to its end: its time in milliseconds, and its peak. Throws an Error when it fails. */
export async function runWatched(command: readonly string[], cwd: string): Promise<{ time: number; peak: number }> {
  const start = performance.now();
  const child = spawn([...command], { cwd, stdin: "ignore", stdout: "ignore", stderr: "pipe", env: process.env });
  let peak = Number.NaN;
  const timer = setInterval(() => {
    const seen = memoryOf(child.pid).peak;
    if (!Number.isNaN(seen)) peak = seen;
  }, LOOK_EVERY_MS);
  const code = await child.exited;
  clearInterval(timer);
  if (code !== 0)
    throw new Error(`${command.slice(1, 3).join(" ")} failed: ${await new Response(child.stderr).text()}`);
  return { time: performance.now() - start, peak };
}
