// Whether an actor may write to a place.
// Invariants:
// - A path that can mean two places may be written only where both may.
// - Nothing is allowed because it could not be looked at: what cannot be told is refused.

import { isWithin, normalPath, pathBelow, pathFrom } from "../../base/path-names.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { isInDelta } from "../guard/delta.ts";
import { isOfGit, ownPlaceOf } from "../guard/own-places.ts";
import { foldedName, NoPlace, realPlaces } from "../guard/real-place.ts";
import type { GuardState } from "./guard-state.ts";
import { saidOf } from "./said-text.ts";

/** Where an actor may write. */
export interface Limits {
  /** The root of the work tree, without links. */
  readonly root: string;
  /** The delta of the task, with what a person allowed beside; none for an actor without a workspace. */
  readonly globs: readonly string[];
  /** The roots of all active workspaces of the session, and where its client was started. */
  readonly roots: readonly string[];
}

const END_SHOWN_MAX = 80;
/** What the shell writes to without a file. */
const STREAMS = /^\/dev\/(?:null|stdout|stderr|tty|fd(?:\/\d+)?)$/;

/** Why the actor may not write to a path that was given in `directory`; null: it may. */
export function placeRefusal(path: string, directory: string, limits: Limits, state: GuardState): string | null {
  if (path === "" || path.includes("\0")) return "it names no file";
  let places: string[];
  try {
    places = realPlaces(path, directory, state.looker);
  } catch (error) {
    if (!(error instanceof NoPlace)) throw error;
    return error.message;
  }
  for (const place of places) {
    const refusal = refusalOf(place, limits, state);
    if (refusal === null) continue;
    if (place === pathFrom(directory, path)) return refusal;
    const end = isWithin(limits.root, place) ? pathBelow(limits.root, place) : place;
    return `it leads to ${cutLine(saidOf(end, state.mask), END_SHOWN_MAX)}, and ${refusal}`;
  }
  return null;
}

/** Whether a path that a line of the shell writes to is no file: the null device, or what the shell prints to. */
export function isStream(path: string): boolean {
  return STREAMS.test(normalPath(path));
}

function refusalOf(place: string, { root, globs, roots }: Limits, state: GuardState): string | null {
  const own = ownPlaceOf(place, state.own);
  if (own !== null) return `that is ${own}: no workspace may change it`;
  if (isWithin(root, place)) {
    const below = pathBelow(root, place);
    if (isOfGit(below)) return "that is git's own: no workspace may change it";
    if (below !== "" && isInDelta(below, globs, state.isMac)) return null;
    return outside(below, globs);
  }
  if (roots.some((each) => isWithin(each, place) || isWithin(place, each)))
    return "that is outside of the task's delta";
  if (state.temporary.some((folder) => place !== folder && isWithin(folder, place))) return null;
  return "that is outside of the work tree";
}

function outside(below: string, globs: readonly string[]): string {
  if (globs.length === 0) return "that is within the work tree";
  const folded = globs.map((glob) => glob.normalize("NFKC").toLowerCase().normalize("NFKC"));
  const isAlike = below !== "" && isInDelta(foldedName(below).slice(1), folded);
  return isAlike
    ? "its name differs from one of the task's delta in upper and lower case or in the form of its characters only, and is another file"
    : "that is outside of the task's delta";
}
