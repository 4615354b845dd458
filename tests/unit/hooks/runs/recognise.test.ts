// Which command lines build or test, what they are called in short, and whose the exit code is.

import { describe, expect, test } from "vitest";
import { recogniseRuns } from "../../../../src/hooks/runs/recognise.ts";

/** Runs as a test compares them: `cargo test!` for a test run, with the exit where it is not its own. */
function runs(command: string): string[] {
  return recogniseRuns(command).map(
    ({ what, isTest, exit, folder }) =>
      `${what}${isTest ? "!" : ""}${exit === "own" ? "" : ` ${exit}`}${folder === "" ? "" : ` in ${folder ?? "?"}`}`,
  );
}

describe("a build or test is known", () => {
  test.each([
    ["cargo build", "cargo build"],
    ["cargo b --release", "cargo build"],
    ["cargo +nightly test --all -- --nocapture", "cargo test!"],
    ["cargo nextest run", "cargo nextest!"],
    ["cargo clippy -- -D warnings", "cargo clippy"],
    ["rustc src/main.rs", "rustc"],
    ["go test ./...", "go test!"],
    ["go -C tools vet ./...", "go vet in tools"],
    ["npm test", "npm test!"],
    ["npm t", "npm test!"],
    ["npm run build", "npm run build"],
    ["npm run test:unit -- --watch=false", "npm run test:unit!"],
    ["npm --prefix web run lint", "npm run lint in web"],
    ["pnpm -r build", "pnpm build"],
    ["pnpm --filter web run typecheck", "pnpm run typecheck"],
    ["yarn build", "yarn build"],
    ["yarn workspace app test", "yarn test!"],
    ["bun test src", "bun test!"],
    ["bun run build", "bun run build"],
    ["npx tsc --noEmit", "tsc"],
    ["npx --yes -p typescript tsc -p .", "tsc"],
    ["bunx vitest run", "vitest!"],
    ["pnpm dlx eslint .", "eslint"],
    ["pnpm exec vitest", "vitest!"],
    ["yarn tsc", "tsc"],
    ["./node_modules/.bin/tsc -b", "tsc"],
    ["node_modules/.bin/jest --ci", "jest!"],
    ["playwright test", "playwright test!"],
    ["pytest -x tests", "pytest!"],
    ["python -m pytest", "pytest!"],
    ["python3.12 -m unittest discover", "unittest!"],
    ["uv run pytest", "pytest!"],
    ["uv run --directory api pytest", "pytest! in api"],
    ["npx --prefix web vitest run", "vitest! in web"],
    ["make -j 8 test", "make test!"],
    ["poetry run mypy src", "mypy"],
    ["coverage run -m pytest", "pytest!"],
    ["python manage.py test shop", "manage.py test!"],
    ["ruff check .", "ruff check"],
    ["tox -e py311", "tox!"],
    ["make -j8", "make"],
    ["make -C engine test", "make test! in engine"],
    ["cmake --build build --target all", "cmake"],
    ["ninja -C out", "ninja in out"],
    ["gcc -Wall -o a a.c", "gcc"],
    ["x86_64-linux-gnu-g++-12 a.cpp", "g++"],
    ["clang++ a.cc", "clang++"],
    ["bazel test //...", "bazel test!"],
    ["xcodebuild -scheme App test", "xcodebuild test!"],
    ["swift build", "swift build"],
    ["./gradlew clean :app:test", "gradlew :app:test!"],
    ["mvn -q -pl core verify", "mvn verify!"],
    ["./mvnw package", "mvnw package"],
    ["dotnet test --no-build", "dotnet test!"],
    ["sbt 'testOnly shop.CartSpec'", "sbt testOnly!"],
    ["mix test", "mix test!"],
    ["bundle exec rspec spec/cart_spec.rb", "rspec!"],
    ["vendor/bin/phpunit", "phpunit!"],
    ["php artisan test", "artisan test!"],
    ["zig build test", "zig build"],
    ["deno task build", "deno task build"],
    ["deno test -A", "deno test!"],
    ["just test", "just test!"],
    ["task build", "task build"],
    ["npx biome check src", "biome check"],
    ["turbo run build test", "turbo run build"],
    ["npx nx run app:build", "nx run app:build"],
    ["docker build -t app .", "docker build"],
    ["docker compose build web", "docker build"],
    ["node --test", "node --test!"],
    ["./scripts/build.sh --fast", "build.sh"],
    ["bash run-tests.sh", "run-tests.sh!"],
    ["node scripts/build.mjs", "build.mjs"],
  ])("%s", (command, expected) => {
    expect(runs(command)).toEqual([expected]);
  });
});

describe("what stands around it is taken off", () => {
  test.each([
    ["cd engine && cargo test", ["cargo test! in engine"]],
    ["cd a && cd b && make", ["make in a/b"]],
    ["RUST_BACKTRACE=1 CI= cargo test", ["cargo test!"]],
    ["time cargo build", ["cargo build"]],
    ["sudo -u builder make all", ["make all"]],
    ["nice -n 10 make", ["make"]],
    ["timeout 60 npm test", ["npm test!"]],
    ["timeout -k 5 60s cargo test", ["cargo test!"]],
    ["env FOO=bar npx vitest", ["vitest!"]],
    ["sh -c 'cargo build'", ["cargo build"]],
    ['bash -lc "cd web && npm test"', ["npm test! in web"]],
    ["(cd web; yarn build)", ["yarn build in web"]],
    ["(cd web && make) && (cd app && make) && make", ["make shared in web", "make shared in app", "make shared"]],
    ["cargo build \\\n  --release", ["cargo build"]],
    ["if make; then echo yes; fi", ["make hidden"]],
    ["for d in a b; do cargo check; done", ["cargo check hidden"]],
    ["cat > notes.txt <<'EOF'\ncargo build\nEOF\nmake", ["make"]],
    ["npm run build > log.txt 2>&1", ["npm run build"]],
    ["cargo build &> out.log", ["cargo build"]],
    ["echo start; cargo build", ["cargo build"]],
    ["time -p make", ["make"]],
    ["sudo -n make", ["make"]],
    ["python -u -W error -m pytest", ["pytest!"]],
    ["find . -name '*.py' | xargs ruff check", ["ruff check"]],
    ["bun vitest run", ["vitest!"]],
    ["sh ./gradlew test", ["gradlew test!"]],
    ["bash -c 'make' -c x", ["make"]],
    ["eval make", ["make"]],
    ['cd "$D" && make', ["make in ?"]],
    ["make_it() { make test; }; make_it", ["make test!"]],
  ])("%s", (command, expected) => {
    expect(runs(command)).toEqual(expected);
  });
});

describe("the exit code may be another's", () => {
  test.each([
    ["cargo test 2>&1 | tail -50", ["cargo test! hidden"]],
    ["cargo test 2>&1 | tee log | grep FAILED", ["cargo test! filtered"]],
    ["npx tsc --noEmit | head -20", ["tsc filtered"]],
    ["cargo test || true", ["cargo test! hidden"]],
    ["cargo test; echo $?", ["cargo test! hidden"]],
    ["(cargo build && cargo test) | tail", ["cargo build hidden", "cargo test! hidden"]],
    ["cargo build && cargo test", ["cargo build shared", "cargo test! shared"]],
    ["npm ci && npm test", ["npm test! shared"]],
    ["cargo build && git push", ["cargo build shared"]],
    ["! cargo build", ["cargo build unseen"]],
    ["{ cargo build; }", ["cargo build"]],
    ["yes | npm test", ["npm test!"]],
    ["cargo build || exit 1", ["cargo build"]],
    ["set -o pipefail; cargo test | tail", ["cargo test! shared"]],
    ["set -e\ncd web\nnpm run build\nnpm test\necho done", ["npm run build shared in web", "npm test! shared in web"]],
    ["npm test > log 2>&1; echo done", ["npm test! unseen"]],
    ["cargo build 2> /dev/null; true", ["cargo build unseen"]],
    ['out=$(npm test 2>&1); echo "$out"', ["npm test! unseen"]],
    ["if [ -f Makefile ]; then make; fi", ["make unseen"]],
    ["[ -d dist ] || npm run build", ["npm run build unseen"]],
  ])("%s", (command, expected) => {
    expect(runs(command)).toEqual(expected);
  });
});

describe("other commands are none", () => {
  test.each([
    "ls",
    "git status",
    'echo "cargo build"',
    "grep -rn cargo src",
    "cat build.log",
    "man make",
    "which cargo",
    "command -v tsc",
    "npm install",
    "npm install test",
    "npm ci",
    "npm run dev",
    "npm start",
    "yarn",
    "pnpm add vitest",
    "cargo add serde",
    "cargo --version",
    "tsc --help",
    "go version",
    "git commit -m 'fix cargo build'",
    "git commit -m \"$(cat <<'EOF'\ncargo test passes\nEOF\n)\"",
    "test -f Makefile",
    "[ -d build ] && ls build",
    "cd build",
    "mkdir build test",
    "docker run app cargo",
    "docker ps",
    "python app.py",
    "node server.js",
    "# cargo build",
    "rm -rf target build",
    "kubectl apply -f build.yaml",
    "make --version",
    "make clean",
    "make deploy",
    "make build deploy",
    "make install",
    "rake db:migrate",
    "mvn deploy",
    "./gradlew bootRun",
    "sh -c ''",
    "",
    "&& || ; |",
    "'",
  ])("%s", (command) => {
    expect(runs(command)).toEqual([]);
  });
});

describe("hostile commands", () => {
  test.each([
    ["a megabyte of words", "cargo ".repeat(200_000)],
    ["a megabyte of quotes", '"'.repeat(1_000_001)],
    ["a megabyte of brackets", "$(".repeat(500_000)],
    ["a megabyte of documents", "<<a ".repeat(250_000)],
    ["a megabyte of shells", "sh -c ".repeat(170_000)],
    ["a megabyte of hyphens", `make ${"-".repeat(1_000_000)}`],
    ["a megabyte of digits", `gcc-${"1.".repeat(500_000)}`],
    ["nested shells", `sh -c "sh -c 'sh -c \\"sh -c make\\"'"`],
  ])("%s ends", (_, command) => {
    expect(() => runs(command)).not.toThrow();
  });

  test("a name is never longer than a name is", () => {
    const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    for (const command of [
      `make ${secret}`,
      `npm run build-${secret}`,
      `just test:${secret}`,
      `./build_${secret}.sh`,
    ]) {
      expect(runs(command).join()).not.toContain(secret);
    }
  });
});
