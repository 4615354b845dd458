// The embedder that is configured for a project, for its code or for the notes. Without one nothing is loaded.

import type { Configuration } from "../config/configuration.ts";
import type { Embedder } from "../engine/vectors/embedder.ts";
import { configuredEmbedder } from "../models/embedder.ts";
import { NoteVectors } from "../notes/store/note-vectors.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";
import { systemPrograms } from "../platform/programs.ts";
import { type Host, thisProcess } from "./host.ts";
import { ProjectSettings } from "./settings.ts";
import { timeoutScale } from "./timeout-scale.ts";

/** Finds embedders: the same one as long as the settings are the same. */
export class ConfiguredEmbedders {
  readonly #distrusted: string;
  #last: { readonly key: string; readonly embedder: Embedder | null } = { key: "", embedder: null };

  /** `distrusted`: the project, whose programs are never run. */
  constructor(distrusted: string) {
    this.#distrusted = distrusted;
  }

  /** The embedder for code or for notes; null where none is configured. */
  of(what: "code" | "notes", configuration: Configuration): Embedder | null {
    const provider = configuration.value("embeddings.provider");
    const covered = configuration.value("embeddings.of");
    if (provider === "none" || (covered !== "both" && covered !== what)) return null;
    const settings = {
      provider,
      url: configuration.value("embeddings.url"),
      model: configuration.value("embeddings.model"),
      key: configuration.value("embeddings.key"),
    };
    const key = JSON.stringify(settings);
    if (this.#last.key !== key) {
      const { env: environment, platform } = process;
      const ports = { environment, programs: systemPrograms, platform, distrusted: this.#distrusted };
      this.#last = { key, embedder: patient(configuredEmbedder(settings, ports)) };
    }
    return this.#last.embedder;
  }
}

/** An embedder whose deadlines are as many times as long as all of helix's. */
function patient(embedder: Embedder | null): Embedder | null {
  if (embedder === null || timeoutScale === 1) return embedder;
  return {
    ...embedder,
    embed: (texts, { deadlineMs, ...options } = {}) =>
      embedder.embed(texts, { ...options, ...(deadlineMs !== undefined && { deadlineMs: deadlineMs * timeoutScale }) }),
  };
}

/** Finds the vectors of the notes in a knowledge base directory, as they are configured now. `root`: the project. */
export function noteVectorsOf(
  directory: string,
  root: string | null,
  host: Host = thisProcess,
): () => NoteVectors | null {
  const settings = new ProjectSettings(directory, host);
  const embedders = new ConfiguredEmbedders(root ?? "/");
  let last: { readonly embedder: Embedder; readonly vectors: NoteVectors } | null = null;
  return () => {
    const embedder = embedders.of("notes", settings.at(root));
    if (embedder === null) return null;
    if (last?.embedder !== embedder) {
      last = { embedder, vectors: new NoteVectors(diskFileSystem, directory, embedder) };
    }
    return last.vectors;
  };
}
