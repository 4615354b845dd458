// The two time bases of the log: which one a value is in, what is written in which log, and wall clocks of other zones.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MINUTES_2024,
  minutesOfStored,
  nextTimeBase,
  storedOfMinutes,
  timeBaseOf,
} from "../../../../src/engine/log/log-time.ts";
import { runInZone, ZONES } from "../../../support/in-zone.ts";

const MINUTE_MS = 60_000;
const utc = (time: string) => Date.parse(time) / MINUTE_MS;
/** Values from here on are 1970-based, so a 2024-based log cannot say them. */
const MINUTES_2077 = 2 * MINUTES_2024;

describe("a stored value", () => {
  test("tells its base", () => {
    expect(MINUTES_2024).toBe(utc("2024-01-01T00:00Z"));
    expect(timeBaseOf(MINUTES_2024)).toBe("local-1970");
    expect(timeBaseOf(MINUTES_2024 - 1)).toBe("utc-2024");
    expect(timeBaseOf(0)).toBe("utc-2024");
    expect(timeBaseOf(-(2 ** 31))).toBe("utc-2024");
  });

  test("based on 2024 counts UTC minutes, before 2024 too", () => {
    expect(minutesOfStored(0)).toBe(utc("2024-01-01T00:00Z"));
    expect(minutesOfStored(1440)).toBe(utc("2024-01-02T00:00Z"));
    expect(minutesOfStored(-1)).toBe(utc("2023-12-31T23:59Z"));
    expect(minutesOfStored(utc("1931-05-06T07:08Z") - MINUTES_2024)).toBe(utc("1931-05-06T07:08Z"));
    expect(minutesOfStored(MINUTES_2024 - 1)).toBe(MINUTES_2077 - 1);
  });
});

describe("a time", () => {
  test("in a 2024-based log is 2024-based up to 2077, and 1970-based from there on", () => {
    expect(storedOfMinutes(utc("2026-02-21T12:00Z"), "utc-2024")).toBe(utc("2026-02-21T12:00Z") - MINUTES_2024);
    expect(storedOfMinutes(MINUTES_2077 - 1, "utc-2024")).toBe(MINUTES_2024 - 1);
    expect(timeBaseOf(storedOfMinutes(MINUTES_2077, "utc-2024"))).toBe("local-1970");
    expect(minutesOfStored(storedOfMinutes(MINUTES_2077, "utc-2024"))).toBe(MINUTES_2077);
  });

  test("before 2024 is 2024-based and negative in either", () => {
    for (const base of ["utc-2024", "local-1970"] as const) {
      expect(storedOfMinutes(utc("2019-05-06T07:08Z"), base)).toBe(utc("2019-05-06T07:08Z") - MINUTES_2024);
      expect(storedOfMinutes(utc("1899-01-01T00:00Z"), base)).toBe(utc("1899-01-01T00:00Z") - MINUTES_2024);
    }
  });

  test("of any year comes back from a 2024-based log, and to the hour from a 1970-based one", () => {
    const times = fc.oneof(
      fc.integer({ min: MINUTES_2024 - 2_000_000_000, max: MINUTES_2024 + 2_000_000_000 }),
      fc.integer({ min: MINUTES_2024 - 3000, max: MINUTES_2024 + 3000 }),
      fc.integer({ min: MINUTES_2077 - 3000, max: MINUTES_2077 + 3000 }),
    );
    fc.assert(
      fc.property(times, (minutes) => {
        const stored = storedOfMinutes(minutes, "utc-2024");
        expect(Math.abs(stored)).toBeLessThan(2 ** 31);
        if (minutes < MINUTES_2077) expect(minutesOfStored(stored)).toBe(minutes);
        // Where the clock goes back an hour happens twice, and the wall clock does not say which.
        expect(Math.abs(minutesOfStored(storedOfMinutes(minutes, "local-1970")) - minutes)).toBeLessThanOrEqual(60);
      }),
    );
  });
});

describe("the base that a log goes on in", () => {
  test("is that of its last entry, unless that is from before 2024", () => {
    const local = storedOfMinutes(utc("2026-02-21T12:00Z"), "local-1970");
    expect(nextTimeBase("utc-2024", local)).toBe("local-1970");
    expect(nextTimeBase("local-1970", local)).toBe("local-1970");
    expect(nextTimeBase("local-1970", 1_125_360)).toBe("utc-2024");
    expect(nextTimeBase("local-1970", -1)).toBe("local-1970");
    expect(nextTimeBase("utc-2024", -1)).toBe("utc-2024");
  });
});

/** What the clock on the wall says in `zone`, in minutes since 1970 as if it were UTC. */
function wallClock(minutes: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(minutes * MINUTE_MS);
  const value = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return Date.UTC(value("year"), value("month") - 1, value("day"), value("hour"), value("minute")) / MINUTE_MS;
}

describe("a 1970-based log", () => {
  const times = [
    "2024-01-03T00:00Z",
    "2026-02-21T12:00Z",
    "2026-07-01T23:59Z",
    ...["2026-03-08T06:59Z", "2026-03-08T07:00Z", "2026-11-01T05:59Z", "2026-11-01T06:00Z", "2026-11-01T07:00Z"],
    ...["2026-04-04T14:59Z", "2026-04-04T15:00Z", "2026-04-04T15:30Z", "2026-10-03T15:29Z", "2026-10-03T15:30Z"],
    "2083-12-31T18:31Z",
  ].map(utc);

  test.each(ZONES)("keeps what the clock on the wall says in %s", (zone) => {
    const answers = runInZone(zone, "./times-in-zone.ts", JSON.stringify(times)) as [number, number][];
    answers.forEach(([stored, read], at) => {
      expect(stored).toBe(wallClock(times[at]!, zone));
      // Read back, the clock on the wall says the same, whichever of two such hours it is.
      expect(wallClock(read, zone)).toBe(stored);
      expect(Math.abs(read - times[at]!)).toBeLessThanOrEqual(60);
    });
    const exact = answers.filter(([, read], at) => read === times[at]).length;
    expect(exact).toBeGreaterThanOrEqual(times.length - 2);
  });

  test("keeps a time that is in 2023 on the wall as the UTC time that it is", () => {
    const minutes = utc("2024-01-01T02:00Z");
    expect(runInZone("America/New_York", "./times-in-zone.ts", JSON.stringify([minutes]))).toEqual([[120, minutes]]);
  });
});
