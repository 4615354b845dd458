// Imports of Java, Kotlin and Scala: qualified names of classes, their members and, but for Java, functions and
// properties. A class lies in the file of its name, by custom in the folder of its package. Only Java holds to both.

import { declaredBy, filesByDeclared } from "./declared-names.ts";
import { nearestFirst, type Resolve, type TreeNames } from "./tree-names.ts";

const SOURCE = /\.(?:java|kt|kts|sc|scala)$/;
const PACKAGE = /^[ \t]*package[ \t]+([\w.`]+)/gm;
/** Names at the left edge of a file, and the name that Java gives to its functions. */
const DECLARED =
  /^(?:@file:JvmName\("|(?:(?:@[\w.]+(?:\([^)\n]{0,200}\))?|public|internal|private|protected|open|abstract|sealed|data|enum|annotation|value|inline|expect|actual|fun|const|lateinit|suspend|operator|infix|tailrec|external|static|final|strictfp|non-sealed|case|implicit|lazy)[ \t\n]+){0,8}(?:class|interface|object|record|trait|@interface|typealias|fun|def|type|val|var)[ \t]+(?:<[^>\n]{0,200}>[ \t]+)?(?:[\w<>?*, .]{1,200}\.)?)`?([\w$-]+)/gm;
const PARTS_MAX = 50;

/** Resolves `a.b.C`, `a.b.*`, `a.b.C.member` and, but for Java, `a.b.function`. */
export function jvmResolver(names: TreeNames): Resolve {
  const packages = declaredBy(names, PACKAGE);
  const declared = declaredBy(names, DECLARED);
  const packageOf = (path: string) => ([...packages(path)][0] ?? "").replaceAll("`", "");
  const inPackage = filesByDeclared(names, SOURCE, (path) => [packageOf(path)]);
  const inCustomaryFile = (name: string, packageName: string) =>
    ["java", "kt", "scala"]
      .flatMap((end) => names.named(`${name}.${end}`))
      .filter((path) => packageOf(path) === packageName);

  /** A class or, but for Java, whatever a file of the package declares at its left edge. */
  const declaring = (packageName: string, name: string): readonly string[] => {
    const customary = inCustomaryFile(name, packageName);
    if (customary.length > 0) return customary;
    const found = inPackage(packageName).filter((path) => /\.(?:kt|scala)$/.test(path) && declared(path).has(name));
    // Java calls the functions of `Util.kt` members of `UtilKt`.
    return found.length > 0 || !name.endsWith("Kt") ? found : inCustomaryFile(name.slice(0, -2), packageName);
  };
  return (from, written, name) => {
    const isWild = /\.[*_]$/.test(written) || name === "*";
    const parts = written
      .replace(/\.[*_]$/, "")
      .replaceAll("`", "")
      .split(".");
    if (!isWild && name !== null) parts.push(name);
    if (parts[0] === "") parts.shift();
    if (parts.length > PARTS_MAX || parts.some((part) => !/^[\p{L}\p{N}_$-]+$/u.test(part))) return [];
    if (isWild) {
      const found = inPackage(parts.join("."));
      if (found.length > 0) return nearestFirst(from, found);
    }
    // The longest name first: what follows a class is a member of it.
    for (let length = parts.length; length > 0; length--) {
      const found = declaring(parts.slice(0, length - 1).join("."), parts[length - 1]!);
      if (found.length > 0) return nearestFirst(from, found);
    }
    return [];
  };
}
