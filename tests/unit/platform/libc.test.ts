// The number of an error is the one of the call that failed.

import { afterEach, expect, test, vi } from "vitest";
import { bind, errno, failure, nameFor, TYPES } from "../../../src/platform/libc.ts";

const { FFI } = Bun as unknown as { readonly FFI: { dlopen(path: string, symbols: object): { symbols: unknown } } };

afterEach(() => vi.restoreAllMocks());

test("nothing is bound between a failure and the reading of its number", () => {
  const { rmdir } = bind({ rmdir: { args: [TYPES.pointer], returns: TYPES.i32 } });
  const binding = vi.spyOn(FFI, "dlopen");
  expect(rmdir!(nameFor("/no/such/folder"))).toBe(-1);
  expect(errno()).toBe(2);
  expect(failure("rmdir")).toMatchObject({ code: "ENOENT" });
  expect(binding).not.toHaveBeenCalled();
});
