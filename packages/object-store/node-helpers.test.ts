import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { PassThrough } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { findListener, readConfiguration } from "./node-helpers";

const ignore = () => undefined;

describe("the configuration", () => {
  test("is the first line, even if it arrives in pieces, and the rest is discarded", async () => {
    const pipe = new PassThrough();
    const reading = readConfiguration(ignore, pipe);
    for (const byte of Buffer.from('{"name":"Tür"}\nrest')) pipe.write(Buffer.from([byte]));
    expect(await reading).toEqual({ name: "Tür" });
    expect(pipe.readableFlowing).toBe(true);
  });

  test.each([
    ["is not JSON", '{"secret":"top-secret"\n'],
    ["never ends", `"top-secret${" ".repeat(1_100_000)}`],
  ])("is rejected without being quoted if the line %s", async (_name, line) => {
    const pipe = new PassThrough();
    pipe.write(line);
    const error = await readConfiguration(ignore, pipe).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/not JSON or too long$/);
  });

  test.each([
    ["ends", (pipe: PassThrough) => pipe.end("{}")],
    ["breaks", (pipe: PassThrough) => pipe.destroy(new Error("broken"))],
  ])("is rejected if the pipe %s first", async (_name, leave) => {
    const pipe = new PassThrough();
    const reading = readConfiguration(ignore, pipe);
    leave(pipe);
    await expect(reading).rejects.toThrow("ended before the configuration line");
  });
});

test.each([
  ["ends", (pipe: PassThrough) => pipe.end()],
  ["is closed", (pipe: PassThrough) => pipe.destroy()],
  ["breaks", (pipe: PassThrough) => pipe.destroy(new Error("broken"))],
])(
  "the other process counts as gone if the pipe %s after the configuration",
  async (_name, leave) => {
    const pipe = new PassThrough();
    let reading: Promise<unknown> = Promise.resolve();
    const gone = new Promise<void>((resolve) => {
      reading = readConfiguration(resolve, pipe);
    });
    pipe.write("{}\n");
    await reading;
    leave(pipe);
    await gone;
  },
);

test.runIf(process.platform === "linux")(
  "a listening process is described with its program and its folder",
  async () => {
    const script =
      'const server = require("net").createServer().listen(0, "127.0.0.1", () => console.log(server.address().port))';
    const child = spawn(process.execPath, ["-e", script], { cwd: tmpdir() });
    onTestFinished(() => void child.kill());
    const [port] = await once(child.stdout, "data");
    expect(await findListener(Number(port))).toBe(`process ${child.pid} (node, in ${tmpdir()})`);
    child.kill();
    await once(child, "exit");
    expect(await findListener(Number(port))).toBeNull();
  },
);
