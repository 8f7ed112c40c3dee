import { PassThrough } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { onLauncherGone, readLauncherConfiguration } from "./launcher-pipe";

const UNDER_LOAD = { timeout: 10_000 };

describe("the configuration", () => {
  test("is the first line, even if it arrives in pieces", async () => {
    const pipe = new PassThrough();
    const reading = readLauncherConfiguration(pipe);
    const line = Buffer.from('{"name":"Tür"}\nrest');
    for (const byte of line) {
      pipe.write(Buffer.from([byte]));
    }
    expect(await reading).toEqual({ name: "Tür" });
  });

  test("is read without waiting for the end of the pipe, and the rest is discarded", async () => {
    const pipe = new PassThrough();
    pipe.write("{}\nmore\n");
    expect(await readLauncherConfiguration(pipe)).toEqual({});
    expect(pipe.readableFlowing).toBe(true);
  });

  test("is rejected without being quoted if it is not JSON", async () => {
    const pipe = new PassThrough();
    pipe.write('{"secret":"top-secret"\n');
    const error = await readLauncherConfiguration(pipe).catch((reason: unknown) => reason);
    expect(String(error)).toContain("not JSON");
    expect(String(error)).not.toContain("top-secret");
  });

  test("is rejected if it never arrives", async () => {
    const pipe = new PassThrough();
    pipe.end("{}");
    await expect(readLauncherConfiguration(pipe)).rejects.toThrow("ended before");
  });

  test("is rejected if the line never ends", async () => {
    const pipe = new PassThrough();
    pipe.write(Buffer.alloc(1_100_000, 32));
    await expect(readLauncherConfiguration(pipe)).rejects.toThrow("too long");
  });

  test("is rejected with an explanation if the pipe breaks", async () => {
    const pipe = new PassThrough();
    const reading = readLauncherConfiguration(pipe);
    pipe.destroy(new Error("broken"));
    await expect(reading).rejects.toThrow("broken");
  });
});

describe("the end of the launcher", () => {
  test.each([
    ["ends the pipe", (pipe: PassThrough) => pipe.end()],
    ["closes the pipe", (pipe: PassThrough) => pipe.destroy()],
    ["breaks the pipe", (pipe: PassThrough) => pipe.destroy(new Error("broken"))],
  ])("is noticed once when the launcher %s", async (_name, leave) => {
    const pipe = new PassThrough();
    const callback = vi.fn();
    onLauncherGone(callback, pipe);
    const closed = new Promise((resolve) => pipe.once("close", resolve));
    leave(pipe);
    await closed;
    expect(callback).toHaveBeenCalledTimes(1);
  });

  test("is noticed even if it happened before the callback was registered", async () => {
    const pipe = new PassThrough();
    pipe.write("{}\n");
    await readLauncherConfiguration(pipe);
    pipe.end();
    await vi.waitFor(() => expect(pipe.closed).toBe(true), UNDER_LOAD);
    await new Promise<void>((resolve) => onLauncherGone(resolve, pipe));
  });

  test("is not assumed while the pipe is open", async () => {
    const pipe = new PassThrough();
    const callback = vi.fn();
    onLauncherGone(callback, pipe);
    pipe.write("more");
    await vi.waitFor(() => expect(pipe.readableLength).toBe(0), UNDER_LOAD);
    expect(callback).not.toHaveBeenCalled();
  });
});
