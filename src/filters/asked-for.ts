// What a command's words say was asked for: explanations, dry runs, configuration and manifests, source code, lists, pages.
// Of such outputs each line may be wanted. When in doubt a command belongs here: a longer output costs tokens, a line
// that is missing costs the answer.

import type { PrintingCommand } from "./printing-commands.ts";

type Kind = "explanations" | "configuration" | "source code" | "a dry run" | "a list" | "a page" | "data";

/** Names of programs, each with the one whose commands it has. */
const ALIASES: Readonly<Record<string, string>> = {
  podman: "docker",
  nerdctl: "docker",
  tofu: "terraform",
  terragrunt: "terraform",
  oc: "kubectl",
  pip3: "pip",
  mvnw: "mvn",
  mvnd: "mvn",
  gradlew: "gradle",
  gmake: "make",
  remake: "make",
  samu: "ninja",
  "ninja-build": "ninja",
};

/** Beginnings of commands. */
const BEGINNINGS = {
  explanations: `pydoc, perldoc, godoc, ri, go doc, ruff rule, ruff linter, ruff config, kubectl explain, ansible-doc,
    npm explain, npm why, yarn why, yarn explain, pnpm why, go mod why, cargo explain, rustup doc, rustup show,
    shellcheck --list-optional, gh pr view, gh issue view, gh release view, gh repo view, gh gist view, npm view, npm info,
    npm show, npm v, pnpm view, pnpm info, pnpm show, yarn info, brew info, brew desc, brew cat, cargo --list, git var`,
  configuration: `helm template, helm get, helm show, helm inspect, kustomize, kubectl kustomize, kubectl config,
    docker inspect, docker image inspect, docker container inspect, docker network inspect, docker volume inspect,
    docker compose config, docker compose convert, docker-compose config, docker manifest, docker buildx imagetools,
    docker generate, terraform show, terraform output, terraform state, terraform providers, terraform console,
    terraform graph, pulumi stack, pulumi config, cdk synth, cdktf synth, sls print, jsonnet, cue, ksonnet, ytt, kpt,
    npm pkg, npm config, pnpm config, yarn config, git config, go env, go mod graph, go mod edit, cargo config,
    cargo pkgid, pip config, pip freeze, pip debug, pip inspect, uv export, uv pip compile, uv pip freeze, poetry export,
    poetry config, pip-compile, pipenv requirements, conda env, conda config, conda info, ansible-inventory,
    ansible-config, systemctl cat, systemctl show, sysctl, env, printenv, crontab, mvn help, gradle properties, gradle tasks,
    nx graph, nx show, nx report, composer config, bundle config, bundle env, gem environment, flutter config, aws, az,
    vault, consul, etcdctl, openssl, keytool, xmllint, plutil, pg_dump, mysqldump, redis-cli`,
  "source code": `cpp, gcc-cpp, m4, cargo expand, cargo asm, go tool, objdump, readelf, otool, dumpbin, nm,
    javap, wasm2wat, wasm-objdump, llvm-objdump, llvm-dis, envsubst, protoc, jscodeshift, unifdef, mustache, gomplate,
    tree-sitter, gofmt, goimports, gofumpt, shfmt, clang-format, yapf, autopep8, prettier, terser, sass, lessc, pandoc,
    js-beautify, uncrustify, indent, stylua, taplo fmt, sqlformat, esbuild, bun build, babel, rollup`,
  "a page": "curl, http, https, xh, xhs, lynx, w3m, links, elinks",
} as const;

/** Options of these programs by which they write to files, or only say which files they would change. */
const WRITING: Readonly<Record<string, RegExp>> = {
  "go tool": /^(?:-o|-html.*|vet|dist|fix|compile|link)$/,
  aws: /^s3$/,
  curl: /^-(?![XHdAebuFmT])[a-zA-Z#]*[oO]|^--(?:output|remote-name)/,
  http: /^(?:-[a-z]*[do]|--download|--output.*)$/,
  xh: /^(?:-[a-z]*[do]|--download|--output.*)$/,
  protoc: /^--\w+_out\b/,
  gofmt: /^-[lw]+$/,
  goimports: /^-[lw]+$/,
  gofumpt: /^-[lw]+$/,
  shfmt: /^-(?:[lw]+|-list|-write|f)$/,
  "clang-format": /^-(?:i|n|-Werror|-dry-run)$/,
  yapf: /^(?:-i|--in-place|-q)$/,
  autopep8: /^(?:-[ri]+|--in-place)$/,
  prettier: /^(?:-[cwl]|--check|--write|--list-different)$/,
  terser: /^(?:-o|--output)\b/,
  sass: /^(?:--update|--watch|\S+:\S+|\S+\.css)$/,
  lessc: /\.css$/,
  pandoc: /^(?:-o|--output)/,
  stylua: /^(?:--check|[^-].*)$/,
  "taplo fmt": /^(?!-$)/,
  esbuild: /^--(?:outdir|outfile|serve|watch)\b/,
  "bun build": /^--(?:outdir|outfile|compile)\b/,
  babel: /^(?:-[od]|--out-(?:file|dir))\b/,
  rollup: /^(?:-[cdo]|--config|--dir|--file)\b/,
};

/** Options by what they ask for; those of single programs stand behind `program: `. */
const OPTIONS = {
  explanations: /^--(?:explain|usage|man|rationale)(?:=|$)/,
  configuration:
    /^--?(?:show|print|dump|list|export)-?\w*?-?(?:config(?:uration)?|settings?|options?|env(?:-info)?|schema|defaults|cfg)$|^--(?:print|env-info)(?:=|$)/i,
  "a list":
    /^--?(?:show|print|dump|list|export)-?\w*?-?(?:files?(?:only)?|tests|rules?|msgs?|targets?|paths?|dirs)$|^--explain-?files$/i,
  data: /^--?(?:csv|tsv|xml|yaml|toml)$/,
  "a dry run":
    /^--?(?:dry-?run|dryrun|dry|just-print|recon|simulate|what-?if|noop|no-act|print-data-base)(?:=(?!none)|$)/i,
} as const;

/** Options of single programs. Letters may stand together. */
const OWN_OPTIONS: Readonly<Record<string, readonly (readonly [Kind, RegExp])[]>> = {
  make: [["a dry run", /^-(?![CfIOojlWE])[a-zA-Z]*[npdq]/]],
  ninja: [["a dry run", /^-[ntd]/]],
  rsync: [["a dry run", /^-(?![eBfMT])[a-zA-Z]*n/]],
  "apt-get": [["a dry run", /^-[a-zA-Z]*s/]],
  apt: [["a dry run", /^-[a-zA-Z]*s/]],
  ctest: [["a dry run", /^(?:-N|--show-only.*)$/]],
  cmake: [["configuration", /^-L[AH]*$|^--(?:system-information|graphviz)/]],
  gcc: [["source code", /^(?:-E|-S|-d[DMNIU]|-MM?|-print-.*|-dump.*)$/]],
  clang: [["source code", /^(?:-E|-S|-d[DMNIU]|-MM?|-print-.*|-dump.*|-###|-ast-dump|-emit-llvm)$/]],
  rustc: [["source code", /^(?:--print|-Z ?unpretty.*|unpretty=.*|--emit=?.*(?:asm|ir).*)$/]],
  ps: [["configuration", /^[a-z]*e[a-z]*ww$/]],
  ssh: [["configuration", /^-G$/]],
  nginx: [["configuration", /^-[tT]*T/]],
  wget: [["a page", /^(?:-[a-zA-Z]*O-|--output-document=-|-)$/]],
  rg: [["a list", /^--(?:files|type-list)$/]],
  git: [["configuration", /^--(?:list-cmds|exec-path|html-path)/]],
};

/** Why an output stays whole, in the words that a reader gets. */
const WHY: Readonly<Record<Kind, string>> = {
  explanations: "a text that was asked for",
  configuration: "configuration that was asked for",
  "source code": "source code that was asked for",
  "a dry run": "a dry run",
  "a list": "a list that was asked for",
  "a page": "a page that was asked for",
  data: "data that was asked for",
};

const beginnings = new Map<string, Kind>();
for (const [kind, texts] of Object.entries(BEGINNINGS))
  for (const text of texts.split(/,\s+/)) beginnings.set(text, kind as keyof typeof BEGINNINGS);

/** What the command was asked for, as a reason for a reader; null for nothing of these kinds. */
export function askedFor({ words }: PrintingCommand): string | null {
  const [given = "", ...rest] = words;
  const program = Object.hasOwn(ALIASES, given) ? ALIASES[given]! : given;
  const kind = byBeginning(program, rest) ?? byOption(program, rest);
  return kind === null ? null : WHY[kind];
}

function byBeginning(program: string, rest: readonly string[]): Kind | null {
  for (const count of [2, 1, 0]) {
    const beginning = [program, ...rest.slice(0, count).map((word) => word.replace(/:.*$/, ""))].join(" ");
    const kind = beginnings.get(beginning);
    if (kind === undefined) continue;
    const writing = Object.hasOwn(WRITING, beginning) ? WRITING[beginning]! : null;
    return writing !== null && rest.slice(count).some((word) => writing.test(word)) ? null : kind;
  }
  return null;
}

function byOption(program: string, rest: readonly string[]): Kind | null {
  const own = rest.slice(0, rest.indexOf("--") < 0 ? rest.length : rest.indexOf("--"));
  for (const [kind, option] of Object.entries(OPTIONS))
    if (rest.some((word) => option.test(word))) return kind as keyof typeof OPTIONS;
  const name = /^(?:\S+-)?(?:cc|gcc|[gc]\+\+)(?:-[\d.]+)?$/.test(program)
    ? "gcc"
    : program.replace(/^clang(?:\+\+)?(?:-[\d.]+)?$/, "clang");
  if (!Object.hasOwn(OWN_OPTIONS, name)) return null;
  for (const [kind, option] of OWN_OPTIONS[name]!) if (own.some((word) => option.test(word))) return kind;
  return null;
}
