// The embedder of a user's settings. What speaks to servers is loaded when the first text is embedded.
// Invariants:
// - Nothing of this comes from a project.
// - Without a provider there is no embedder: nothing is loaded and no socket is opened.

import { HelixError } from "../base/errors.ts";
import type { Embedder } from "../engine/vectors/embedder.ts";
import { type KeyPorts, type KeySource, keySource, readKey } from "./key-source.ts";
import { isOwnServer, isReadableOnTheWay, ownAddress, serverAddress, shownAddress } from "./server-address.ts";

/** What is configured; null: not set. Names are those of the settings without `embeddings.`. */
export interface EmbeddingSettingValues {
  readonly provider: "none" | "openai";
  readonly url: string | null;
  readonly model: string | null;
  readonly key: string | null;
}

/** Where the key of OpenAI's own server is, if nothing else is configured. */
const USUAL_KEY: KeySource = { from: "env", name: "OPENAI_API_KEY" };
const KEY_SETTING = "embeddings.key";

/** The embedder that is configured; null for none. One that cannot be used says why when it is. Does not throw. */
export function configuredEmbedder(settings: EmbeddingSettingValues, ports: KeyPorts): Embedder | null {
  const { provider, model } = settings;
  if (provider === "none") return null;
  let opened: Promise<Embedder> | null = null;
  return {
    model: model ?? "",
    readableAt: readableAt(settings),
    async embed(texts, options) {
      opened ??= open(settings, ports);
      return (await opened).embed(texts, options);
    },
  };
}

function readableAt({ url }: EmbeddingSettingValues): string | null {
  const address = url !== null && URL.canParse(url) ? new URL(url) : null;
  return address !== null && isReadableOnTheWay(address) ? shownAddress(address) : null;
}

async function open({ url: given, model, key }: EmbeddingSettingValues, ports: KeyPorts): Promise<Embedder> {
  if (model === null)
    throw new HelixError("INVALID_ARGUMENT", "embeddings.model is not set: say which, e.g. nomic-embed-text");
  const url = given === null ? ownAddress("openai") : serverAddress(given, "embeddings.url");
  const usual = isOwnServer(url, "openai") ? USUAL_KEY : null;
  const source = key === null ? usual : keySource(key, KEY_SETTING);
  const { openaiEmbedder } = await import("./openai-embedder.ts");
  const read = async () => (source === null ? null : readKey(source, ports, KEY_SETTING));
  return openaiEmbedder({ url, name: model, key: read });
}
