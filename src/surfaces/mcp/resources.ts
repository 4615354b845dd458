// Topics as resources: a list, a template, and the text of each topic, which is the same as the tool `read` gives. And
// the outlines of files and folders of the project's code, which have a template and are not listed. In a project the
// list holds the topics with notes of that project or of no project. A topic that has only notes of other
// projects is not listed, but can be read, and the text says so.
//
// Invariants:
// - The list is ordered by name, and a cursor is the last name of its page. Whatever topics come and go between two
//   pages, a topic that stays is listed exactly once.

import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  ListResourcesRequestSchema,
  type ListResourcesResult,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  type ReadResourceResult,
  type Resource,
} from "@modelcontextprotocol/sdk/types.js";
import { HelixError, messageOf } from "../../base/errors.ts";
import { CALLS, counted, type Wording } from "../../base/wording.ts";
import { cleanLine, forTerminal, quote } from "../../engine/text/clean.ts";
import { isoTime } from "../../engine/text/dates.ts";
import { BUDGET_MAX, LONGEST_PAGE, type PageRequest } from "../../features/common/page-request.ts";
import { readTopic } from "../../features/read/read.ts";
import type { TopicSummary } from "../../notes/index/note-index.ts";
import { Reach } from "../../notes/scope/reach.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { topicArgument } from "../../notes/text/topic-names.ts";
import { callContext, type RequestExtra, type ServerContext } from "./call-context.ts";
import type { CallOrder } from "./call-order.ts";
import { CODE_EXAMPLE, CODE_TEMPLATE, codeUri, pathOfUri } from "./code-uri.ts";
import { asRequestError, invalidParameters, unknownResource } from "./request-error.ts";
import { shownText } from "./shown-text.ts";
import { TOPIC_TEMPLATE, topicOfUri, topicUri } from "./topic-uri.ts";

/**
 * The number of topics on a page. Some clients read only the first page, so a page is long. Some hand it to the model
 * unchanged, so it stays below their limit (about 20,000 tokens).
 */
const PAGE_SIZE = 500;
const MIME_TYPE = "text/plain";

const TEMPLATES = [
  {
    uriTemplate: TOPIC_TEMPLATE,
    name: "topic",
    title: "Topic",
    description: "All notes of a topic, oldest first",
    mimeType: MIME_TYPE,
  },
  {
    uriTemplate: CODE_TEMPLATE,
    name: "code",
    title: "Code",
    description: "The symbols of a file of the project, or of the files of a folder, as they are now",
    mimeType: MIME_TYPE,
  },
];

/**
 * Answers the requests about resources. `onListed` receives the names of the topics when the client asks for the list.
 */
export function serveResources(
  server: Server,
  context: ServerContext,
  order: CallOrder,
  onListed: (names: readonly string[]) => void,
): void {
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: TEMPLATES }));
  // A list shows the present state, so it does not wait for writes that are under way.
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, extra) =>
    withView(context, extra, invalidParameters, (view) => {
      const topics = new Reach(context, undefined, { isListing: true }).topics(view);
      if (params?.cursor === undefined) onListed(topics.map(({ name }) => name));
      return pageOf(topics, params?.cursor);
    }),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }, extra) => {
    const path = pathOfUri(uri);
    if (path !== null) return readOutline(context, extra, uri, path);
    const name = topicOfUri(uri);
    if (name === null) {
      const kinds = `topics, ${TOPIC_TEMPLATE}, and code, ${CODE_TEMPLATE}`;
      throw unknownResource(`there is no resource ${quote(uri)}: resources are ${kinds}`);
    }
    return order.read(extra.signal, () =>
      withView(context, extra, unknownResource, (view): ReadResourceResult => {
        const ports = { ...callContext(context, extra), page: wholeTopic(name) };
        const text = shownText(readTopic(ports, view, name).text(CALLS));
        return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
      }),
    );
  });
}

/**
 * A resource has no parameters, so it is the longest page that there is: about 20,000 tokens. What is left is read with
 * the tool.
 */
function wholeTopic(topic: string): PageRequest {
  const call = `read ${topicArgument(topic)} budget=${BUDGET_MAX}`;
  return { ...LONGEST_PAGE, next: (page) => `${call} page=${page}` };
}

const CONTROL_CHARACTER = /[\x00-\x1f\x7f-\x9f]/;

/**
 * The outline of a file or a folder; of the whole project where the path is empty. Only the address is given, so
 * whatever is refused is a resource that there is not.
 */
async function readOutline(
  context: ServerContext,
  extra: RequestExtra,
  uri: string,
  path: string,
): Promise<ReadResourceResult> {
  const call = `code action="outline" path=${JSON.stringify(path)} budget=${BUDGET_MAX}`;
  const page: PageRequest = { ...LONGEST_PAGE, next: (number) => `${call} page=${number}` };
  try {
    const { outlineAnswer } = await import("../../features/code/outline.ts");
    const ports = { ...callContext(context, extra), page };
    const answer = await outlineAnswer(ports, path === "" ? {} : { path });
    return { contents: [{ uri, mimeType: MIME_TYPE, text: shownText(answer.text(CALLS)) }] };
  } catch (error) {
    if (!(error instanceof HelixError) || (error.code !== "NOT_FOUND" && error.code !== "INVALID_ARGUMENT"))
      throw asRequestError(error, unknownResource);
    throw unknownResource(
      CONTROL_CHARACTER.test(path)
        ? `there is no file ${quote(codeUri(path))} that is read: give the address of one, e.g. ${CODE_EXAMPLE}`
        : messageOf(error, undefined, addresses(path)),
    );
  }
}

/** The words for who names code by its address. */
function addresses(path: string): Wording {
  return { ...CALLS, given: () => quote(codeUri(path)), option: () => CODE_EXAMPLE };
}

/** Answers from a view of everything that is live. If an index has to be built first, it waits and reports progress. */
async function withView<T>(
  context: ServerContext,
  extra: RequestExtra,
  notFound: Parameters<typeof asRequestError>[1],
  answer: (view: KnowledgeView) => T,
): Promise<T> {
  try {
    return answer(await context.base.view(indexingProgress(callContext(context, extra))));
  } catch (error) {
    throw asRequestError(error, notFound);
  }
}

function pageOf(topics: readonly TopicSummary[], cursor: string | undefined): ListResourcesResult {
  const after = cursor === undefined ? null : nameOfCursor(cursor);
  const rest = after === null ? topics : topics.filter(({ name }) => name > after);
  const page = rest.slice(0, PAGE_SIZE);
  const resources = page.map(resourceOf);
  return rest.length > page.length ? { resources, nextCursor: cursorOf(page.at(-1)!.name) } : { resources };
}

function resourceOf({ name, count, newest }: TopicSummary): Resource {
  const lastModified = isoTime(newest);
  return {
    uri: topicUri(name),
    name: forTerminal(cleanLine(name)),
    description: counted(count, "entry", "entries"),
    mimeType: MIME_TYPE,
    // A year outside of four digits comes from a damaged log, and the protocol cannot express it.
    ...(/^\d{4}-/.test(lastModified) ? { annotations: { lastModified } } : {}),
  };
}

function cursorOf(name: string): string {
  return Buffer.from(JSON.stringify(name)).toString("base64url");
}

/** The name in a cursor. Throws for a cursor that this server cannot have given. */
function nameOfCursor(cursor: string): string {
  try {
    const name: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (typeof name === "string") return name;
  } catch {
    // The error is thrown below.
  }
  throw invalidParameters(`the cursor ${quote(cursor)} is none of this list: begin without one`);
}
