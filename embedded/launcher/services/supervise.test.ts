import { describe, expect, test } from "vitest";
import type { Service } from "./service";
import { type SupervisorPorts, supervise } from "./service-group";

/** Creates a service for which a test can make the child die and the next starts fail. */
function createFakeService() {
  const fake = {
    starts: 0,
    failuresLeft: 0,
    log: [] as string[],
    die: (_reason: string): void => undefined,
  };
  const service: Service = {
    name: "next",
    title: "The application",
    start: async () => {
      fake.starts += 1;
      const pid = fake.starts;
      if (fake.failuresLeft > 0) {
        fake.failuresLeft -= 1;
        throw new Error("no answer");
      }
      const exited = new Promise<string>((resolve) => {
        fake.die = resolve;
      });
      const end = (how: string) => {
        fake.log.push(`${how} ${pid}`);
        fake.die(how);
      };
      return { pid, exited, stop: async () => end("stop"), kill: () => end("kill") };
    },
  };
  return { service, fake };
}

/** Creates supervision with a clock that is advanced manually, and a record of its actions. */
function createStage() {
  const { service, fake } = createFakeService();
  const clock = { nowMs: 0, delayMs: 0, endDelay: (): void => undefined };
  const reports: string[] = [];
  const started: number[] = [];
  let noticed: () => void = () => undefined;
  const ports: SupervisorPorts = {
    nowMs: () => clock.nowMs,
    delay: (durationMs, signal) =>
      new Promise((resolve) => {
        Object.assign(clock, { delayMs: durationMs, endDelay: resolve });
        signal.addEventListener("abort", () => resolve());
        noticed();
      }),
    report: (line) => reports.push(line),
    onStarted: (_name, pid) => {
      started.push(pid);
      noticed();
    },
  };
  /** Runs `action`, and resolves with the current delay once supervision has started the child or begun a new delay. */
  const react = async (action: () => void) => {
    const reaction = new Promise<void>((resolve) => {
      noticed = resolve;
    });
    action();
    await reaction;
    return clock.delayMs;
  };
  const die = (livedMs: number) => {
    clock.nowMs += livedMs;
    return react(() => fake.die("SIGKILL"));
  };
  const waitOver = () => {
    clock.nowMs += clock.delayMs;
    return react(() => clock.endDelay());
  };
  return { service, fake, ports, reports, started, die, waitOver };
}

const never = new AbortController().signal;

describe("a child that dies", () => {
  test("is restarted after delays that double up to ten seconds", async () => {
    const stage = createStage();
    await supervise(stage.service, stage.ports, never);
    const delays = [];
    for (let death = 0; death < 8; death += 1) {
      delays.push(await stage.die(100));
      await stage.waitOver();
    }

    expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
    expect(stage.started).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(stage.reports[0]).toBe("The application ended (SIGKILL); starting it again in 0.2 s.");
    expect(stage.reports).toHaveLength(8);
  });

  test("is restarted after the shortest delay if it had been running for thirty seconds", async () => {
    const stage = createStage();
    await supervise(stage.service, stage.ports, never);
    await stage.die(100);
    await stage.waitOver();

    expect(await stage.die(29_999)).toBe(400);
    await stage.waitOver();
    expect(await stage.die(30_000)).toBe(200);
  });

  test("is restarted again if a restart fails, and the reason is reported", async () => {
    const stage = createStage();
    await supervise(stage.service, stage.ports, never);
    stage.fake.failuresLeft = 2;
    await stage.die(100);

    expect(await stage.waitOver()).toBe(400);
    expect(await stage.waitOver()).toBe(800);
    await stage.waitOver();
    expect(stage.started).toEqual([1, 4]);
    expect(stage.reports[1]).toBe("The application ended (no answer); starting it again in 0.4 s.");
  });
});

describe("a child whose start cannot be recorded, as on a full disk", () => {
  test("is reported and remains supervised", async () => {
    const stage = createStage();
    const onStarted = () => {
      throw new Error("no space left on device");
    };
    const supervised = await supervise(stage.service, { ...stage.ports, onStarted }, never);

    expect(stage.reports).toEqual([
      "The application runs as process 1, which could not be recorded (no space left on device).",
    ]);
    await supervised.stop();
    expect(stage.fake).toMatchObject({ starts: 1, log: ["stop 1"] });
  });
});

describe("the end of supervision", () => {
  test("stops the child and does not start it again", async () => {
    const stage = createStage();
    const supervised = await supervise(stage.service, stage.ports, never);
    await supervised.stop();

    expect(stage.fake.log).toEqual(["stop 1"]);
    expect(stage.started).toEqual([1]);
    expect(stage.reports).toEqual([]);
  });

  test("takes effect immediately during a delay", async () => {
    const stage = createStage();
    const supervised = await supervise(stage.service, stage.ports, never);
    await stage.die(100);
    await supervised.stop();

    expect(stage.started).toEqual([1]);
    expect(stage.fake.log).toEqual([]);
  });

  test("kills the child if forced", async () => {
    const stage = createStage();
    const supervised = await supervise(stage.service, stage.ports, never);
    supervised.kill();
    await supervised.stop();

    expect(stage.fake.log[0]).toBe("kill 1");
    expect(stage.started).toEqual([1]);
  });

  test("is not needed if the first start fails, which is not retried", async () => {
    const stage = createStage();
    stage.fake.failuresLeft = 1;

    await expect(supervise(stage.service, stage.ports, never)).rejects.toThrow("no answer");
    expect(stage.reports).toEqual([]);
  });
});
