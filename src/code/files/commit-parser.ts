// Reads what `git log` writes, piece by piece: names, times, messages and changed paths of commits.
//
// Invariants:
// - A message of any length takes bounded memory, and so does a commit that changes any number of files.

/** How git is told to write a commit; with `-z --name-status`, changed paths follow, each with a status in front. */
export const COMMIT_FORMAT = "format:commit %H%x00%ct%x00%s%x00%b%x00";

/** A changed path. */
export interface Change {
  /** Added, modified (in its type too), deleted, renamed. */
  readonly kind: "added" | "modified" | "deleted" | "renamed";
  readonly path: string;
  /** The path before, of what was renamed; else null. */
  readonly from: string | null;
}

export interface Commit {
  /** The first 16 digits of its name. */
  readonly name: string;
  /** When it was made, in seconds since 1970. */
  readonly time: number;
  readonly subject: string;
  readonly body: string;
  readonly changes: readonly Change[];
  /** How many paths it changed, those included that are left out of `changes`. */
  readonly changed: number;
}

export const NAME_DIGITS = 16;
/** Bounds of a commit: bytes of its subject and of its body, and how many changes are kept. */
const SUBJECT_BYTES_MAX = 1000;
const BODY_BYTES_MAX = 4000;
const PATH_BYTES_MAX = 8192;
export const CHANGES_MAX = 1000;

const HEADER = /^commit ([0-9a-f]{40,64})$/;
const STATUS = /^\n?([A-Z])\d*$/;
const KINDS: Readonly<Record<string, Change["kind"]>> = { A: "added", D: "deleted", R: "renamed", C: "added" };
const NUL = 0;

type Field = "time" | "subject" | "body" | "status" | "from" | "path";
const FIELD_BYTES: Readonly<Record<Field, number>> = {
  time: 32,
  subject: SUBJECT_BYTES_MAX,
  body: BODY_BYTES_MAX,
  status: 128,
  from: PATH_BYTES_MAX,
  path: PATH_BYTES_MAX,
};

/** Turns pieces of output into commits. */
export class CommitParser {
  readonly #take: (commit: Commit) => void;
  readonly #isUsable: (path: string) => boolean;
  #field: Field = "status";
  #part: Uint8Array[] = [];
  #partBytes = 0;
  #status = "M";
  #from: string | null = null;
  #commit: { name: string; time: number; subject: string; body: string; changes: Change[]; changed: number } | null =
    null;

  /** `isUsable` says which paths are kept. */
  constructor(take: (commit: Commit) => void, isUsable: (path: string) => boolean) {
    this.#take = take;
    this.#isUsable = isUsable;
  }

  /** Takes the next piece of output. */
  write(bytes: Uint8Array): void {
    let from = 0;
    for (let end = bytes.indexOf(NUL); end >= 0; end = bytes.indexOf(NUL, from)) {
      this.#keep(bytes.subarray(from, end));
      this.#finishField();
      from = end + 1;
    }
    if (from < bytes.length) this.#keep(bytes.slice(from));
  }

  /** Says that the output is complete; the last commit is handed on. */
  end(): void {
    // Without a changed path, the last field of the last commit has no end.
    if (this.#commit !== null && this.#field === "status") this.#take(this.#commit);
    this.#commit = null;
  }

  /** Keeps a part of the field as far as the field's bound allows. */
  #keep(bytes: Uint8Array): void {
    const room = FIELD_BYTES[this.#field] - this.#partBytes;
    if (room <= 0 || bytes.length === 0) return;
    const kept = bytes.length > room ? bytes.subarray(0, room) : bytes;
    this.#part.push(kept);
    this.#partBytes += kept.length;
  }

  #finishField(): void {
    const bytes = this.#part.length === 1 ? this.#part[0]! : Buffer.concat(this.#part);
    const text = new TextDecoder().decode(bytes);
    const isCut = this.#partBytes >= FIELD_BYTES[this.#field];
    this.#part = [];
    this.#partBytes = 0;
    this.#receive(text, isCut);
  }

  #receive(text: string, isCut: boolean): void {
    const commit = this.#commit;
    if (this.#field === "status" || commit === null) {
      this.#receiveStatus(text);
    } else if (this.#field === "time") {
      commit.time = Number(text) || 0;
      this.#field = "subject";
    } else if (this.#field === "subject") {
      commit.subject = isCut ? withoutCutCharacter(text) : text;
      this.#field = "body";
    } else if (this.#field === "body") {
      commit.body = (isCut ? withoutCutCharacter(text) : text).trimEnd();
      this.#field = "status";
    } else if (this.#field === "from") {
      this.#from = text;
      this.#field = "path";
    } else {
      this.#addChange(commit, isCut ? "" : text);
      this.#field = "status";
    }
  }

  #receiveStatus(text: string): void {
    const name = HEADER.exec(text)?.[1];
    if (name !== undefined) {
      this.end();
      this.#commit = { name: name.slice(0, NAME_DIGITS), time: 0, subject: "", body: "", changes: [], changed: 0 };
      this.#field = "time";
      return;
    }
    const status = STATUS.exec(text)?.[1];
    // Commits are separated by an empty field.
    if (status === undefined) return;
    this.#status = status;
    this.#from = null;
    this.#field = status === "R" || status === "C" ? "from" : "path";
  }

  #addChange(commit: { changes: Change[]; changed: number }, path: string): void {
    commit.changed++;
    if (commit.changes.length >= CHANGES_MAX || !this.#isUsable(path)) return;
    const kind = KINDS[this.#status] ?? "modified";
    const isFrom = kind === "renamed" && this.#from !== null && this.#isUsable(this.#from);
    commit.changes.push({
      kind: kind === "renamed" && !isFrom ? "added" : kind,
      path,
      from: isFrom ? this.#from : null,
    });
  }
}

/** A text that was cut within a character ends without it. */
function withoutCutCharacter(text: string): string {
  return text.replace(/\ufffd+$/, "");
}
