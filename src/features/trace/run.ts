// Decides which action of `trace` a call asks for, and checks what the action needs.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { loadMask, type Mask, maskedData } from "../../code/shown-code.ts";
import type { CodeTrees } from "../../code/store/code-trees.ts";
import { quote } from "../../engine/text/clean.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import { globFlaw, pathGlob } from "../../platform/path-glob.ts";
import { leftOutBy } from "../code/tree.ts";
import { analyzeProject } from "./analyze.ts";
import { blastRadius } from "./blast.ts";
import { findSymbol } from "./find-symbol.ts";
import { showFolder } from "./folder.ts";
import { BOUNDS, type TraceBounds } from "./notes.ts";
import type { TracePorts, TraceRequest } from "./request.ts";
import { listFileSymbols, listSymbols } from "./symbols.ts";
import { findTarget, type Target, treeFolder, treePath } from "./target.ts";

/** The values of a call, named like the parameters. */
export interface TraceValues {
  readonly path: string;
  readonly symbol?: string | undefined;
  readonly action?: "symbols" | "blast" | "analyze" | undefined;
  readonly limit?: number | undefined;
  readonly filter?: string | undefined;
}

/** The number of results of a text when the caller gives no limit. */
const LIMIT_DEFAULT = 50;
const FILTER_LENGTH_MAX = 500;

/**
 * Runs a call. No credential appears in the answer. Throws NOT_FOUND, INVALID_ARGUMENT, CANCELLED, and what storing an
 * overview throws.
 */
export async function runTrace(ports: TracePorts, values: TraceValues, bounds: TraceBounds = BOUNDS): Promise<Answer> {
  const mask = await loadMask();
  try {
    const answer = await answerOf(ports, values, bounds, mask);
    return { ...answer, text: (wording) => mask(answer.text(wording)), data: () => maskedData(answer.data(), mask) };
  } catch (error) {
    // The message may quote names from the code.
    if (!(error instanceof HelixError)) throw error;
    throw new HelixError(error.code, (say) => mask(error.messageFor(say)), { cause: error });
  }
}

/** What configuration leaves out is not looked at, even if somebody names it. Throws INVALID_ARGUMENT. */
function refuseExcluded(code: CodeTrees, target: Target): void {
  const tree = code.open(treeFolder(target), true);
  const path = treePath(target, tree.root);
  const where = path === null ? null : (tree.excludedBy?.(path) ?? null);
  if (where !== null) throw leftOutBy(target.path, where);
}

async function answerOf(ports: TracePorts, values: TraceValues, bounds: TraceBounds, mask: Mask): Promise<Answer> {
  const { path, symbol, action, limit, filter } = values;
  if (symbol !== undefined && action !== undefined && action !== "blast") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.option("action", action)} takes no ${say.name("symbol")}: leave one of the two out, e.g. ${say.either("helix trace src CachedEntry", 'path="src" symbol="CachedEntry"')}`,
    );
  }
  if (filter !== undefined && filter.length > FILTER_LENGTH_MAX) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.name("filter")} is ${filter.length} characters long, at most ${FILTER_LENGTH_MAX} are accepted: give a short glob, e.g. ${say.option("filter", "**/*.ts")}`,
    );
  }
  const flaw = filter === undefined ? null : globFlaw(filter);
  if (flaw !== null) {
    throw invalid(
      (say) =>
        `${say.given("filter", quote(filter!))} is no glob, ${flaw}: give one, e.g. ${say.option("filter", "**/*.ts")}`,
    );
  }
  const { code } = ports;
  if (code === undefined) throw invalid("code is not looked at here: start helix in a project, e.g. a git repository");
  const target = await findTarget(ports, path, takingTurns(ports));
  refuseExcluded(code, target);
  const request: TraceRequest = {
    ports: { ...ports, code },
    target,
    symbol: symbol ?? null,
    limit: limit ?? LIMIT_DEFAULT,
    dataLimit: limit ?? Number.POSITIVE_INFINITY,
    filter: filter ?? null,
    isWanted: filter === undefined ? undefined : pathGlob(filter),
    bounds,
    mask,
  };
  if (action === "blast") return blastRadius(request);
  if (symbol !== undefined) return findSymbol(request, symbol);
  if (action === "analyze") return analyzeProject(request);
  if (target.isFile) return listFileSymbols(request);
  if (action === "symbols") return listSymbols(request);
  return showFolder(request);
}
