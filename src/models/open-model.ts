// Opens a model. The package that speaks its protocol is large, and loaded only here.

import type { Model, ModelSettings } from "./model.ts";

/** The model of these settings. Loads the package that speaks its protocol; sends nothing. */
export async function openModel(settings: ModelSettings): Promise<Model> {
  if (settings.provider === "anthropic") return (await import("./anthropic-model.ts")).anthropicModel(settings);
  return (await import("./openai-model.ts")).openaiModel(settings);
}
