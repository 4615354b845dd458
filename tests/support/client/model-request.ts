// What the client sent to the model, and what hooks put into it. Injected text stands in messages of the role "system",
// each piece behind a line that names its event: `PreToolUse:Read hook additional context: ...`, or `... hook success:
// ...` for plain text.

/**
 * Whose request it was: the conversation with the user, a subagent's, the summary of a compaction, or something of the
 * client's own.
 */
export type Conversation = "main" | "subagent" | "summary" | "other";

export interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
}

export interface RequestBody {
  readonly model: string;
  readonly system?: unknown;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string }[];
}

export interface ModelRequest {
  readonly conversation: Conversation;
  /** The prompt by which a subagent was recognised; "" in any other conversation. */
  readonly task: string;
  readonly body: RequestBody;
  /** What the model said that it cost. */
  readonly charged: Charge;
}

/** What a request is said to have cost, in tokens. */
export interface Charge {
  readonly input: number;
  readonly output: number;
  readonly cacheWritten: number;
  readonly cacheRead: number;
}

/** Text that a hook put into a conversation. */
export interface Injection {
  /** The event, as in "PreToolUse". */
  readonly event: string;
  /** What the event was about: a tool's name, a subagent's type; "" where it says nothing. */
  readonly about: string;
  /** The text, and what the client put behind it, which looks no different. */
  readonly text: string;
}

const HEADING = /(?:^|\n)(\w+)(?::([\w-]+))? hook (?:additional context|success): /g;

/** The texts of a message, block by block; results of tools are not among them. */
export function textsOf({ content }: Message): string[] {
  if (typeof content === "string") return [content];
  return content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
}

/** Everything that hooks injected into the conversation up to this request, in order. */
export function injectionsOf({ body }: ModelRequest): Injection[] {
  return body.messages
    .filter(({ role }) => role === "system" || role === "user")
    .flatMap(textsOf)
    .flatMap((text) => {
      const headings = [...text.matchAll(HEADING)];
      return headings.map((heading, index) => ({
        event: heading[1]!,
        about: heading[2] ?? "",
        text: text.slice(heading.index + heading[0].length, headings[index + 1]?.index ?? text.length),
      }));
    });
}

/** The injections that hold `words`, as `event` or `event:about`: where a text came in, once for each time. */
export function placesOf(request: ModelRequest, words: string): string[] {
  return injectionsOf(request).flatMap(({ event, about, text }) => {
    const times = text.split(words).length - 1;
    return Array.from({ length: times }, () => (about === "" ? event : `${event}:${about}`));
  });
}

/** All that the client sent as one text, to look for what must be nowhere in it. */
export function wholeText(requests: readonly ModelRequest[]): string {
  return requests.map(({ body }) => JSON.stringify(body)).join("\n");
}
