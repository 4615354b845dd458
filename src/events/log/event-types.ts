// The types of events, each declared once. An event names things and counts them. It holds no text of a prompt, an
// output or a note.

/** What a field holds. `held` is a list of pairs of id and reason, with or without a number behind them. */
export type FieldKind = "text" | "flag" | "number" | "texts" | "held" | "counts";

/**
 * The types of events, with the fields of each beside those that every event has; `?` marks those that may be missing.
 * DO NOT CHANGE a name.
 */
export const EVENT_TYPES = {
  /**
   * A hook showed notes: `hook`, ids in `notes`, what other sources said in `said` (`code src/a.ts:10-20`), and `file`
   * where the event was about one.
   */
  shown: { hook: "text", notes: "texts", said: "texts?", file: "text?" },
  /**
   * An answer of a tool showed notes to a session for the first time: the tool as `by` (`search`, `brief`, `read`), ids in
   * `notes`. What they were shown for is not known, so it counts for no note.
   */
  answered: { by: "text", notes: "texts" },
  /**
   * A hook held notes back, or was silent: `hook`, `why` of silence, `held` as pairs of id and reason, `unsaid` the same of
   * other sources by name, `file`.
   */
  withheld: { hook: "text", why: "text?", held: "held?", unsaid: "held?", file: "text?" },
  /**
   * Notes that were shown were used: ids in `notes`, and `how` (`read`, `edit` of the cited file, `opened` by id, `ran` a
   * command that they tell, `written` a symbol that they name, `resolved`: a run failed as they tell, and passed after an
   * edit).
   */
  used: { notes: "texts", how: "text", file: "text?" },
  /** Notes were corrected by a tool of helix: ids in `notes`, and `how` (`append`, `revise`, `delete`). */
  correction: { notes: "texts", how: "text" },
  /**
   * Something speaks against notes that were shown, which judges none of them: ids in `notes`, and `how` (`prompt`: the
   * next prompt began as a correction, `undone`: an edit of the `file` that they were shown for was taken back, `refused`:
   * it was not allowed).
   */
  doubt: { notes: "texts", how: "text", file: "text?" },
  /** A build or test ended: its name as `run`, and whether it succeeded as `ok`. */
  run: { run: "text", ok: "flag" },
  /**
   * The output of a command was shortened: the client's tool as `by` (`Bash`, `Read`, `Grep`; `run` for `helix run`), the
   * program as `command` (`git log`), the `filter`, the `key` of the original (of a read that was answered by an outline:
   * of the call), and the bytes of it `before`, as the client would have shown it, and `after`, with all that helix added.
   */
  filter: { by: "text", command: "text", filter: "text", key: "text", before: "number", after: "number" },
  /** Something of a shortened output was asked for again: its `key`, and the `bytes` that were shown. */
  fetched: { key: "text", bytes: "number" },
  /**
   * A note that was shown was judged: its id as `note`, the verdict (`helped`, `misled`), by whom (`assistant`, `person`,
   * `report`), for which `task`, so that it counts once, and a hash of the words of the `evidence`, if a text was given.
   */
  feedback: { note: "text", verdict: "text", by: "text", task: "text", evidence: "text?" },
  /**
   * Two notes belong together: their ids, `kind` (`co_occurs`, `causes`, `solves`, `similar`), and the weight that is
   * added; one below 0 takes back.
   */
  edge: { from: "text", to: "text", kind: "text", weight: "number" },
  /** A task was tried: its hash as `task`, the `signature` of the error ("" for none), the hash of the `diff`. */
  attempt: { task: "text", signature: "text", diff: "text", ok: "flag" },
  /**
   * A plan or an exploration, by the hash of its document: `how` is `explored`, `cleared`, `saved`, `questions` (a plan
   * that asks first), `approved` (by a person) or `closed`.
   */
  plan: { plan: "text", how: "text" },
  /** A task of a plan came to an end, or is open again: `delivered`, `blocked`, `reopened`. `report` is a hash. */
  task: { plan: "text", task: "text", status: "text", workspace: "text", report: "text?" },
  /** A workspace began or ended: `started`, `delivered`, `blocked`, `released`, `expired`. */
  workspace: { workspace: "text", plan: "text", task: "text", how: "text" },
  /** A person allowed something beyond the limits of a workspace: what, and the hash of the reason. */
  override: { workspace: "text", allows: "texts", reason: "text" },
  /** A file was edited: `file`; `undone` where the edit turned out not to have happened. */
  edit: { file: "text", undone: "flag?" },
  /**
   * What a session did, of which the single events are only counted any more: when it began and its last event in
   * `begun` and `last`, whether that was its end as `over`, and how often what happened as `counts`.
   */
  worked: { begun: "number", last: "number", over: "flag?", counts: "counts" },
  /** What a session that is over was charged for: `tokens`, weighted by what they cost in relation to input. */
  bill: { tokens: "number" },
  /** Begins a segment that was made of others: `members` are their keys and sizes in bytes. */
  compacted: { members: "counts" },
  /** Events of older segments: their type `of`, their `month`, `counts` by name, the time of the `first` and `last`. */
  total: { of: "text", month: "text", counts: "counts", first: "number", last: "number" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldKind | `${FieldKind}?`>>>>;

export type EventType = keyof typeof EVENT_TYPES;

/** Why a hook holds a note back. Each reason with what `helix hooks why` says. DO NOT CHANGE a key. */
export const REASONS = {
  told: "this conversation has it already",
  superseded: "a newer note says it",
  weak: "holds too little of what was asked",
  beaten: "others fit much better",
  many: "others came first, and no more are shown at once",
  room: "no room was left",
  day: "tells of a day's work",
  failure: "an error that nothing has resolved yet",
  elsewhere: "its source is another file of that name",
  seen: "this conversation has read that file",
  aside: "the prompt asks for no work on code",
  blurred: "nothing stands out",
  docs: "the prompt is about documents",
  unready: "the index of the code is not ready",
  alone: "no server answered in time, and only a server knows the code",
  late: "it was not found in time",
  whole: "an output stays as it is",
  lift: "this session goes without that kind of help, to find out what it is worth (helix lift status)",
} as const;

export type Reason = keyof typeof REASONS;

/** Why a hook was silent. Each reason with what `helix hooks why` says. DO NOT CHANGE a key. */
export const SILENCES = {
  held: "nothing was left to show",
  unknown: "no note is about it",
  words: "the prompt has too few words that tell anything",
  aside: "nothing to look for",
  unread: "the notes could not be read in time",
  off: "hooks.speak is off here (helix config says where)",
  unkept: "the session's file cannot be written, so it would be said again and again",
} as const;

export type Silence = keyof typeof SILENCES;

/** What all events have. */
export interface EventHead {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The client's session; "" where it is not known. */
  readonly session: string;
  /** The subagent; "" for the main conversation. */
  readonly agent: string;
  /** The keys of the project; none outside of projects. */
  readonly project: readonly string[];
}

/** What events of each type say. */
export interface EventBodies {
  readonly shown: {
    readonly hook: string;
    readonly notes: readonly string[];
    readonly said?: readonly string[] | undefined;
    readonly file?: string | undefined;
  };
  readonly answered: { readonly by: string; readonly notes: readonly string[] };
  readonly withheld: {
    readonly hook: string;
    readonly why?: Silence | undefined;
    readonly held?: readonly HeldNote[] | undefined;
    readonly unsaid?: readonly HeldNote[] | undefined;
    readonly file?: string | undefined;
  };
  readonly used: { readonly notes: readonly string[]; readonly how: UseKind; readonly file?: string | undefined };
  readonly correction: { readonly notes: readonly string[]; readonly how: CorrectionKind };
  readonly doubt: { readonly notes: readonly string[]; readonly how: DoubtKind; readonly file?: string | undefined };
  readonly run: { readonly run: string; readonly ok: boolean };
  readonly filter: {
    readonly by: string;
    readonly command: string;
    readonly filter: string;
    readonly key: string;
    readonly before: number;
    readonly after: number;
  };
  readonly feedback: {
    readonly note: string;
    readonly verdict: Verdict;
    readonly by: "assistant" | "person" | "report";
    readonly task: string;
    readonly evidence?: string | undefined;
  };
  readonly edge: { readonly from: string; readonly to: string; readonly kind: EdgeKind; readonly weight: number };
  readonly attempt: { readonly task: string; readonly signature: string; readonly diff: string; readonly ok: boolean };
  readonly plan: { readonly plan: string; readonly how: PlanChange };
  readonly task: {
    readonly plan: string;
    readonly task: string;
    readonly status: "delivered" | "blocked" | "reopened";
    readonly workspace: string;
    readonly report?: string | undefined;
  };
  readonly workspace: {
    readonly workspace: string;
    readonly plan: string;
    readonly task: string;
    readonly how: "started" | "delivered" | "blocked" | "released" | "expired";
  };
  readonly override: { readonly workspace: string; readonly allows: readonly string[]; readonly reason: string };
  readonly fetched: { readonly key: string; readonly bytes: number };
  readonly edit: { readonly file: string; readonly undone?: true | undefined };
  readonly worked: {
    readonly begun: number;
    readonly last: number;
    readonly over?: true | undefined;
    readonly counts: Readonly<Record<string, number>>;
  };
  readonly bill: { readonly tokens: number };
  readonly compacted: { readonly members: Readonly<Record<string, number>> };
  readonly total: {
    readonly of: CountedType;
    readonly month: string;
    readonly counts: Readonly<Record<string, number>>;
    readonly first: number;
    readonly last: number;
  };
}

/** The types that a compaction counts. Events of all others stay as they are. */
export type CountedType = "shown" | "answered" | "withheld" | "used" | "correction" | "doubt" | "run" | "edit";
export type PlanChange = "explored" | "cleared" | "saved" | "questions" | "approved" | "closed";
export type Verdict = "helped" | "misled";
/** How two lessons may belong together. */
export const EDGE_KINDS = ["co_occurs", "causes", "solves", "similar"] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];
export type UseKind = "read" | "edit" | "opened" | "ran" | "written" | "resolved";
export type DoubtKind = "prompt" | "undone" | "refused";
export type CorrectionKind = "append" | "revise" | "delete";

/** A note that was held back: its id, the reason, and the share or score that it had, where the hook weighs. */
export type HeldNote = readonly [id: string, why: Reason, score?: number];

/** An event that is about to be written. */
export type NewEvent = {
  readonly [Type in EventType]: { readonly type: Type } & EventBodies[Type];
}[EventType];

/** An event of the log. */
export type LoggedEvent = EventHead & { readonly id: string } & NewEvent;
