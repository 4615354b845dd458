// The settings of the model, for `code ask`.

import { invalid } from "../../base/errors.ts";
import { readConfiguration } from "../../config/configuration.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import type { ModelSettingValues } from "../../features/ask/model-choice.ts";
import { currentProject } from "../environment.ts";
import { settingSources } from "../settings.ts";
import { complain } from "../standard-error.ts";

/** Problems that are about models. */
const OF_MODELS = /\bmodel\.|HELIX_MODEL_/;

/**
 * Reads the settings; `isProviderGiven`: a flag says which provider is meant. What is wrong with them is said on standard
 * error. Throws INVALID_ARGUMENT where nothing is left to ask with.
 */
export function modelSettings(knowledgeBase: string, isProviderGiven: boolean): ModelSettingValues {
  const configuration = readConfiguration(settingSources(knowledgeBase, currentProject()?.root ?? null));
  const problems = configuration.problems.filter(({ text }) => OF_MODELS.test(text));
  const provider = configuration.value("model.provider");
  if (provider === "none" && !isProviderGiven) {
    const problem = problems.find(({ origin }) => origin.source !== "project");
    if (problem !== undefined) throw invalid(problem.text);
  }
  for (const { text } of problems) complain(`helix: ${forTerminal(text)}\n`);
  return {
    provider,
    url: configuration.value("model.url"),
    name: configuration.value("model.name"),
    key: configuration.value("model.key"),
    maxTokens: configuration.value("model.max_tokens"),
  };
}
