import { describe, expect, test } from "vitest";
import type { Service, ServiceName } from "./service";
import { createServiceGroup } from "./service-group";

function createFakeService(name: ServiceName, log: string[]): Service {
  return {
    name,
    title: name,
    start: async () => {
      let end: (reason: string) => void = () => undefined;
      const exited = new Promise<string>((resolve) => {
        end = resolve;
      });
      const ended = async (how: string) => {
        log.push(`${how} ${name}`);
        end(how);
      };
      return { pid: 7, exited, stop: () => ended("stop"), kill: () => void ended("kill") };
    },
  };
}

const childrenFile = (log: string[]) => ({
  note: (name: ServiceName, pid: number) => void log.push(`note ${name} ${pid}`),
  remove: () => void log.push("remove"),
});

const never = new AbortController().signal;

describe("the children of one launcher", () => {
  test("are stopped with the application first and the database last, regardless of their start order", async () => {
    const log: string[] = [];
    const group = createServiceGroup("unused", () => undefined, childrenFile(log));
    for (const name of ["object-store", "postgres", "next", "inngest"] as const) {
      await group.start(createFakeService(name, log), never);
    }
    expect(log.splice(0)).toEqual(
      ["object-store", "postgres", "next", "inngest"].map((name) => `note ${name} 7`),
    );

    await group.stop();
    expect(log).toEqual([
      "stop next",
      "stop inngest",
      "stop object-store",
      "stop postgres",
      "remove",
    ]);
  });

  test("are all killed immediately if the user does not want to wait", async () => {
    const log: string[] = [];
    const group = createServiceGroup("unused", () => undefined, childrenFile([]));
    await group.start(createFakeService("postgres", log), never);
    await group.start(createFakeService("next", log), never);
    group.kill();

    expect(log).toEqual(["kill postgres", "kill next"]);
  });
});
