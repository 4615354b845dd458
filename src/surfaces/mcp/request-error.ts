// Errors of the protocol: what is answered to a request that asks for something there is not. A tool that refuses its
// arguments answers with a result instead (see tools.ts).
//
// Invariant: a message may name what is stored, and is sanitised.

import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { HelixError, messageOf } from "../../base/errors.ts";
import { sanitise } from "../../engine/text/sanitise.ts";

/** The code for a resource that does not exist, in every version of the protocol that the server speaks. */
const RESOURCE_NOT_FOUND = -32002;

/**
 * Becomes the error of a JSON-RPC answer. (The SDK's McpError would put its code in front of the message, for a second
 * time.)
 */
export class RequestError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(sanitise(message));
    this.name = "RequestError";
    this.code = code;
  }
}

/** The error for parameters that are not accepted. */
export function invalidParameters(message: string): RequestError {
  return new RequestError(ErrorCode.InvalidParams, message);
}

/** The error for a resource that there is not. */
export function unknownResource(message: string): RequestError {
  return new RequestError(RESOURCE_NOT_FOUND, message);
}

/** What a feature threw as the error of an answer; `notFound` is the code where it looked for something in vain. */
export function asRequestError(error: unknown, notFound: (message: string) => RequestError): RequestError {
  if (error instanceof RequestError) return error;
  const message = messageOf(error);
  const code = error instanceof HelixError ? error.code : "IO";
  if (code === "NOT_FOUND") return notFound(message);
  return code === "INVALID_ARGUMENT" ? invalidParameters(message) : new RequestError(ErrorCode.InternalError, message);
}
