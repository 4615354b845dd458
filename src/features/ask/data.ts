// The data of `code ask` and `code enhance`.

import { z } from "zod";
import { PROVIDERS } from "../../models/model.ts";
import { count, text, texts } from "../../notes/data.ts";
import { PLACES } from "./prompts.ts";

const masked = texts.describe("kinds of credentials that were taken out of the text");

export const askedData = z
  .strictObject({
    provider: z.enum(PROVIDERS),
    url: text,
    model: text,
    answer: text,
    end: z.enum(["complete", "length", "withheld"]).describe("length: it is cut at model.max_tokens"),
    contextBytes: count.describe("of the code that was sent"),
    masked,
  })
  .describe("what the model said");
export type AskedData = z.infer<typeof askedData>;

export const promptData = z
  .strictObject({
    messages: z.array(z.strictObject({ role: z.enum(["system", "user"]), content: text })),
    contextBytes: count,
    masked,
  })
  .describe("what would be sent");
export type PromptData = z.infer<typeof promptData>;

export const enhancedData = z
  .strictObject({
    text: text.describe("the prompt with its context"),
    place: z.enum(PLACES),
    contextBytes: count.describe("0: no code was found"),
  })
  .describe("a prompt with code of the project");
export type EnhancedData = z.infer<typeof enhancedData>;
