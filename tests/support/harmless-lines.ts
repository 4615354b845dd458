// Command lines as assistants and people run them, which write to no file of the work tree by themselves.

/** Lines that write nothing at all, one a line; a line of three dashes separates those of several lines. */
const SINGLE = String.raw`
ls
ls -la
ls -la src tests 2>/dev/null
ls src/*.ts | head -20
ls -t | head -1
pwd
cat README.md
cat src/a.ts src/b.ts | head -100
cat -n src/a.ts | sed -n '10,40p'
head -50 src/a.ts
tail -n 20 build.log
tail -f /dev/null
wc -l src/*.ts
file src/a.ts
stat src/a.ts
du -sh node_modules
df -h
tree -L 2 -I node_modules
find . -name "*.ts" -not -path "./node_modules/*"
find src -type f -name '*.ts' | xargs wc -l | sort -n | tail -5
find . -name package.json -maxdepth 3 -exec grep -l react {} \;
find src -name '*.ts' -exec grep -n "TODO" {} +
find . -type f -newer package.json -print0 | xargs -0 ls -l
grep -rn "createServer" src
grep -rn "a > b" src --include=*.ts
grep -c "x" < src/a.ts
grep -E "foo|bar" src/a.ts || true
grep -rn 'rm -rf' scripts
grep -n "git checkout" README.md
rg "sed -i" docs
rg -n "import .* from" src -g '*.ts' | wc -l
ag --js todo
ack foo
sed -n '1,40p' src/a.ts
sed 's/a/b/' src/a.ts
sed -e 's/a/b/' -e 's/c/d/' src/a.ts | diff src/a.ts -
sed -nE '/^export/p' src/a.ts
awk '{print $1}' src/a.ts
awk -F: '$3 > 100 {print $1}' /etc/passwd
awk 'NR>=10 && NR<=20' src/a.ts
cut -d: -f1 /etc/passwd | sort | uniq -c | sort -rn
sort src/words.txt | uniq
sort -k2 -t, -n data.csv
tr a-z A-Z < README.md
diff src/a.ts src/b.ts
diff -u <(sort a.txt) <(sort b.txt)
comm -12 <(sort a.txt) <(sort b.txt)
cmp a b
md5sum src/a.ts
sha256sum dist/* | head
xxd src/a.bin | head
od -c src/a.ts | head -3
strings bin/tool | grep version
jq . package.json
jq -r '.scripts | keys[]' package.json
jq '.version' package.json 2>/dev/null
yq '.jobs' .github/workflows/ci.yml
echo hello
echo "a > b"
echo 'x >> y'
echo done 2>&1
echo "rm -rf src"
printf '%s\n' a b c
printf 'sed -i s/a/b/ src/a.ts\n'
true
false || echo no
:
test -f src/a.ts && echo yes
[ -d node_modules ] || echo missing
[[ a > b ]] && echo greater
[[ -n "$CI" ]] && echo ci
(( 3 > 2 )) && echo yes
echo $(( 5 > 3 ))
if [ -f package.json ]; then cat package.json; else echo none; fi
for f in src/*.ts; do echo "$f"; wc -l "$f"; done
for i in 1 2 3; do npm test; done
for i in {1..20}; do npx vitest run src/a.test.ts || break; done
while read -r line; do echo "$line"; done < README.md
git ls-files | while read f; do head -1 "$f"; done
case "$1" in start) echo s;; *) echo o;; esac
which node
command -v python3
type -a node
node --version && npm --version
env | grep NODE
env | sort
export NODE_ENV=test && npm test
NODE_ENV=test npm test
CI=1 npm run build
CI=true FORCE_COLOR=0 npx vitest run 2>&1 | tail -50
date
date +%s
whoami; id; hostname
uname -a
uptime
ps aux | grep node
ps -ef | head
kill %1
kill -9 12345
lsof -i :3000
netstat -tln
sleep 1
sleep 5 && curl -s localhost:3000/health
time npm test
timeout 60 npm test
timeout 10 node server.js & sleep 2; curl -s localhost:3000; kill %1
npm test
npm test -- src/a.test.ts
npm run test:unit 2>&1 | tail -20
npm run build
npm run lint
npm run check && npm test
npm ci
npm ls react
npm view react version
npm outdated || true
npm pkg get version
npm install
npm audit
npx tsc --noEmit
npx tsc -p tsconfig.json
npx vitest run
npx jest --coverage
npx eslint src
npx eslint src --ext .ts --max-warnings 0
npx prettier --check .
npx prettier src/a.ts
npx biome check .
npx biome check src --reporter=github
node_modules/.bin/tsc --noEmit
node -e 'console.log(1 > 0)'
node -p "require('./package.json').version"
node --test
node scripts/check.js
bun test
bun test src/a.test.ts 2>&1 | tail -30
bun run build
deno test
yarn test
yarn install --frozen-lockfile
yarn build
pnpm test
pnpm -r build
pnpm install
python3 -m pytest -q
pytest tests/test_auth.py -v
pytest -x --tb=short 2>&1 | head -80
python -m unittest
python3 script.py
python3 -c "print(1 > 0)"
python3 -c 'import json,sys; print(json.load(sys.stdin)["a"])' < data.json
python -m mypy src
mypy src --strict
ruff check .
ruff check src --select E501
ruff format --check .
black --check .
black --diff src/a.py
isort --check-only .
flake8
pip list
pip show requests
pip install -r requirements.txt
pip install -e .
uv run pytest
uv sync
poetry run pytest
tox -e py312
go test ./...
go test -run TestX -v ./pkg/...
go build ./...
go vet ./...
go list -m all
go doc fmt.Println
gofmt -l .
gofmt -d main.go
golangci-lint run
cargo test
cargo test -- --nocapture
cargo build --release
cargo check
cargo clippy -- -D warnings
cargo fmt --check
cargo fmt -- --check
cargo tree
cargo run -- --help
rustfmt --check src/main.rs
rustc --version
make
make test
make -j4 build
make -n install
cmake --build build
ctest --output-on-failure
mvn test
mvn -q -DskipTests package
./gradlew test
gradle build
dotnet test
swift test
bundle exec rspec
bundle exec rubocop
rake test
php vendor/bin/phpunit
composer validate
mix test
terraform validate
terraform fmt -check
terraform plan
docker ps
docker compose logs web | tail -50
docker build -t app .
kubectl get pods
git status
git status --short
git status --porcelain | wc -l
git diff
git diff --stat
git diff HEAD~1 -- src
git diff --cached
git diff main...HEAD --name-only
git log
git log --oneline -10
git log -p -1 -- src/a.ts
git log --grep="git checkout" --oneline
git log --all --oneline --graph | head -20
git show HEAD
git show HEAD:src/a.ts
git show --stat HEAD~2
git blame -L 10,20 src/a.ts
git branch
git branch -a
git branch --show-current
git remote -v
git rev-parse HEAD
git rev-parse --show-toplevel
git ls-files | grep test
git ls-tree -r HEAD --name-only | head
git grep -n foo
git stash list
git stash show -p
git tag
git describe --tags
git fetch origin
git add src/a.ts
git add -A
git commit -m "fix: a > b, and rm -rf"
git commit -am "wip"
git push origin HEAD
git reset
git reset HEAD src/a.ts
git restore --staged src/a.ts
git apply --check fix.patch
git apply --stat fix.patch
git clean -n
git clean -nd
git config --get user.name
git config user.email
git config --list
git worktree list
git submodule status
git merge-base main HEAD
git cat-file -p HEAD
git --no-pager log -3
git -C packages/a status
git --version
git bisect log
git reflog | head
git shortlog -sn
git check-ignore -v dist
cd src && ls
cd /tree && npm test
cd packages/a && npm test && cd ../..
(cd packages/a && npm test)
pushd packages/a && npm run build && popd
npm test > /dev/null
npm test > /dev/null 2>&1
npm test &> /dev/null
npm test 2>/dev/null
npm test >/dev/null 2>/dev/null || echo failed
npm test 2>&1 | grep -i fail
npm test 1>&2
{ npm test; } 2>&1 | tail
npm test; echo "exit: $?"
npm test |& tail -5
set -e; npm test; npm run lint
set -o pipefail && npm test | tail
cat src/a.ts | tee /dev/stderr | wc -l
npm run build | tee /dev/tty
curl -s https://example.com
curl -sS -X POST -d '{"a":1}' -H 'Content-Type: application/json' localhost:3000/api
curl -fsSL https://example.com/a.json | jq .
curl -o /dev/null -s -w '%{http_code}\n' localhost:3000
wget -qO- https://example.com
wget --spider https://example.com
tar tzf a.tgz
tar -tvf a.tar | head
tar -xOf a.tar a/file
tar czf - src | wc -c
unzip -l a.zip
gunzip -c a.gz | head
zcat a.gz | head
gzip -c src/a.ts | wc -c
rsync -avn src/ /backup/
ssh host 'ls /var/log > /tmp/x'
echo test | cat
yes | head -3
seq 1 10 | xargs echo
seq 3 | xargs -I{} echo item {}
git ls-files '*.ts' | xargs grep -l foo
xargs -n1 echo < list.txt
ls | parallel echo
watch -n1 -g ls
mkdir -p build
mkdir -p src/new/folder && ls src/new
touch --help
cp --help
sed --version
make --version | head -1
bash --version
bash -c 'npm test'
bash -lc "cd src && ls -la"
sh -c 'echo $0 > /dev/null'
bash scripts/test.sh
./scripts/build.sh --fast
source .venv/bin/activate && pytest
. ./env.sh; npm test
eval "$(direnv export bash)"
nohup npm start > /dev/null 2>&1 &
npm start &
trap 'kill $PID' EXIT; npm test
sqlite3 db.sqlite 'select * from a where b > 1'
psql -c 'select 1'
redis-cli ping
ed --version
vim --version | head -1
perl -ne 'print if /foo/' src/a.ts
perl -pe 's/a/b/' src/a.ts
perl -Ilib -e 'print 1'
perl -MJSON -e 'print 1'
ruby -e 'puts 1'
ruby -Ilib -Itest test/a_test.rb
openssl version
base64 < src/a.ts
base64 -d <<< aGVsbG8=
read -r x <<< "a b"; echo "$x"
x=5; echo "$x > 3"
x=$(git rev-parse HEAD); echo $x
files=$(git diff --name-only); echo "$files"
helix plan status
helix plan show
helix plan report --status blocked
helix search "guard"
helix doctor
helix run npm test
exec 2>&1; npm test
exec 3>&1; npm test 2>&1 >&3 | grep err
find . -path ./node_modules -prune -o -name '*.test.ts' -print
diff <(git show HEAD:src/a.ts) src/a.ts && echo same
column -t -s, data.csv
claude --version
gh pr view 12
gh run list --limit 3
`;

/** Lines with here-documents, and other lines of several lines. */
const LONGER = [
  "python3 <<'EOF'\nprint('a > b')\nopen('x')\nEOF",
  "python3 - <<'EOF' | head\nimport sys\nif 1 > 0:\n    print('rm -rf src')\nEOF",
  "node <<'EOF'\nconst a = 2 > 1;\nconsole.log(`x`);\nEOF",
  "cat <<'EOF'\nsed -i s/a/b/ src/a.ts\nEOF",
  "cat <<EOF | python3\nprint(1)\nEOF",
  "cat <<'EOF' | grep a\nrm -rf src > b\nEOF",
  "sqlite3 db.sqlite <<SQL\nselect * from a where b > 1;\nSQL",
  "git commit -m \"$(cat <<'EOF'\nfix: the parser (a > b)\n\nrm -rf is named here only.\nEOF\n)\"",
  "bash <<'EOF'\nset -e\nls\nnpm test > /dev/null\nEOF",
  "# run the tests\nnpm test\n\n# and the linter\nnpm run lint",
  "npm test \\\n  -- src/a.test.ts \\\n  2>&1 | tail -20",
  "f() {\n  rm -rf src\n}\necho not called",
  'for d in packages/*; do\n  (cd "$d" && npm test)\ndone',
  "if ! npm test; then\n  echo failed\n  exit 1\nfi",
  "psql <<-SQL\n\tselect 1;\n\tSQL",
  'set -euo pipefail\ncd src\nls | while read -r f; do\n  wc -l "$f"\ndone',
];

/** All of them. */
export const HARMLESS_LINES: readonly string[] = [...SINGLE.split("\n").filter((line) => line !== ""), ...LONGER];
