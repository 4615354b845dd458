// The kinds of help that `helix lift` compares (../lift.ts).

/** The kinds of help. DO NOT CHANGE a name: arms are drawn by it. */
export const LIFT_KINDS = ["notes", "lessons", "code", "filters"] as const;
export type LiftKind = (typeof LIFT_KINDS)[number];
