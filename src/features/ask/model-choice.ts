// Which model a question goes to: flags before what is configured.
// Invariants:
// - What is configured for one server is not used for another: neither its key, nor its name for a model.
// - Nothing of this comes from a project.

import { invalid } from "../../base/errors.ts";
import { type KeySource, keySource } from "../../models/key-source.ts";
import { PROVIDERS, type Provider } from "../../models/model.ts";
import { isOwnServer, ownAddress, serverAddress } from "../../models/server-address.ts";

/** What is configured; null: not set. Names are those of the settings without `model.`. */
export interface ModelSettingValues {
  readonly provider: string;
  readonly url: string | null;
  readonly name: string | null;
  readonly key: string | null;
  readonly maxTokens: number;
}

/** What a call says instead. */
export interface ModelFlags {
  readonly provider?: string | undefined;
  readonly url?: string | undefined;
  readonly model?: string | undefined;
}

export interface ModelChoice {
  readonly provider: Provider;
  readonly url: URL;
  readonly name: string;
  /** Null: the server gets no key. */
  readonly key: KeySource | null;
  readonly maxTokens: number;
}

/** Where the key of a provider's own server is, if nothing else is configured. */
const USUAL_KEYS: Readonly<Record<Provider, string>> = { openai: "OPENAI_API_KEY", anthropic: "ANTHROPIC_API_KEY" };
const UNCONFIGURED =
  "no model is configured, so nothing was sent: set model.provider, model.url and model.name, e.g. helix config set model.provider openai, or give --provider openai --url http://localhost:11434/v1 --model qwen3-coder";

/** The model that is meant. Throws INVALID_ARGUMENT where none is, or what is said of it cannot be. */
export function chooseModel(flags: ModelFlags, configured: ModelSettingValues): ModelChoice {
  const provider = providerOf(flags.provider ?? configured.provider, flags.provider !== undefined);
  // Where no provider is configured, flags complete what is.
  const isOpen = configured.provider === "none";
  const settings = isOpen || provider === configured.provider ? configured : { url: null, name: null, key: null };
  const configuredUrl = settings.url === null ? ownAddress(provider) : serverAddress(settings.url, "model.url");
  const url = flags.url === undefined ? configuredUrl : serverAddress(flags.url, "--url");
  const isSameServer = url.origin === configuredUrl.origin || (isOpen && settings.url === null);
  const name = flags.model ?? (isSameServer ? settings.name : null);
  if (name === null) {
    throw invalid(
      `which model of ${url.host} is meant is not said: set model.name, or give --model, e.g. --model ${provider === "anthropic" ? "claude-sonnet-5-5" : "qwen3-coder"}`,
    );
  }
  const key = isSameServer && settings.key !== null ? keySource(settings.key) : usualKey(url, provider);
  return { provider, url, name, key, maxTokens: configured.maxTokens };
}

function providerOf(given: string, isFlag: boolean): Provider {
  const known = PROVIDERS.find((each) => each === given.trim().toLowerCase());
  if (known !== undefined) return known;
  if (!isFlag) throw invalid(UNCONFIGURED);
  throw invalid(
    `--provider ${JSON.stringify(given.slice(0, 40))} is not accepted: give one of ${PROVIDERS.join(", ")}, e.g. --provider openai (it is right for Ollama and most local servers)`,
  );
}

/** The key of a provider's own server; a server elsewhere gets none that was not configured for it. */
function usualKey(url: URL, provider: Provider): KeySource | null {
  return isOwnServer(url, provider) ? { from: "env", name: USUAL_KEYS[provider] } : null;
}
