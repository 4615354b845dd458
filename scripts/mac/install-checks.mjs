// New programs in the place of old ones while a server runs, and what the program finds on the machine: the doctor, the
// system's store of keys, git.

import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectMatch, expectSame, Skipped, startServer } from "./world.mjs";

const BUILD_MS = 300_000;
/** The line of the README that installs. */
const INSTALLING = /^.*\bcp dist\/helix \S+/m;
const AUTHOR = ["-c", "user.name=check", "-c", "user.email=check@localhost"];

/** Another build of the sources, which says that it is 9.9.9. */
async function otherBuild(world, place) {
  if (world.bun === null) throw new Skipped("needs a checkout with its packages, to build another program");
  const { FLAGS } = await import("../build.mjs");
  const [path, source] = [join(place.path, "other"), join(world.root, "src")];
  const entries = ["main", "notes/store/merge-worker", "code/store/build-worker", "code/store/parse-worker"];
  const words = [
    ...[world.bun, "build", ...FLAGS, '--define=HELIX_VERSION="9.9.9"', '--define=HELIX_COMMIT="other"'],
    ...[`--root=${source}`, ...entries.map((each) => join(source, `${each}.ts`)), "--outfile", path],
  ];
  const { status, stderr } = world.run(words, { cwd: place.path, environment: process.env, place, limitMs: BUILD_MS });
  expectSame(status, 0, `bun build: ${stderr}`);
  return path;
}

function expectSound(world, path) {
  expectMatch(world.run([path, "--version"]).stdout, /^helix /, "the new program starts");
  if (world.isMac)
    expectSame(world.run(["/usr/bin/codesign", "-v", "--strict", path]).status, 0, "codesign -v --strict");
}

function git(world, place, cwd, ...words) {
  const found = world.run(["git", ...AUTHOR, "-c", "init.defaultBranch=main", ...words], { place, cwd });
  if (found.status === "ENOENT") throw new Skipped("git is not here");
  expectSame(found.status, 0, `git ${words[0]}: ${found.stderr}`);
}

/** A repository with one commit, all objects in a pack. */
function repository(world, place) {
  const path = join(place.work, "shop");
  mkdirSync(path);
  writeFileSync(join(path, "a.ts"), "export function one() {\n  return 1;\n}\n");
  git(world, place, path, "init", "-q");
  git(world, place, path, "add", ".");
  git(world, place, path, "commit", "-qm", "first");
  git(world, place, path, "repack", "-adq");
  return path;
}

/** What is not committed, once a function was added: git has to read the commit. */
function uncommitted(world, place, path, environment = {}) {
  writeFileSync(
    join(path, "a.ts"),
    "export function one() {\n  return 1;\n}\n\nexport function two() {\n  return 2;\n}\n",
  );
  const { status, stdout, stderr } = world.run([world.binary, "code", "impact", "diff"], {
    place,
    cwd: path,
    environment,
  });
  return { status, said: `${stdout}${stderr}`.split("\n")[0] };
}

const SEEN = { status: 0, said: "not committed: 1 file of code; symbols: 1 new" };

export const installChecks = [
  {
    name: "_reload of a running server",
    async run(world) {
      const place = world.place();
      const build = await otherBuild(world, place);
      const program = join(place.path, "helix");
      copyFileSync(world.binary, program);
      const before = statSync(program).ino;
      const server = startServer(program, place, { HELIX_RELOAD_FROM: build });
      try {
        await server.start();
        expectMatch(await server.call("store", { topic: "a", text: "kept across the change" }), /^stored in a/);
        expectMatch(await server.call("_reload"), /^reloaded: .* -> 9\.9\.9 /);
        expectMatch(await server.call("search", { query: "kept" }), /kept across the change/);
        expectSame(statSync(program).ino === before, false, "the same inode");
        expectSound(world, program);
      } finally {
        server.end();
      }
    },
  },
  {
    name: "the README's line over the program of a running server",
    async run(world) {
      const readme = join(world.root, "README.md");
      const [line] = (existsSync(readme) && INSTALLING.exec(readFileSync(readme, "utf8"))) || [];
      if (line === undefined) throw new Skipped("needs the README of a checkout");
      const place = world.place();
      const bin = join(place.home, ".local", "bin");
      for (const folder of [bin, join(place.work, "dist")]) mkdirSync(folder, { recursive: true });
      copyFileSync(world.binary, join(place.work, "dist", "helix"));
      const install = () => expectSame(world.shell(line, { place }).status, 0, line);
      install();
      const program = join(bin, "helix");
      const before = statSync(program).ino;
      const server = startServer(program, place);
      try {
        await server.start();
        install();
        expectSame(statSync(program).ino === before, false, "the same inode");
        expectMatch(await server.call("store", { topic: "a", text: "it still runs" }), /^stored in a/);
        expectSound(world, program);
      } finally {
        server.end();
      }
    },
  },
  {
    name: "doctor: a server is this program's, in a folder with a space, by a bare name",
    async run(world) {
      const place = world.place();
      const bin = join(place.path, "a folder");
      mkdirSync(bin);
      copyFileSync(world.binary, join(bin, "helix"));
      const environment = { PATH: `${bin}:${place.environment.PATH}` };
      const server = startServer("helix", place, environment);
      try {
        await server.start();
        const { stdout } = world.run([join(bin, "helix"), "doctor"], { place, environment });
        expectMatch(stdout, new RegExp(`process ${server.child.pid}: helix \\S+, this program`));
        if (world.isMac) expectMatch(stdout, /signature/);
      } finally {
        server.end();
      }
    },
  },
  {
    name: "a key that the system's store does not hold",
    isMac: true,
    run(world) {
      const place = world.place();
      for (const [name, value] of [
        ["provider", "openai"],
        ["url", "http://127.0.0.1:1"],
        ["name", "none"],
        ["key", `keychain:helix-check-${process.pid}`],
      ])
        expectSame(world.run([world.binary, "config", "set", `model.${name}`, value], { place }).status, 0, name);
      writeFileSync(join(place.work, "a.ts"), "export const one = 1;\n");
      const { status, stderr } = world.run([world.binary, "code", "ask", "what is one"], { place });
      expectMatch(stderr, /the system's store has no such entry/, `exit code ${status}`);
    },
  },
  {
    name: "git of the system",
    run(world) {
      const place = world.place();
      const path = repository(world, place);
      const chosen = world.isMac ? world.run(["/usr/bin/xcode-select", "-p"]).stdout.trim() : "";
      const found = uncommitted(world, place, path, { PATH: "/usr/bin:/bin" });
      const isThere = !world.isMac || chosen !== "";
      if (isThere) expectSame(found, SEEN);
      else expectMatch(found.said, /git is not on PATH/);
      return world.isMac ? chosen || "none is installed, and that is said" : undefined;
    },
  },
  {
    name: "a clone whose objects are hard links",
    run(world) {
      const place = world.place();
      const path = repository(world, place);
      git(world, place, place.work, "clone", "-q", "--local", path, "clone");
      expectSame(uncommitted(world, place, join(place.work, "clone")), SEEN);
    },
  },
];
