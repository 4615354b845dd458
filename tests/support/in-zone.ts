// Runs a program of the tests in a process of its own: a process keeps the time zone that it began with.

import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { bundledScript } from "./bundled-script.ts";

/**
 * Zones with an hour and a half hour to the side of UTC, with changes of the clock in both hemispheres, and of half an
 * hour.
 */
export const ZONES = ["UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Kiritimati"] as const;

/** What the script of tests/support/ prints as JSON, run in `zone`. */
export function runInZone(zone: string, script: string, ...parameters: string[]): unknown {
  const path = bundledScript(fileURLToPath(new URL(script, import.meta.url)));
  const child = Bun.spawnSync([process.execPath, path, ...parameters], { env: { TZ: zone } });
  expect(child.stderr.toString()).toBe("");
  return JSON.parse(child.stdout.toString());
}
