// A lock file, so that two npm commands started at once in one checkout do not install or build over each other. Plain
// Node without dependencies: it runs before node_modules exists.
//
// Invariants
// - Only the holder removes its lock; another process removes it only when it is stale, and only while it holds the
//   takeover guard.
// - Stale means: the holder's process is gone (same host), or its heartbeat stopped (any host, also after a pid was
//   used again).
//
// Left to others: what is done under the lock (prepare.mjs, build.mjs). This is no lock for a knowledge base; that is
// src/engine/log/.

import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const HEARTBEAT_MS = 2_000;
const HEARTBEAT_LOST_MS = 60_000;
const GUARD_LOST_MS = 10_000;
const RETRY_MS = 200;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function holderOf(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

function isStale(path) {
  const holder = holderOf(path);
  const isOnThisHost = holder !== null && holder.host === hostname() && Number.isInteger(holder.pid);
  if (isOnThisHost && !isAlive(holder.pid)) return true;
  return ageMs(path) > HEARTBEAT_LOST_MS;
}

function removeStale(path) {
  const guard = `${path}.takeover`;
  try {
    mkdirSync(guard);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (ageMs(guard) > GUARD_LOST_MS) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    if (isStale(path)) rmSync(path, { force: true });
  } finally {
    rmdirSync(guard);
  }
}

function tryLock(path) {
  try {
    writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

/**
 * Runs `action` while this process holds the lock file at `path`, waiting for another holder as long as it lives.
 * @template Result
 * @param {string} path the lock file; its folder is created
 * @param {() => Promise<Result>} action
 * @returns {Promise<Result>} what the action returned; its error is passed on
 */
export async function withLock(path, action) {
  mkdirSync(dirname(path), { recursive: true });
  let hasSaidSo = false;
  while (!tryLock(path)) {
    if (isStale(path)) removeStale(path);
    else {
      if (!hasSaidSo) process.stderr.write(`helix: waiting for another npm command in this checkout (lock: ${path})\n`);
      hasSaidSo = true;
      await sleep(RETRY_MS);
    }
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // The folder was removed by hand; the action will say what it misses.
    }
  }, HEARTBEAT_MS);
  try {
    return await action();
  } finally {
    clearInterval(heartbeat);
    if (holderOf(path)?.pid === process.pid) rmSync(path, { force: true });
  }
}
