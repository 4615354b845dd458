// Prompts that hooks are asked with to see when they point to code. Those that need no code are written by hand: one a
// line below `# kind`, one half to choose rules by and one half that is only measured. Paraphrases say what a commit was
// about as its user might have asked for it; they were written by its message alone, before anything was measured.

import { readFileSync } from "node:fs";

export const SPLITS = ["tune", "report"] as const;

/** A prompt that needs no code. */
export interface OtherPrompt {
  readonly split: (typeof SPLITS)[number];
  /** E.g. `thanks and approval`. */
  readonly kind: string;
  readonly text: string;
}

/** The prompts that need no code, of one half or of both. */
export function otherPrompts(split: OtherPrompt["split"] | null): OtherPrompt[] {
  return SPLITS.filter((each) => split === null || each === split).flatMap((each) => {
    let kind = "";
    return lines(`no-code-${each}.txt`).flatMap((line) => {
      if (!line.startsWith("# ")) return [{ split: each, kind, text: line }];
      kind = line.slice(2);
      return [];
    });
  });
}

/** What commits ask in the words of a user, by the first 16 digits of their names. */
export function paraphrases(): ReadonlyMap<string, string> {
  return new Map(
    lines("paraphrases.tsv").map((line) => {
      const [, commit = "", text = ""] = line.split("\t");
      return [commit, text] as const;
    }),
  );
}

function lines(name: string): string[] {
  return readFileSync(new URL(`prompts/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter(Boolean);
}
