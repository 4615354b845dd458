// Those of all processes who wait for the lock are served in the order in which they came; none of them can hold up the
// others, and nothing of the queue stays.

import { expect, test } from "vitest";
import { systemError } from "../../support/memory-file-system.ts";
import { LOCK_PATH, WaitingWorld } from "../../support/waiting-processes.ts";

const WAIT_MS = 5000;
/** The most that may pass before somebody is passed over who does not take a free lock. */
const PASSED_OVER_MS = 500;

/** Processes that came one after another while another one held the lock, and what gives that back. */
async function waitingBehindOne(count: number, milliseconds = 1) {
  const world = new WaitingWorld();
  const held = world.files.tryLock(LOCK_PATH)!;
  const processes = [];
  const writes = [];
  for (let at = 0; at < count; at++) {
    const process = world.process(WAIT_MS);
    processes.push(process);
    writes.push(process.write(`${at}`, milliseconds));
    await world.pass(3);
  }
  return { world, processes, writes, release: () => held.release() };
}

/** The numbers from 0 on, as names. */
const namesTo = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);

test("who came first is served first, and nothing is left", async () => {
  const { world, writes, release } = await waitingBehindOne(20);
  expect(world.tickets).toHaveLength(20);
  release();
  await world.pass();
  expect(world.written).toEqual(namesTo(20));
  expect((await Promise.all(writes)).map(({ said }) => said)).toEqual(namesTo(20).map(() => "written"));
  expect(world.tickets).toEqual([]);
});

test("who finds the lock free and others waiting goes behind them", async () => {
  const { world, release } = await waitingBehindOne(3);
  release();
  const late = world.process(WAIT_MS).write("late");
  await world.pass();
  await late;
  expect(world.written).toEqual(["0", "1", "2", "late"]);
});

test("a free lock without a queue is taken at once, and no ticket is made", async () => {
  const world = new WaitingWorld();
  const writing = world.process(WAIT_MS).write("only");
  expect(world.written).toEqual(["only"]);
  expect(await writing).toEqual({ said: "written", waited: 0 });
  expect(world.files.operations.map(({ kind, path }) => `${kind} ${path}`)).toEqual([`lock ${LOCK_PATH}`]);
});

test.each([
  { dead: [0], left: 4 },
  { dead: [1], left: 4 },
  { dead: [0, 1, 2], left: 2 },
  // Behind the last who lives nobody looks after them.
  { dead: [3, 4], left: 5 },
])("those who are killed are passed, and their tickets removed: $dead", async ({ dead, left }) => {
  const { world, processes, release } = await waitingBehindOne(5);
  for (const at of dead) processes[at]!.kill();
  await world.pass(100);
  expect(world.tickets).toHaveLength(left);
  release();
  await world.pass();
  expect(world.written).toEqual(namesTo(5).filter((name) => !dead.includes(Number(name))));
  await world.process(WAIT_MS).write("next");
  expect(world.tickets).toEqual([]);
});

test.each([[[0]], [[0, 1]], [[1]]])(
  "those who are stopped are passed over, and served when they go on: %s",
  async (stopped) => {
    const { world, processes, writes, release } = await waitingBehindOne(6);
    for (const at of stopped) processes[at]!.stop();
    release();
    const start = world.now;
    await world.pass(stopped.length * PASSED_OVER_MS + 100);
    const others = namesTo(6).filter((name) => !stopped.includes(Number(name)));
    expect(world.written).toEqual(others);
    const last = await writes.at(-1)!;
    expect(start + last.waited).toBeLessThan(start + stopped.length * PASSED_OVER_MS + 100);
    for (const at of stopped) processes[at]!.goOn();
    await world.pass();
    expect(world.written).toEqual([...others, ...stopped.map(String)]);
    expect(world.tickets).toEqual([]);
  },
);

test("one that was passed over and goes on while others wait has its old place", async () => {
  const { world, processes, release } = await waitingBehindOne(3);
  processes[0]!.stop();
  release();
  // The second one passes it over, and the third one waits behind a lock that is taken again.
  while (world.written.length === 0) await world.pass(1);
  const held = world.files.tryLock(LOCK_PATH)!;
  processes[0]!.goOn();
  await world.pass(200);
  held.release();
  await world.pass();
  expect(world.written).toEqual(["1", "0", "2"]);
});

test("the first is not passed over for a lock that is held for long", async () => {
  const { world, release } = await waitingBehindOne(8);
  await world.pass(3000);
  release();
  await world.pass();
  expect(world.written).toEqual(namesTo(8));
});

test("tickets that somebody removes are made again, each in its place", async () => {
  const { world, release } = await waitingBehindOne(4);
  for (const path of world.tickets) world.files.remove(path);
  await world.pass(200);
  expect(world.tickets).toHaveLength(4);
  release();
  await world.pass();
  expect(world.written).toEqual(namesTo(4));
  expect(world.tickets).toEqual([]);
});

test.each(["ENOSPC", "EACCES", "EROFS", "EMFILE"])(
  "where no ticket can be made (%s) all wait as well as they can",
  async (code) => {
    const world = new WaitingWorld();
    world.files.fault = ({ kind, path }) => (kind === "lock" && path !== LOCK_PATH ? { code } : null);
    const held = world.files.tryLock(LOCK_PATH)!;
    const writes = namesTo(4).map((name) => world.process(WAIT_MS).write(name));
    await world.pass(50);
    held.release();
    await world.pass();
    expect((await Promise.all(writes)).map(({ said }) => said)).toEqual(namesTo(4).map(() => "written"));
    expect(world.tickets).toEqual([]);
  },
);

test("a ticket that can be neither locked nor removed holds up nobody", async () => {
  const { world, processes, release } = await waitingBehindOne(3);
  processes[0]!.kill();
  const [stuck] = world.tickets;
  world.files.fault = ({ path }) => (path === stuck ? { code: "EACCES" } : null);
  release();
  await world.pass();
  expect(world.written).toEqual(["1", "2"]);
  expect(world.tickets).toEqual([stuck]);
  expect(await world.process(WAIT_MS).write("next")).toMatchObject({ said: "written" });
});

test("all who wait while nobody writes are refused when the time of each is over", async () => {
  const { world, writes } = await waitingBehindOne(10);
  await world.pass();
  for (const { said, waited } of await Promise.all(writes)) {
    expect(said).toBe(`another process has held the write lock ${LOCK_PATH} for 5 s; nothing was written, try again`);
    expect(waited).toBeGreaterThanOrEqual(WAIT_MS);
    expect(waited).toBeLessThan(WAIT_MS + 100);
  }
  expect(world.tickets).toEqual([]);
});

test("nobody is refused for the length of a queue that moves on", async () => {
  const { world, writes, release } = await waitingBehindOne(32, 400);
  release();
  await world.pass();
  const answers = await Promise.all(writes);
  expect(answers.filter(({ said }) => said !== "written")).toEqual([]);
  expect(Math.max(...answers.map(({ waited }) => waited))).toBeGreaterThan(2 * WAIT_MS);
});

test("who waits for very long while others write is refused, and told why", async () => {
  const world = new WaitingWorld();
  // Another program, which knows of no queue and gives the lock back only to take it again.
  world.files.tryLock(LOCK_PATH);
  const waiting = world.process(WAIT_MS).write("never");
  let end: Awaited<typeof waiting> | null = null;
  waiting.then((answer) => {
    end = answer;
  });
  while (end === null) {
    world.write("another", 0);
    await world.pass(1000);
  }
  expect(end).toMatchObject({
    said: `others have been writing for 30 s before this could, and 0 more wait for the write lock ${LOCK_PATH}; nothing was written, try again`,
  });
  expect(world.now).toBeLessThanOrEqual(6 * WAIT_MS + 1000);
  expect(world.tickets).toEqual([]);
});

test("a lock that is closed leaves the queue at once, and can be used again", async () => {
  const { world, processes, writes, release } = await waitingBehindOne(2);
  processes[0]!.lock.close();
  expect(world.tickets).toHaveLength(1);
  release();
  await world.pass();
  expect(world.written).toEqual(["1"]);
  expect(await writes[0]).toMatchObject({
    said: "the knowledge base was closed meanwhile; nothing was written, try again",
  });
  expect(await processes[0]!.write("again")).toMatchObject({ said: "written" });
});

test("what others write is taken in while one waits for its turn, when that is near, and once for each write", async () => {
  const world = new WaitingWorld();
  const held = world.files.tryLock(LOCK_PATH)!;
  const caughtUp: number[][] = [];
  for (const name of ["first", "second", "third"]) {
    const at: number[] = [];
    caughtUp.push(at);
    void world.process(WAIT_MS).lock.run(
      () => world.write(name, 1),
      () => at.push(world.written.length),
    );
    await world.pass(1);
  }
  for (let write = 0; write < 2; write++) {
    await world.pass(50);
    world.write("another", 1);
  }
  await world.pass(50);
  expect(caughtUp).toEqual([[0, 1, 2], [0, 1, 2], []]);
  held.release();
  await world.pass();
});

test("an error of the lock file gives the place up", async () => {
  const { world, writes } = await waitingBehindOne(1);
  world.files.fault = ({ path }) => (path === LOCK_PATH ? { code: "EIO" } : null);
  await world.pass();
  expect((await writes[0]!).said).toContain(systemError("EIO").message);
  expect(world.tickets).toEqual([]);
});
