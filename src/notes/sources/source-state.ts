// What became of the source that an entry cites, and in which words it is said.

/** Why a source was not looked at, as an answer counts them. */
export type UncheckedReason =
  | "of other projects"
  | "stored from another directory"
  | "outside of this project"
  | "without a file here"
  | "without a fingerprint"
  | "over a limit"
  | "not readable";

/** `modified`: nothing is remembered of the cited text, but the file is younger than the entry. Lines count from 1. */
export type SourceState =
  | { readonly kind: "unchanged" | "changed" | "gone" | "modified" }
  | { readonly kind: "moved"; readonly first: number; readonly last: number }
  | { readonly kind: "unchecked"; readonly why: UncheckedReason };

/** Whether what the entry says may not hold any more: then it counts less. */
export function isStale({ kind }: SourceState): boolean {
  return kind === "changed" || kind === "gone" || kind === "modified";
}

/** The state in a few words; null for one that is not known. */
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
    default:
      return state.kind;
  }
}
