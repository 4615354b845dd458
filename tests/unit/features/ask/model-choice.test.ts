// Which model is asked, and with which key: what is configured for one server is never used for another.

import { expect, test } from "vitest";
import { chooseModel, type ModelFlags, type ModelSettingValues } from "../../../../src/features/ask/model-choice.ts";
import { shownSource } from "../../../../src/models/key-source.ts";

const NOTHING: ModelSettingValues = { provider: "none", url: null, name: null, key: null, maxTokens: 4096 };
const LOCAL = { ...NOTHING, provider: "openai", url: "http://localhost:11434/v1", name: "qwen3" };
const OWN = { ...NOTHING, provider: "openai", name: "gpt-x", key: "env:WORK_KEY" };
const CLAUDE = { ...NOTHING, provider: "anthropic", name: "claude-x" };

function chosen(flags: ModelFlags, configured: ModelSettingValues): string {
  const { provider, url, name, key } = chooseModel(flags, configured);
  return `${provider} ${url} ${name} ${key === null ? "no key" : shownSource(key)}`;
}

test.each([
  [{}, LOCAL, "openai http://localhost:11434/v1 qwen3 no key"],
  [{}, { ...LOCAL, key: "keychain:local" }, "openai http://localhost:11434/v1 qwen3 keychain:local"],
  [{}, OWN, "openai https://api.openai.com/v1 gpt-x env:WORK_KEY"],
  [{}, { ...OWN, key: null }, "openai https://api.openai.com/v1 gpt-x env:OPENAI_API_KEY"],
  [{}, CLAUDE, "anthropic https://api.anthropic.com/ claude-x env:ANTHROPIC_API_KEY"],
  [{ model: "other" }, OWN, "openai https://api.openai.com/v1 other env:WORK_KEY"],
  // Another server, or another provider: nothing of what is configured goes there.
  [{ url: "http://elsewhere/v1", model: "m" }, OWN, "openai http://elsewhere/v1 m no key"],
  [{ url: "https://api.openai.com.evil/v1", model: "m" }, OWN, "openai https://api.openai.com.evil/v1 m no key"],
  [{ url: "http://api.openai.com/v1", model: "m" }, OWN, "openai http://api.openai.com/v1 m no key"],
  [{ provider: "anthropic", model: "m" }, OWN, "anthropic https://api.anthropic.com/ m env:ANTHROPIC_API_KEY"],
  [{ provider: "OpenAI", model: "m" }, CLAUDE, "openai https://api.openai.com/v1 m env:OPENAI_API_KEY"],
  // Flags complete what is configured for no provider.
  [{ provider: "openai", url: "http://h/v1" }, { ...NOTHING, name: "m", key: "env:K" }, "openai http://h/v1 m env:K"],
  [{ provider: "openai", url: "http://h/v1", model: "m" }, NOTHING, "openai http://h/v1 m no key"],
])("%j of %j", (flags, configured, expected) => {
  expect(chosen(flags, configured)).toBe(expected);
});

test.each([
  [{}, NOTHING, "no model is configured, so nothing was sent: set model.provider"],
  [{ model: "m" }, NOTHING, "no model is configured, so nothing was sent"],
  [{ provider: "ollama" }, LOCAL, '--provider "ollama" is not accepted: give one of openai, anthropic'],
  [{ url: "http://elsewhere/v1" }, LOCAL, "which model of elsewhere is meant is not said: set model.name"],
  [{ url: "elsewhere" }, LOCAL, '--url "elsewhere" is no address'],
  [{}, { ...LOCAL, url: "elsewhere" }, 'model.url "elsewhere" is no address'],
  [{}, { ...LOCAL, key: "abcdef" }, "model.key says where the key comes from"],
])("%j of %j is refused", (flags, configured, line) => {
  expect(() => chooseModel(flags, configured)).toThrow(line);
});
