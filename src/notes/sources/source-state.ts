// What became of the source that an entry cites, and the words for it. An entry is stale when it may not hold any more;
// no answer has another word for that.

/** Why a source was not checked. Answers count sources by these reasons. */
export type UncheckedReason =
  | "of other projects"
  | "stored from another directory"
  | "outside of this project"
  | "without a file here"
  | "without a fingerprint"
  | "over a limit"
  | "not readable";

/** Where something is now that was cited elsewhere: `src/store.ts`, `src/store.ts:12`, or `src/store.ts#drop`. */
export interface PresentPlace {
  /** At most `PLACE_LENGTH_MAX` code units, fit to be shown. */
  readonly place: string;
  /** Whether it is the same for sure. */
  readonly isSure: boolean;
}

export const PLACE_LENGTH_MAX = 160;
/** The same for a file and its lines. */
export const FILE_PLACE_LENGTH_MAX = 80;

/** What is known of a cited symbol, and of a file under another name. */
interface SymbolState {
  /** Its lines now, in the file at this absolute path; of a whole file 1 to 0. */
  readonly at?: { readonly path: string; readonly first: number; readonly last: number };
  /** Left out where it is where it was. */
  readonly now?: PresentPlace;
}

/**
 * `modified`: there is no fingerprint of the cited text, but the file is younger than the entry. Lines count from 1.
 */
export type SourceState =
  | ({ readonly kind: "unchanged" | "changed" } & SymbolState)
  | { readonly kind: "gone" | "modified" }
  | { readonly kind: "moved"; readonly first: number; readonly last: number }
  | { readonly kind: "unchecked"; readonly why: UncheckedReason };

/** Whether the entry may not hold any more. Such an entry counts less. */
export function isStale({ kind }: SourceState): boolean {
  return kind === "changed" || kind === "gone" || kind === "modified";
}

/** How remarks about stale entries begin. */
export const STALE = "stale";

/** What a hook says of a file that it compares with a fingerprint by itself. */
export const CITED_WORDS = {
  file: `${STALE}: file changed`,
  lines: `${STALE}: cited lines changed`,
  unclear: `perhaps ${STALE}: cited lines moved or changed`,
  moved: (line: number) => `cited lines moved to line ${line}`,
} as const;

/** The state in a few words, for lists of such entries and for data; null if it is not known. */
export function stateWords(state: SourceState): string | null {
  switch (state.kind) {
    case "moved":
      return state.first === state.last
        ? `moved to line ${state.first}`
        : `moved to lines ${state.first}-${state.last}`;
    case "modified":
      return "modified since";
    case "unchecked":
      return null;
    case "gone":
      return state.kind;
    default:
      return [...(state.now && state.kind === "unchanged" ? [] : [state.kind]), ...presentPlace(state.now)].join(", ");
  }
}

function presentPlace(now: PresentPlace | undefined): string[] {
  return now === undefined ? [] : [`${now.isSure ? "" : "perhaps "}now ${now.place}`];
}

/** How every list says that a note's source is stale: ` (stale: changed)`; "" for one that is not. */
export function staleMark(state: SourceState | null): string {
  return state !== null && isStale(state) ? stateMark(state) : "";
}

/** The state as it stands behind a source: ` (stale: changed)`, ` (unchanged)`, ` (moved to line 5)`; "": not known. */
export function stateMark(state: SourceState | null): string {
  const words = state === null ? null : stateWords(state);
  if (state === null || words === null) return "";
  return ` (${isStale(state) ? `${STALE}: ${words}` : words})`;
}
