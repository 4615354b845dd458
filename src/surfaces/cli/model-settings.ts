// The settings of the model, from the environment.

import type { ModelSettingValues } from "../../features/ask/model-choice.ts";

/** Reads the settings. */
export function modelSettings(_knowledgeBase: string): ModelSettingValues {
  const { HELIX_MODEL_PROVIDER, HELIX_MODEL_URL, HELIX_MODEL_NAME, HELIX_MODEL_KEY, HELIX_MODEL_MAX_TOKENS } =
    process.env;
  return {
    provider: HELIX_MODEL_PROVIDER ?? "none",
    url: HELIX_MODEL_URL || null,
    name: HELIX_MODEL_NAME || null,
    key: HELIX_MODEL_KEY || null,
    maxTokens: Number(HELIX_MODEL_MAX_TOKENS) || 4096,
  };
}
