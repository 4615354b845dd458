// The index of one work tree in one process: keeps up with the tree and with what other processes save.
// Invariants:
// - Views are made one after the other, each from a look at the tree that began after it was asked for.
// - Between two awaits of a view, what it shows does not change. Saving never touches what is shown; what was saved is
//   taken like that of another process.
// - Without a disk to save on, everything is kept in memory, and said.

import { HelixError, messageOf } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { WorkTree } from "../files/work-tree.ts";
import { buildPlanned, type CodeBuilder } from "./code-builder.ts";
import { CodeIndex, INLINE_FILES_MAX, type TreeChanges } from "./code-index.ts";
import { CodeParsing } from "./code-parsing.ts";
import type { CodeSource, CodeView } from "./code-view.ts";
import { CommitHistory } from "./commit-history.ts";
import { DiskTree } from "./disk-tree.ts";
import { rewriting } from "./index-writer.ts";
import type { Manifest } from "./manifest.ts";
import { planRewrite } from "./rewrite-plan.ts";
import type { CodeParser } from "./thread-parser.ts";
import { TreeLook, type TreeLookPorts } from "./tree-look.ts";

/** So much changed text is taken over at once, in code units; and after so much other work has its turn. */
const INLINE_TEXT_MAX = 2 * 1024 * 1024;
const TURN_TEXT = 128 * 1024;
const TURN_FILES = 50;
/** So many files or commits that are in memory only are worth saving. */
const SAVED_MIN = 50;
/** Fewer files of code are parsed when somebody asks. */
const AHEAD_MIN = 20;
/** When saving failed it is tried again after so long, in milliseconds. */
const RETRY_MS = 60_000;
/** An index that was saved longer ago, in milliseconds, is saved again when it is used: so it stays. */
const USED_MS = 86_400_000;
/** How often a view looks again when files kept changing while they were built. */
const ROUNDS_MAX = 3;

type Progress = (done: number, total: number) => void;

export interface CodeServicePorts extends TreeLookPorts {
  /** Where the index is. */
  readonly disk: FileSystem;
  readonly builder: CodeBuilder;
  readonly parser: CodeParser;
  /** Whether code is parsed ahead of the questions, as in a process that stays. */
  readonly parsesAhead: boolean;
  /** A name of small letters and digits that no segment had. */
  readonly newName: () => string;
  /** Waits a moment, while another process writes. */
  readonly pause: () => Promise<void>;
  /** Waits as long as an answer may take that others go before; null: it takes as long as it takes. */
  readonly timeout: (() => Promise<void>) | null;
}

export class CodeService implements CodeSource {
  readonly #tree: WorkTree;
  readonly #ports: CodeServicePorts;
  readonly #index: CodeIndex;
  readonly #look: TreeLook;
  readonly #history = new CommitHistory();
  readonly #parsing: CodeParsing;
  /** The last view that was asked for. */
  #last: Promise<unknown> = Promise.resolve();
  /** How many whole views were asked for and are not made yet. */
  #waiting = 0;
  #announced = new Set<string>();
  #building: Promise<void> | null = null;
  #reading: Promise<unknown> | null = null;
  #onProgress: Progress = () => undefined;
  #failure: { readonly why: string; readonly at: number } | null = null;
  #isElsewhere = false;
  #isClosed = false;
  #remarks: readonly string[] = [];

  /** `folder` is where the index is kept. */
  constructor(tree: WorkTree, folder: string, ports: CodeServicePorts) {
    this.#tree = tree;
    this.#ports = ports;
    const diskTree = new DiskTree(tree, ports);
    this.#index = new CodeIndex(ports.disk, diskTree, folder);
    this.#look = new TreeLook(diskTree, ports);
    this.#parsing = new CodeParsing({ ...ports, root: tree.root, folder });
  }

  view(progress: Progress = () => undefined, signal?: AbortSignal): Promise<CodeView> {
    this.#waiting++;
    return this.#inTurn(async () => {
      this.#onProgress = progress;
      try {
        return await this.#view(signal);
      } finally {
        this.#onProgress = () => undefined;
        this.#waiting--;
      }
    });
  }

  async glance(): Promise<CodeView | null> {
    if (this.#waiting > 0) return null;
    return this.#inTurn(async () => {
      await this.#load();
      const { changed, gone } = await this.#takeOver(await this.#changes(), undefined);
      return this.#viewOf(changed.length + gone.length);
    });
  }

  async parseAll(progress: Progress = () => undefined, signal?: AbortSignal): Promise<void> {
    const { timeout } = this.#ports;
    const over = timeout === null ? null : timeout().then(() => "over" as const);
    await this.view(undefined, signal);
    await waitFor(this.#parse(progress), over, signal);
    // What was saved is taken.
    await this.view(undefined, signal);
  }

  changed(paths: readonly string[]): void {
    for (const path of paths) this.#announced.add(path);
  }

  /** Saves what is in memory only, as at the end of a command, unless another process writes. Does not throw. */
  save(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#building;
      if (this.#isWorthSaving(1)) await this.#begin({ changed: [], gone: [] }, "once");
    });
  }

  /** Ends what is done in the background. A build that was begun is lost. */
  close(): void {
    this.#isClosed = true;
    this.#ports.builder.close();
    this.#parsing.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #view(signal: AbortSignal | undefined): Promise<CodeView> {
    const { timeout } = this.#ports;
    const over = timeout === null ? null : timeout().then(() => "over" as const);
    const wait = (work: Promise<unknown>) => waitFor(work, over, signal);
    let left: TreeChanges = { changed: [], gone: [] };
    for (let round = 0; round < ROUNDS_MAX; round++) {
      await this.#load();
      left = await this.#takeOver(await this.#changes(), signal);
      if (left.changed.length + left.gone.length === 0) break;
      if (this.#isRefused()) {
        left = await this.#takeOver(left, signal, Number.POSITIVE_INFINITY);
        break;
      }
      if (!(await wait(this.#building ?? this.#begin(left, "wait")))) break;
    }
    await this.#readCommits(wait);
    if (this.#building === null && this.#isWorthSaving(SAVED_MIN) && !this.#isRefused()) {
      void this.#begin({ changed: [], gone: [] }, "once");
    }
    const pending = left.changed.length + left.gone.length;
    if (this.#ports.parsesAhead && pending === 0 && this.#parsing.missing(this.#index.live).length > AHEAD_MIN) {
      void this.#parse();
    }
    return this.#viewOf(pending);
  }

  #parse(progress: Progress = () => undefined): Promise<void> {
    return this.#parsing.run(this.#index.live, () => this.#saveParsed(), progress);
  }

  /** Saves what was parsed, unless another process writes. Does not throw. */
  async #saveParsed(): Promise<void> {
    while (this.#building !== null) await this.#building;
    if (this.#parsing.newCount === 0 || this.#isClosed || this.#isRefused()) return;
    if (this.#index.manifest === null) return this.#begin({ changed: [], gone: [] }, "once");
    const { disk, newName } = this.#ports;
    const rewrite = async (manifest: Manifest | null): Promise<Manifest | null> => {
      if (manifest === null || manifest.root !== this.#tree.root) return null;
      this.#parsing.take(manifest.parsed);
      return { ...manifest, parsed: this.#parsing.save(newName, this.#index.live) };
    };
    this.#building = rewriting(disk, this.#index.folder, rewrite)
      .then(
        () => undefined,
        (error: unknown) => this.#fail(error),
      )
      .finally(() => {
        this.#building = null;
      });
    await this.#building;
  }

  #fail(error: unknown): void {
    this.#failure = { why: messageOf(error, 300), at: this.#ports.now() };
  }

  /** Takes what other processes and threads saved. */
  async #load(): Promise<void> {
    this.#index.load();
    if (!(await this.#index.isSound(this.#ports.takeTurn))) this.#index.giveUp();
    this.#parsing.take(this.#index.manifest?.parsed ?? []);
    if (this.#reading === null && !this.#history.isOf(this.#index.manifest)) {
      this.#history.load(this.#index.commits, this.#index.manifest);
    }
  }

  /** What differs between the tree as it is now and the index. */
  async #changes(): Promise<TreeChanges> {
    const announced = this.#announced;
    this.#announced = new Set();
    for (const path of announced)
      if (this.#index.live.place(path) === null && this.#index.tree.excludedBy?.(path) == null) this.#look.listAgain();
    const listing = await this.#look.look();
    this.#remarks = listing.remarks;
    const { changed, gone } = await this.#index.compare(listing, this.#ports.takeTurn);
    if (announced.size === 0) return { changed, gone };
    // What was announced goes first.
    const listed = new Set(listing.files.map(({ path }) => path));
    return { changed: [...new Set([...[...announced].filter((path) => listed.has(path)), ...changed])], gone };
  }

  /** Takes changes over in memory, as far as there is room. Returns what is left. */
  async #takeOver(
    { changed, gone }: TreeChanges,
    signal: AbortSignal | undefined,
    textMax = INLINE_TEXT_MAX,
  ): Promise<TreeChanges> {
    const isBounded = textMax === INLINE_TEXT_MAX;
    // Nothing of a tree that is new is known: all of it is built.
    if (isBounded && this.#index.live.count === 0 && changed.length > INLINE_FILES_MAX) return { changed, gone };
    let files = isBounded ? INLINE_FILES_MAX : Number.POSITIVE_INFINITY;
    let room = textMax;
    let sinceTurn = 0;
    const left: string[] = [];
    for (const [at, path] of changed.entries()) {
      const isKnown = this.#index.live.place(path) !== null;
      const size = files > 0 || isKnown ? this.#index.update(path, files > 0 ? room : 0) : null;
      if (size === null) left.push(path);
      else if (size > 0) {
        files--;
        room -= size;
        sinceTurn += size;
      }
      if (sinceTurn < TURN_TEXT && at % TURN_FILES !== 0) continue;
      sinceTurn = 0;
      if (!isBounded) this.#onProgress(at, changed.length);
      throwIfAborted(signal);
      await this.#ports.takeTurn();
    }
    // That a file is gone costs nothing to take over.
    this.#index.remove(gone);
    return { changed: left, gone: [] };
  }

  async #readCommits(wait: (work: Promise<unknown>) => Promise<boolean>): Promise<void> {
    const { root, repository } = this.#tree;
    // Commits of a repository that is gone are reached no more.
    this.#reading ??= this.#history
      .refresh(this.#ports, repository === null ? null : { root, repository }, this.#look.head, this.#ports.takeTurn)
      .finally(() => {
        this.#reading = null;
      });
    await wait(this.#reading);
  }

  #isWorthSaving(count: number): boolean {
    const { manifest, live } = this.#index;
    if (manifest !== null && this.#ports.wallMs() - manifest.lookedAt > USED_MS) return true;
    if (live.putCount >= count || this.#parsing.newCount >= count) return true;
    return this.#reading === null && this.#history.newCount >= count;
  }

  #isRefused(): boolean {
    return this.#failure !== null && this.#ports.now() - this.#failure.at < RETRY_MS;
  }

  #begin(changes: TreeChanges, mode: "wait" | "once"): Promise<void> {
    this.#building = this.#build(changes, mode).finally(() => {
      this.#building = null;
    });
    return this.#building;
  }

  /** Saves what is in memory and the changes; does not throw. `wait`: until another process that writes is done. */
  async #build(changes: TreeChanges, mode: "wait" | "once"): Promise<void> {
    const manifest = this.#index.manifest;
    const plan = planRewrite(this.#index.live, manifest?.generations ?? [], changes);
    const { folder } = this.#index;
    const { disk, builder, newName, wallMs } = this.#ports;
    const total = plan.paths.length;
    // When another process saved meanwhile, the plan is for what is no more.
    const isOfUse = () => !this.#isClosed && this.#index.manifest === manifest && this.#index.isLatest;
    try {
      for (;;) {
        if (!isOfUse()) break;
        const hasWritten = await rewriting(disk, folder, async (): Promise<Manifest | null> => {
          if (!isOfUse()) return null;
          const built = await buildPlanned(builder, this.#tree.root, folder, plan, newName, (done) =>
            this.#onProgress(done, total),
          );
          const commits = this.#savedCommits(manifest);
          const parsed = this.#parsing.save(newName, this.#index.live);
          const generations = [...plan.kept, ...built];
          return { root: this.#tree.root, generations, parsed, lookedAt: wallMs(), ...commits };
        });
        this.#isElsewhere = !hasWritten;
        if (hasWritten || mode === "once") break;
        await this.#ports.pause();
      }
      this.#failure = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The commits that the new manifest names; what is being read is saved another time. */
  #savedCommits(manifest: Manifest | null): Pick<Manifest, "commits" | "head" | "unreached"> {
    if (this.#reading === null && this.#history.isOf(manifest)) {
      return this.#history.save(this.#ports.disk, this.#index.folder, this.#ports.newName);
    }
    const { commits = [], head = null, unreached = [] } = manifest ?? {};
    return { commits, head, unreached };
  }

  #viewOf(pending: number): CodeView {
    const index = this.#index;
    const history = this.#history;
    const { live } = index;
    return {
      tree: index.tree,
      live,
      pending,
      remarks: [...this.#remarks, ...history.remarks, ...this.#ownRemarks(pending)],
      get generations() {
        return live.searched;
      },
      get totals() {
        return live.totals;
      },
      commits: history.searched,
      parsed: this.#parsing.of(live),
      nameNow: (path) => history.renames.nameNow(path, (each) => live.place(each) !== null),
      namesBefore: (path) => history.renames.namesBefore(path, (each) => live.place(each) !== null),
      placeOf: (path) => live.place(path),
      isCurrent: index.looks(),
    };
  }

  #ownRemarks(pending: number): string[] {
    const remarks: string[] = [];
    if (pending > 0) {
      const who = this.#isElsewhere ? "another process is building the index" : "they are being read";
      remarks.push(`${counted(pending, "new or changed file is", "new or changed files are")} not in yet: ${who}`);
    }
    if (this.#failure !== null) remarks.push(`the index could not be saved: ${this.#failure.why}`);
    if (this.#reading !== null) remarks.push("commits are still being read");
    return remarks;
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new HelixError("CANCELLED", "cancelled");
}

/** Waits for work; false when the time was over first. Throws CANCELLED. */
async function waitFor(
  work: Promise<unknown>,
  over: Promise<"over"> | null,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  throwIfAborted(signal);
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<"aborted">((resolve) => {
    onAbort = () => resolve("aborted");
    signal?.addEventListener("abort", onAbort);
  });
  try {
    const first = await Promise.race([work, ...(over === null ? [] : [over]), aborted]);
    throwIfAborted(signal);
    return first !== "over";
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}
