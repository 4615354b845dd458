// `#include` of C and C++: a path from the own folder, from the usual folders of headers, or the end of a path.
// A header that the build makes has its source beside it: `config.h.in` or `config.in.h`.

import { below, folderOf, joinPath, nearestFirst, type Resolve, type TreeNames, upwards } from "./tree-names.ts";

/** Folders that compilers are usually told to look in. */
const HEADERS = ["", "include", "src", "inc", "lib"];
/** The most files that an ambiguous include means. */
const AMBIGUOUS_MAX = 8;
/** Headers of the language and of the system; files of the tree seldom stand for them. */
const SYSTEM =
  /^(?:(?:sys|netinet|arpa|net|linux|mach|asm|bits|machine|gnu)\/.*|(?:assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|stdnoreturn|string|strings|tgmath|threads|time|uchar|wchar|wctype|aio|dirent|dlfcn|fcntl|glob|grp|netdb|poll|pthread|pwd|regex|sched|semaphore|spawn|syslog|termios|unistd|utime|windows|malloc|alloca|getopt|execinfo|ucontext)\.h)$/;

/** Resolves `"x.h"`, `<x.h>` and `x.h`. A header in angle brackets is only meant if one file of the tree fits. */
export function includeResolver(names: TreeNames): Resolve {
  return (from, written) => {
    const isAngled = written.startsWith("<");
    const path = written.replace(/^["<]|[">]$/g, "").trim();
    if (path === "" || path.startsWith("/") || (isAngled && SYSTEM.test(path))) return [];
    const at = (paths: readonly (string | null)[]) =>
      names.present(paths.flatMap((each) => (each === null ? [] : variants(each)))).filter((each) => each !== from);
    const folder = folderOf(from);
    const near = isAngled ? [] : at([joinPath(folder, path)]);
    if (near.length > 0) return near;
    for (const above of upwards(folder)) {
      const found = at(HEADERS.map((each) => joinPath(below(above, each), path)));
      if (found.length > 0) return found.slice(0, 1);
    }
    const end = joinPath("", path.replace(/^(?:\.\.?\/)+/, "")) ?? "";
    const ending = variants(end).flatMap((each) => names.endingWith(each).filter((path) => path !== from));
    return isAngled && ending.length > 1 ? [] : nearestFirst(from, ending).slice(0, AMBIGUOUS_MAX);
  };
}

/** A header, and the names of what the build makes it from. */
function variants(path: string): string[] {
  return [path, `${path}.in`, path.replace(/(\.\w+)$/, ".in$1")];
}
