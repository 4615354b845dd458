// `_reload`: finds a new build, tries it, installs it in place of the running helix, and has the server go on as the
// new build. A build that is refused changes nothing.
//
// There is no parameter: a parameter that names a program would let a prompt run anything.
//
// Elsewhere: finding the build (find-build.ts), trying it (verify-build.ts), going on as it (surfaces/mcp/).

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { commit, version } from "../../base/version.ts";
import { type Access, indexingProgress } from "../../notes/store/long-work.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import {
  copyPath,
  copyProgram,
  hasSameContent,
  installProgram,
  isSameFile,
  isUnchanged,
  type ProgramFile,
  programFile,
  removeProgram,
} from "../../platform/program-file.ts";
import { isScratchBase, sweepScratchBases } from "../../platform/scratch-base.ts";
import { sweepTemporaryFiles } from "../../platform/temporary-file.ts";
import { defineFeature, type Feature } from "../common/feature.ts";
import type { ReloadData } from "./data.ts";
import { findBuild, hasBuildPlace, type Surroundings } from "./find-build.ts";
import { Leftovers } from "./leftovers.ts";
import { signBuild } from "./sign-build.ts";
import { type BuildName, buildText, verifyBuild } from "./verify-build.ts";

/** The running helix. */
export interface RunningHelix extends Surroundings {
  /** The program as it was when helix was started; null when helix runs from source. */
  readonly program: ProgramFile | null;
  /**
   * Only in a server: prepares to go on as the program at `path` once the answer is sent. Returns null, or why that is
   * not possible now. undefined for a command.
   */
  readonly goOnIn?: (path: string, to: string, signal: AbortSignal | undefined) => Promise<string | null>;
}

const DEFAULT_MODE = 0o755;
const PREVIOUS = ".previous";
const RUNNING: BuildName = { version, commit };

/** The tool `_reload` of a server. */
export function reloadFeature(running: RunningHelix): Feature {
  let isUnderWay = false;
  return defineFeature({
    name: "_reload",
    title: "Update helix",
    description: "After a new build of helix: verifies it, installs it and goes over to it without a reconnect.",
    parameters: {},
    searchHint: "update upgrade helix",
    hints: { readOnly: false, destructive: false, idempotent: true },
    isAside: true,
    runsPrograms: true,
    isListed: () => mayReload(running),
    async run(ports) {
      if (isUnderWay) throw new HelixError("LOCKED", "_reload is under way already: wait for its answer");
      isUnderWay = true;
      try {
        return await reload(ports, running);
      } finally {
        isUnderWay = false;
      }
    },
  });
}

/**
 * Whether there is a place that new builds come from, or the program was replaced since the start. A helix on trial has
 * to list the tool, because the one that tries it looks for it.
 */
function mayReload(running: RunningHelix): boolean {
  const { program, directory } = running;
  if (program === null) return false;
  if (hasBuildPlace(running) || (directory !== null && isScratchBase(directory))) return true;
  const installed = programFile(program.path);
  return installed !== null && !isUnchanged(program, installed);
}

/**
 * Finds, tries and installs a new build. Throws INVALID_ARGUMENT for a build that is not accepted, NOT_FOUND when there
 * is neither a build nor the running program, IO, and CANCELLED.
 */
export async function reload(ports: Access<"view" | "directory">, running: RunningHelix): Promise<Answer> {
  const { program } = running;
  if (program === null) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      "this helix runs from source: start it again, there is nothing to install",
    );
  }
  // This also runs when there is nothing to install, because a process killed during a trial leaves more than 100 MB.
  for (const path of [program.path, `${program.path}${PREVIOUS}`]) sweepTemporaryFiles(diskFileSystem, path);
  sweepScratchBases(ports.base.directory);
  const build = findBuild(running);
  const installed = programFile(program.path);
  if (await isInstalled(build, installed)) return goOn(ports, running, build, installed!);
  const leftovers = new Leftovers(running.goOnIn !== undefined);
  try {
    return await install(ports, running, { build: build!, target: program.path, installed, leftovers });
  } finally {
    leftovers.remove();
  }
}

/** Whether there is nothing to install: no build is named, or the named build is the installed one. */
async function isInstalled(build: ProgramFile | null, installed: ProgramFile | null): Promise<boolean> {
  if (build === null) {
    if (installed !== null) return true;
    throw new HelixError(
      "NOT_FOUND",
      "the running helix was removed, and no new build is named: set HELIX_RELOAD_FROM to one",
    );
  }
  return installed !== null && (isSameFile(build, installed) || hasSameContent(build, installed));
}

/**
 * Answers when there is nothing to install. If the program was replaced since the server started, the server goes on as
 * the program that is there now.
 */
async function goOn(
  ports: Access<"view" | "directory">,
  running: RunningHelix,
  build: ProgramFile | null,
  installed: ProgramFile,
): Promise<Answer> {
  const { path } = installed;
  if (running.goOnIn === undefined || isUnchanged(running.program!, installed)) {
    const what = `nothing to reload: ${build?.path ?? path} is what runs, ${buildText(RUNNING)}`;
    return {
      found: false,
      text: () => (build === null ? `${what}; HELIX_RELOAD_FROM can name a new build` : what),
      data: (): ReloadData => ({ installed: false, from: RUNNING, to: RUNNING, path }),
    };
  }
  const leftovers = new Leftovers(true);
  try {
    const name = await verify(ports, running, path, leftovers);
    return await changed(ports, running, { name, path, lines: [`${path} was exchanged since this server started`] });
  } finally {
    leftovers.remove();
  }
}

async function install(
  ports: Access<"view" | "directory">,
  running: RunningHelix,
  parts: { build: ProgramFile; target: string; installed: ProgramFile | null; leftovers: Leftovers },
): Promise<Answer> {
  const { build, target, installed, leftovers } = parts;
  const copy = copyPath(target);
  leftovers.add(() => removeProgram(copy));
  await copyProgram(build, copy, installed?.mode ?? DEFAULT_MODE, ports.signal);
  const signature = await signBuild(copy);
  const name = await verify(ports, running, copy, leftovers);
  const previous = `${target}${PREVIOUS}`;
  const isKept = installProgram(copy, target, previous);
  return changed(ports, running, {
    name,
    path: target,
    lines: [
      `build: ${build.path}${signature === null ? "" : ` (${signature})`}`,
      `installed as: ${target}`,
      ...(isKept ? [`the one before: ${previous}`] : []),
    ],
    data: { build: build.path, previous: isKept ? previous : null, signature },
  });
}

function verify(
  ports: Access<"view" | "directory">,
  running: RunningHelix,
  path: string,
  leftovers: Leftovers,
): Promise<BuildName> {
  const { base, signal, onProgress } = ports;
  return verifyBuild({
    path,
    directory: base.directory,
    environment: running.environment,
    figures: () =>
      base.view(indexingProgress(ports)).then(
        (view) => view.statistics(),
        () => null,
      ),
    leftovers,
    signal,
    onStep: (step, done, total) => onProgress?.({ done, total, what: `trying the new build: ${step}` }),
  });
}

/**
 * The answer when the installed program differs from the running one. A server goes on as the installed one after the
 * answer.
 */
async function changed(
  { signal }: Access<never>,
  running: RunningHelix,
  {
    name,
    path,
    lines,
    data = {},
  }: { name: BuildName; path: string; lines: readonly string[]; data?: Partial<ReloadData> },
): Promise<Answer> {
  const obstacle = running.goOnIn === undefined ? null : await running.goOnIn(path, buildText(name), signal);
  const isGoingOn = running.goOnIn !== undefined && obstacle === null;
  const first = `${isGoingOn ? "reloaded" : "installed"}: ${buildText(RUNNING)} -> ${buildText(name)}`;
  const rest = [...lines];
  if (obstacle !== null) rest.push(`this server still is ${buildText(RUNNING)}: ${obstacle}; call _reload again`);
  if (running.goOnIn === undefined)
    rest.push("servers that run take it when _reload is called in them, or at their next start");
  return {
    found: true,
    text: () => [first, ...rest].join("\n"),
    data: (): ReloadData => ({ installed: true, from: RUNNING, to: name, path, ...data }),
  };
}
