// Errors of the protocol: the answers to requests for something that does not exist. A tool that refuses its arguments
// answers with a result instead (see tools.ts).
//
// Invariants:
// - A message may name stored text, so it is sanitised.

import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { HelixError, messageOf } from "../../base/errors.ts";
import { shownText } from "./shown-text.ts";

/** The code for a resource that does not exist, in every version of the protocol that the server speaks. */
const RESOURCE_NOT_FOUND = -32002;

/** Becomes the error of a JSON-RPC answer. (The SDK's McpError would repeat its code in front of the message.) */
export class RequestError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(shownText(message));
    this.name = "RequestError";
    this.code = code;
  }
}

/** The error for parameters that are not accepted. */
export function invalidParameters(message: string): RequestError {
  return new RequestError(ErrorCode.InvalidParams, message);
}

/** The error for a resource that does not exist. */
export function unknownResource(message: string): RequestError {
  return new RequestError(RESOURCE_NOT_FOUND, message);
}

/** Turns what a feature threw into the error of an answer. `notFound` makes the error for NOT_FOUND. */
export function asRequestError(error: unknown, notFound: (message: string) => RequestError): RequestError {
  if (error instanceof RequestError) return error;
  const message = messageOf(error);
  const code = error instanceof HelixError ? error.code : "IO";
  if (code === "NOT_FOUND") return notFound(message);
  return code === "INVALID_ARGUMENT" ? invalidParameters(message) : new RequestError(ErrorCode.InternalError, message);
}
