// Builds generations: here in the process of a command; in threads, see thread-builder.ts.

import type { FileSystem } from "../../platform/file-system.ts";
import { type BuiltGeneration, buildGeneration, type GenerationRequest } from "./build-generation.ts";
import type { StoredGeneration } from "./manifest.ts";
import type { RewritePlan } from "./rewrite-plan.ts";
import type { TreeReader } from "./tree-reader.ts";

export interface CodeBuilder {
  /** How many requests are worked on at the same time. */
  readonly lanes: number;
  /** Writes a generation. Throws what the disk says. */
  build(root: string, request: GenerationRequest, onProgress: (done: number) => void): Promise<BuiltGeneration>;
  /** Ends what it does. */
  close(): void;
}

/** Fewer files are not worth a second thread. */
const LANE_FILES_MIN = 500;
/** Files that lie beside each other stay together, so that names repeat within a generation. */
const RUN_FILES = 64;

/** Works in this process. */
export function inProcessBuilder(files: FileSystem, tree: Pick<TreeReader, "facts" | "read" | "looks">): CodeBuilder {
  return {
    lanes: 1,
    build: async (_root, request, onProgress) => buildGeneration(files, tree, request, onProgress),
    close() {},
  };
}

/** Writes the generations of a plan. Throws what the disk says. */
export async function buildPlanned(
  builder: CodeBuilder,
  root: string,
  folder: string,
  { paths, gone }: Pick<RewritePlan, "paths" | "gone">,
  newName: () => string,
  onProgress: (done: number) => void,
): Promise<StoredGeneration[]> {
  if (paths.length + gone.length === 0) return [];
  const lanes = paths.length < LANE_FILES_MIN ? 1 : builder.lanes;
  const parts: string[][] = Array.from({ length: lanes }, () => []);
  for (const [at, path] of paths.entries()) parts[Math.floor(at / RUN_FILES) % lanes]!.push(path);
  const doneBy = parts.map(() => 0);
  const built = await Promise.allSettled(
    parts.map(async (part, lane) => {
      const generations: StoredGeneration[] = [];
      let from = 0;
      do {
        const request = {
          folder,
          name: newName(),
          paths: part.slice(from),
          gone: lane === 0 && from === 0 ? gone : [],
        };
        const { done, name, files, chunks } = await builder.build(root, request, (count) => {
          doneBy[lane] = from + count;
          onProgress(doneBy.reduce((sum, each) => sum + each));
        });
        from += done;
        generations.push({ name, files, chunks });
      } while (from < part.length);
      return generations;
    }),
  );
  // One lane that failed must not leave the other at work when the lock is given back.
  return built.flatMap((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
