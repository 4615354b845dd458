// Which servers count as being on this machine, and are therefore asked without a proxy.

import { afterEach, beforeEach, expect, test } from "vitest";
import { isOnThisMachine, isReadableOnTheWay } from "../../../src/models/server-address.ts";

const NAMES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"];
const before = new Map<string, string | undefined>();

beforeEach(() => {
  for (const name of NAMES) {
    before.set(name, process.env[name]);
    delete process.env[name];
  }
});

afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

const never = () => Promise.reject(new Error("no name may be looked up"));
const at = (host: string) => new URL(`http://${host}:11434/v1`);

test("addresses and names of this machine, however they are written", async () => {
  for (const host of [
    "localhost",
    "LOCALHOST",
    "localhost.",
    "api.localhost",
    "127.0.0.1",
    "127.8.9.1",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "0.0.0.0",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::]",
    "[::ffff:127.0.0.1]",
  ]) {
    expect(await isOnThisMachine(at(host), never), host).toBe(true);
    expect(isReadableOnTheWay(at(host)), host).toBe(false);
  }
});

test("no other address is, and without a proxy no name is looked up", async () => {
  for (const host of [
    "10.0.0.1",
    "128.0.0.1",
    "[::2]",
    "[2001:db8::1]",
    "[::ffff:10.0.0.1]",
    "localhost.example.org",
  ]) {
    expect(await isOnThisMachine(at(host), never), host).toBe(false);
    expect(isReadableOnTheWay(at(host)), host).toBe(true);
  }
  process.env.HTTP_PROXY = "http://192.0.2.1:3128";
  expect(await isOnThisMachine(at("10.0.0.1"), () => Promise.resolve(["127.0.0.1"]))).toBe(false);
});

test.each(NAMES)("where %s is set, a name counts if all its addresses are of this machine", async (name) => {
  process.env[name] = "http://192.0.2.1:3128";
  const found = (...addresses: string[]) => isOnThisMachine(at("models.test"), () => Promise.resolve(addresses));
  expect(await found("127.0.0.1", "::1")).toBe(true);
  expect(await found("127.0.0.1", "192.0.2.7")).toBe(false);
  expect(await found()).toBe(false);
  expect(await isOnThisMachine(at("models.test"), never)).toBe(false);
});
