// Programs that pack, unpack and download.

import { type Effect, inFolder, type Rule, readOptions, writes } from "./rule.ts";

const TAR_OPTIONS =
  "-f --file -C --directory -T --files-from -X --exclude-from --exclude --transform --strip-components -b -I --use-compress-program -g";

const tar: Rule = ({ args: given }) => {
  // The first word may be options without a dash: their values follow in their order.
  const [first = "", ...rest] = given;
  const isOld = /^[a-zA-Z]+$/.test(first);
  const args = isOld ? [`-${first.replaceAll(/[fCbTX]/g, "")}`, ...valuesOf(first, rest)] : given;
  const { has, value } = readOptions(args, TAR_OPTIONS);
  const file = value("-f", "--file");
  if (has("-x", "--extract", "--get")) {
    if (has("-O", "--to-stdout")) return [];
    return writes([value("-C", "--directory") ?? "."], "tar -x", "contents");
  }
  const isMaking = has("-c", "--create", "-r", "--append", "-u", "--update", "-A", "--delete");
  const removed = has("--remove-files")
    ? writes(readOptions(args, TAR_OPTIONS).operands, "tar --remove-files", "contents")
    : [];
  return [...writes(isMaking && file !== null && file !== "-" ? [file] : [], "tar"), ...removed];
};

function valuesOf(letters: string, rest: readonly string[]): string[] {
  const taking = [...letters].filter((letter) => "fCbTX".includes(letter));
  return [...taking.flatMap((letter, at) => [`-${letter}`, rest[at] ?? ""]), ...rest.slice(taking.length)];
}

const unzip: Rule = ({ args }) => {
  const { has, value } = readOptions(args, "-d -x -P");
  return has("-l", "-p", "-c", "-t", "-v", "-z", "-Z") ? [] : writes([value("-d") ?? "."], "unzip", "contents");
};

const sevenZip: Rule = ({ args, program }) => {
  const [verb = "", archive = ""] = args.filter((word) => !word.startsWith("-"));
  const folder = args.find((word) => /^-o./.test(word))?.slice(2);
  if (verb === "x" || verb === "e") return args.includes("-so") ? [] : writes([folder ?? "."], program, "contents");
  return /^[adru]$/.test(verb) ? writes([archive], program) : [];
};

const cpio: Rule = ({ args }) => {
  const { has, operands, value } = readOptions(args, "-D --directory -F -E -H -I -O");
  if (has("-t", "--list")) return [];
  if (has("-p", "--pass-through")) return writes(operands.slice(-1), "cpio", "contents");
  if (has("-i", "--extract")) return writes([value("-D", "--directory") ?? "."], "cpio", "contents");
  return writes([value("-O", "-F") ?? ""], "cpio");
};

/** `gzip FILE` puts another file in the place of the first. */
const pack: Rule = ({ program, args }) => {
  const { has, operands } = readOptions(args, "-S --suffix -o -T -D");
  if (has("-c", "--stdout", "--to-stdout", "-t", "--test", "-l", "--list", "--help", "--version", "-V")) return [];
  return operands
    .filter((word) => word !== "-")
    .flatMap((word) => [
      ...writes([word], program),
      ...writes([word.replace(/\.(?:gz|bz2|xz|zst|lzma|Z)$/, "") || word], program),
    ]);
};

const curl: Rule = ({ args }) => {
  const valued =
    "-o --output -D --dump-header -c --cookie-jar --output-dir -H --header -d --data --data-raw --data-binary -X --request -u --user -A --user-agent -b --cookie -F --form -T --upload-file -w --write-out -m --max-time --retry --connect-timeout -x --proxy -e --referer -K --config --cacert --cert --key -r --range --url --resolve --trace --trace-ascii --stderr --data-urlencode --retry-delay --limit-rate";
  const { options, operands, has, value } = readOptions(args, valued);
  const folder = value("--output-dir");
  const place = (word: string) => (folder === null || word.startsWith("/") ? word : `${folder}/${word}`);
  const named = ["-o", "--output"].flatMap((name) => options.get(name) ?? []).map(place);
  const others = ["-D", "--dump-header", "-c", "--cookie-jar", "--trace", "--trace-ascii", "--stderr"].flatMap(
    (name) => options.get(name) ?? [],
  );
  const remote = has("-O", "--remote-name", "--remote-name-all") ? operands.map((url) => place(nameOfUrl(url))) : [];
  return writes(
    [...named, ...others, ...remote].filter((word) => word !== "-"),
    "curl",
  );
};

const wget: Rule = ({ args }) => {
  const valued =
    "-O --output-document -o --output-file -a --append-output -P --directory-prefix --header -U --user-agent -t --tries -T --timeout --post-data -i --input-file -e --method --body-data -w";
  const { operands, has, value } = readOptions(args, valued);
  const logs = [value("-o", "--output-file"), value("-a", "--append-output")].filter((word) => word !== null);
  const document = value("-O", "--output-document");
  const folder = value("-P", "--directory-prefix") ?? ".";
  const effects: Effect[] = writes(logs, "wget");
  if (document !== null)
    return [
      ...effects,
      ...writes(
        [document].filter((word) => word !== "-"),
        "wget",
      ),
    ];
  if (has("--spider", "--help", "--version", "-V")) return effects;
  if (has("-r", "--recursive", "-m", "--mirror")) return [...effects, ...writes([folder], "wget", "contents")];
  return [
    ...effects,
    ...writes(
      operands.map((url) => inFolder(folder, nameOfUrl(url))),
      "wget",
    ),
  ];
};

function nameOfUrl(url: string): string {
  const path = url.replace(/^[a-z]+:\/\//, "").replace(/[?#].*$/, "");
  return path.includes("/") ? path.split("/").at(-1) || "index.html" : "index.html";
}

const patch: Rule = ({ args }) => {
  const valued = "-i --input -p --strip -d --directory -o --output -r --reject-file -F --fuzz -D -B -V -Y -z";
  const { operands, has, value } = readOptions(args, valued);
  if (has("--dry-run", "-C", "--check", "--version", "--help")) return [];
  const output = value("-o", "--output");
  if (output !== null) return writes(output === "-" ? [] : [output], "patch");
  if (operands.length > 0) return writes(operands.slice(0, 1), "patch");
  return [{ kind: "sweeping", why: "a patch names itself which files it changes: use the editing tools" }];
};

export const ARCHIVE_RULES: Readonly<Record<string, Rule>> = {
  tar,
  gtar: tar,
  bsdtar: tar,
  unzip,
  zip: ({ args }) =>
    writes(
      readOptions(args, "-x -i -b")
        .operands.slice(0, 1)
        .filter((word) => word !== "-"),
      "zip",
    ),
  "7z": sevenZip,
  "7za": sevenZip,
  "7zz": sevenZip,
  cpio,
  gzip: pack,
  gunzip: pack,
  bzip2: pack,
  bunzip2: pack,
  xz: pack,
  unxz: pack,
  zstd: pack,
  unzstd: pack,
  curl,
  wget,
  patch,
  gpatch: patch,
};
