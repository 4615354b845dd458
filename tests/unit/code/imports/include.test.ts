// Which files `#include` of C and C++ means.

import { expect, test } from "vitest";
import { resolverOf } from "../../../support/import-tree.ts";

const { resolve } = resolverOf({}, [
  "src/server.c",
  "src/server.h",
  "src/net/socket.c",
  "src/net/socket.h",
  "include/shop/api.h",
  "deps/lua/src/lua.h",
  "deps/lua/src/string.h",
  "deps/map/include/map/config.h.in",
  "deps/map/include/map/table.in.h",
  "deps/map/src/map.c",
  "deps/one/util.h",
  "deps/two/util.h",
  "deps/two/sub/x.c",
  "lib/v1.2/odd.hpp",
]);

test.each([
  ["beside", "src/server.c", '"server.h"', ["src/server.h"]],
  ["without quotes", "src/server.c", "server.h", ["src/server.h"]],
  ["above", "src/net/socket.c", '"../server.h"', ["src/server.h"]],
  ["from the folder above", "src/net/socket.c", '"server.h"', ["src/server.h"]],
  ["from a folder of headers", "src/net/socket.c", '"shop/api.h"', ["include/shop/api.h"]],
  ["the same in angle brackets", "src/server.c", "<shop/api.h>", ["include/shop/api.h"]],
  ["the only file that ends so", "src/server.c", "<lua.h>", ["deps/lua/src/lua.h"]],
  ["a header of the system", "src/server.c", "<string.h>", []],
  ["a header that the build makes", "deps/map/src/map.c", '"map/config.h"', ["deps/map/include/map/config.h.in"]],
  ["the same by its other name", "deps/map/src/map.c", '"map/table.h"', ["deps/map/include/map/table.in.h"]],
  ["several, the nearest first", "deps/two/sub/x.c", '"more/../util.h"', ["deps/two/util.h"]],
  ["several from afar", "src/server.c", '"util.h"', ["deps/one/util.h", "deps/two/util.h"]],
  ["several in angle brackets", "src/server.c", "<util.h>", []],
  ["dots in names", "src/server.c", '"v1.2/odd.hpp"', ["lib/v1.2/odd.hpp"]],
  ["none", "src/server.c", "<vector>", []],
  ["the root of the disk", "src/server.c", '"/etc/passwd"', []],
  ["out of the tree", "src/server.c", '"../../../../etc/passwd"', []],
  ["nothing", "src/server.c", '""', []],
])("%s: %s %s", (_, from, module, files) => {
  expect(resolve("c", from, module)).toEqual(files);
  expect(resolve("cpp", from, module)).toEqual(files);
});

test("a file does not include itself", () => {
  expect(resolve("c", "deps/lua/src/lua.h", "<lua.h>")).toEqual([]);
});
