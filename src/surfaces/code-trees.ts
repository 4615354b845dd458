// The indexes of work trees that one process works with. An index is kept as long as the process runs and the tree has
// the repository that it had.

import { tmpdir } from "node:os";
import { HelixError, invalid, orNull } from "../base/errors.ts";
import { encodeUtf8 } from "../base/utf8.ts";
import { type PathExclusion, pathExclusion } from "../code/files/path-exclusion.ts";
import { findWorkTree, plainTree, type WorkTree } from "../code/files/work-tree.ts";
import { loadMask } from "../code/shown-code.ts";
import { BRIEF_MAP_NAME, type BriefMap } from "../code/store/brief-map-file.ts";
import { inProcessBuilder } from "../code/store/code-builder.ts";
import {
  CODE_BYTES_MAX,
  codeDirectory,
  codeFolder,
  forgetTree,
  keptTrees,
  sweepTrees,
} from "../code/store/code-folders.ts";
import { CodeService } from "../code/store/code-service.ts";
import type { CodeTree, CodeTrees } from "../code/store/code-trees.ts";
import { CodeVectors } from "../code/store/code-vectors.ts";
import { DiskFiles } from "../code/store/disk-files.ts";
import { type Manifest, readManifest } from "../code/store/manifest.ts";
import { threadBuilder } from "../code/store/thread-builder.ts";
import { type CodeParser, threadParser } from "../code/store/thread-parser.ts";
import type { Configuration } from "../config/configuration.ts";
import type { Embedder } from "../engine/vectors/embedder.ts";
import { takingTurns } from "../notes/store/long-work.ts";
import { replaceWhole } from "../platform/atomic-file.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";
import { diskFiles } from "../platform/disk-small-files.ts";
import type { GitPorts } from "../platform/git/git-program.ts";
import { removeIfEmpty } from "../platform/path-facts.ts";
import { systemPrograms } from "../platform/programs.ts";
import { diskSourceFiles } from "../platform/source-files.ts";
import { BackgroundEmbedding } from "./background-embedding.ts";
import { ConfiguredEmbedders } from "./embedding.ts";
import { homeDirectory } from "./environment.ts";
import { type Host, thisProcess } from "./host.ts";
import { ProjectSettings } from "./settings.ts";
import { timeoutScale } from "./timeout-scale.ts";

/** How long an answer of a server waits for an index that is built, in milliseconds; then it says what is not in yet. */
const ANSWER_TIMEOUT_MS = 20_000;
/** How long to wait before another process's lock is tried again, in milliseconds. */
const PAUSE_MS = 50;
/** A server removes so many indexes, so that no call waits for it. */
const SWEPT_MAX = 20;
const NAME_DIGITS = 36;

const folderPorts = { disk: diskFileSystem, removeFolder: removeIfEmpty };

interface OpenedTree {
  readonly tree: CodeTree;
  readonly service: () => CodeService;
  readonly embedding: BackgroundEmbedding | null;
  readonly repository: WorkTree["repository"];
}

export class DiskCodeTrees implements CodeTrees {
  readonly #knowledgeBase: string;
  /** Of a server: does something when nobody waits for an answer. Null for a command. */
  readonly #whenIdle: ((work: () => void) => void) | null;
  readonly #parserOf: (root: string) => CodeParser;
  #isSwept = false;
  /** What is being written. */
  readonly #keeping = new Set<Promise<void>>();
  readonly #trees = new Map<string, OpenedTree>();
  readonly #settings: ProjectSettings;
  readonly #host: Host;

  /**
   * `knowledgeBase`: its directory. A server, which knows when it is idle, builds in threads, answers before a long build
   * ends, and removes once what nobody needs any more. `parserOf` makes the parser of the tree at a root.
   */
  constructor(
    knowledgeBase: string,
    whenIdle: ((work: () => void) => void) | null,
    parserOf: (root: string) => CodeParser = () => threadParser(whenIdle === null),
    host: Host = thisProcess,
  ) {
    this.#host = host;
    this.#knowledgeBase = knowledgeBase;
    this.#parserOf = parserOf;
    this.#settings = new ProjectSettings(knowledgeBase, host);
    this.#whenIdle = whenIdle;
  }

  open(folder: string, isAsked: boolean): CodeTree {
    return this.#open(this.#find(folder, isAsked));
  }

  openAlone(folder: string): CodeTree {
    const tree = plainTree(folder, diskFiles);
    // What is turned off around it is turned off in it.
    const around = orNull(() => this.#find(tree.root, false));
    if (around !== null) this.#refuseWhereOff(around.root);
    return this.#open(tree);
  }

  #refuseWhereOff(root: string): void {
    const off = whereOff(this.#settings.at(root));
    if (off !== null) throw invalid(`code is turned off here by code.index of ${off}`);
  }

  #open(tree: WorkTree): CodeTree {
    this.#refuseWhereOff(tree.root);
    if (!this.#isSwept) this.#whenIdle?.(() => this.#sweep(tree.root, SWEPT_MAX));
    this.#isSwept = true;
    const known = this.#trees.get(tree.root);
    if (known !== undefined && isSameRepository(known.repository, tree.repository)) return known.tree;
    // `.git` was taken away, put back, led elsewhere or configured: what is saved still serves.
    this.#close(known);
    const opened = this.#opened(tree);
    this.#trees.set(tree.root, opened);
    return opened.tree;
  }

  /** Whether something is kept of any tree. */
  get isUsed(): boolean {
    return diskFileSystem.list(codeDirectory(this.#knowledgeBase)).length > 0;
  }

  kept(folder: string): { files: number; isExact: boolean } | null {
    const root = orNull(() => this.#find(folder, false).root);
    if (root !== null && whereOff(this.#settings.at(root)) !== null) return null;
    const generations = root === null ? undefined : this.#manifest(root)?.generations;
    if (generations === undefined) return null;
    return { files: generations.reduce((sum, { files }) => sum + files, 0), isExact: generations.length < 2 };
  }

  async forget(folder: string): Promise<{ root: string; bytes: number } | null> {
    const root = this.#rootAt(folder);
    const known = this.#trees.get(root);
    this.#trees.delete(root);
    this.#close(known);
    const bytes = this.#kept(root)?.bytes ?? 0;
    const outcome = forgetTree(folderPorts, this.#knowledgeBase, root);
    if (outcome === "busy") {
      throw new HelixError("LOCKED", `another process builds the index of ${root}: try again when it is done`);
    }
    return outcome === "none" && known === undefined ? null : { root, bytes };
  }

  /** Saves what is in memory only, and removes what nobody needs any more. Does not throw. */
  async leaveTidy(): Promise<void> {
    await Promise.all(this.#keeping);
    for (const [root, { service }] of this.#trees) {
      await service().save();
      this.#sweep(root);
    }
  }

  /** Removes indexes that nobody needs any more, but not that of `root`. Does not throw. */
  #sweep(root: string, most?: number): void {
    const isThere = (each: string) => diskFiles.kind(each) === "directory";
    sweepTrees(folderPorts, this.#knowledgeBase, codeFolder(this.#knowledgeBase, root), isThere, CODE_BYTES_MAX, most);
  }

  close(): void {
    for (const opened of this.#trees.values()) this.#close(opened);
    this.#trees.clear();
  }

  #close(opened: OpenedTree | undefined): void {
    opened?.embedding?.close();
    opened?.service().close();
  }

  /** The root of the tree around a folder; the folder itself where there is none, as of a tree that is gone. */
  #rootAt(folder: string): string {
    return orNull(() => this.#find(folder, true).root) ?? diskFiles.realPath(folder) ?? folder;
  }

  /** Writes the lines beside the index, which is saved first: a small one may be in memory only. Does not throw. */
  async #keepMap(root: string, service: CodeService, map: BriefMap): Promise<void> {
    await service.save();
    if (this.#manifest(root) === null) return;
    const path = `${codeFolder(this.#knowledgeBase, root)}/${BRIEF_MAP_NAME}`;
    orNull(() => replaceWhole(diskFileSystem, path, encodeUtf8(JSON.stringify(map))));
  }

  #manifest(root: string): Manifest | null {
    const manifest = readManifest(diskFileSystem, codeFolder(this.#knowledgeBase, root));
    return manifest?.root === root ? manifest : null;
  }

  #kept(root: string) {
    const folder = codeFolder(this.#knowledgeBase, root);
    return keptTrees(diskFileSystem, this.#knowledgeBase).find((each) => each.folder === folder);
  }

  /** A folder that somebody asked for once counts until it is forgotten. */
  #find(folder: string, isAsked: boolean): WorkTree {
    const real = diskFiles.realPath(folder) ?? folder;
    const wasAsked = !isAsked && (this.#trees.has(real) || this.#manifest(real) !== null);
    return findWorkTree({ folder, isAsked: isAsked || wasAsked, home: homeDirectory(this.#host), files: diskFiles });
  }

  /** The vectors of a tree, as it is configured now. */
  #vectorsOf(root: string): () => CodeVectors | null {
    const embedders = new ConfiguredEmbedders(root);
    let last: { readonly embedder: Embedder; readonly vectors: CodeVectors } | null = null;
    return () => {
      const embedder = embedders.of("code", this.#settings.at(root));
      if (embedder === null) return null;
      if (last?.embedder !== embedder) {
        const folder = codeFolder(this.#knowledgeBase, root);
        last = { embedder, vectors: new CodeVectors(diskFileSystem, folder, embedder) };
      }
      return last.vectors;
    };
  }

  #opened(tree: WorkTree): OpenedTree {
    const files = { sources: diskSourceFiles, wallMs: () => Date.now() };
    const sleep = (milliseconds: number) =>
      new Promise<void>((resolve) => void setTimeout(resolve, milliseconds).unref());
    const vectors = this.#vectorsOf(tree.root);
    const embedding =
      this.#whenIdle === null ? null : new BackgroundEmbedding((signal) => embedTree(vectors(), service, signal));
    const make = () =>
      new CodeService(tree, codeFolder(this.#knowledgeBase, tree.root), {
        ...files,
        ...gitPorts(this.#knowledgeBase, this.#host),
        exclusion: () => exclusionIn(this.#settings.at(tree.root)),
        takeTurn: takingTurns({}),
        now: () => performance.now(),
        disk: diskFileSystem,
        builder:
          this.#whenIdle !== null ? threadBuilder() : inProcessBuilder(diskFileSystem, new DiskFiles(tree.root, files)),
        parser: this.#parserOf(tree.root),
        parsesAhead: this.#whenIdle !== null,
        newName,
        pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
        onIndexed: () => (vectors() === null ? undefined : embedding?.asked()),
        timeout: this.#whenIdle !== null ? () => sleep(ANSWER_TIMEOUT_MS * timeoutScale) : null,
      });
    let service = make();
    const opened: CodeTree = {
      root: tree.root,
      get source() {
        return service;
      },
      vectors,
      excludedBy: (path) => exclusionIn(this.#settings.at(tree.root)).by(path),
      stored: () => {
        const kept = this.#kept(tree.root);
        return { bytes: kept?.bytes ?? 0, savedAt: kept === undefined || kept.lookedAt === 0 ? null : kept.lookedAt };
      },
      keepMap: (map) => {
        const kept = this.#keepMap(tree.root, service, map).finally(() => this.#keeping.delete(kept));
        this.#keeping.add(kept);
      },
      rebuild: async () => {
        service.close();
        forgetTree(folderPorts, this.#knowledgeBase, tree.root);
        service = make();
      },
    };
    return { tree: opened, service: () => service, embedding, repository: tree.repository };
  }
}

/** Embeds what of a tree has no vectors, as it is now. Throws what the embedder and the disk throw. */
async function embedTree(vectors: CodeVectors | null, service: CodeService, signal: AbortSignal): Promise<void> {
  const view = vectors === null ? null : await service.glance();
  if (vectors === null || view === null) return;
  await vectors.embedMissing(view, { mask: await loadMask(), signal, takeTurn: takingTurns({ signal }) });
}

/** How git is run, with temporary folders in the knowledge base directory. */
export function gitPorts(knowledgeBase: string, host: Host = thisProcess) {
  return {
    programs: systemPrograms,
    files: diskFiles,
    // A knowledge base that cannot be written to must not keep git from being asked.
    scratch: [codeDirectory(knowledgeBase), tmpdir()],
    searchPath: host.environment.PATH ?? "",
    home: homeDirectory(host),
    configHome: host.environment.XDG_CONFIG_HOME ?? "",
  } satisfies GitPorts;
}

/** What turns the index off: a file or a variable; null where it is on. */
function whereOff(configuration: Configuration): string | null {
  return configuration.value("code.index") === "off" ? configuration.origin("code.index").where : null;
}

const exclusions = new WeakMap<Configuration, PathExclusion>();

/** What a configuration leaves out of the index. */
function exclusionIn(configuration: Configuration): PathExclusion {
  const known = exclusions.get(configuration) ?? pathExclusion(configuration.exclusions);
  exclusions.set(configuration, known);
  return known;
}

/** A name that no segment had: the time, then chance. */
function newName(): string {
  return `${Date.now().toString(NAME_DIGITS)}-${Math.floor(Math.random() * 2 ** 40).toString(NAME_DIGITS)}`;
}

function isSameRepository(a: WorkTree["repository"], b: WorkTree["repository"]): boolean {
  if (a === null || b === null) return a === b;
  return a.gitDirectory === b.gitDirectory && a.common === b.common && a.config === b.config && a.isOwn === b.isOwn;
}
