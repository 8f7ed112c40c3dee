import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { reservePorts } from "@/testing/reserve-ports";
import { findListener } from "./find-listener";

const isLinux = process.platform === "linux";

test.runIf(isLinux)(
  "another listening process is described with its program and its folder",
  async () => {
    const [port = 0] = await reservePorts(1);
    const script = `require("net").createServer().listen(${port}, "127.0.0.1", () => console.log("listens"))`;
    const child = spawn(process.execPath, ["-e", script], { cwd: tmpdir() });
    onTestFinished(() => void child.kill());
    await once(child.stdout, "data");
    expect(await findListener(port)).toBe(`process ${child.pid} (node, in ${tmpdir()})`);
  },
);

test.runIf(isLinux).each(["127.0.0.1", "::1"])("a listener on %s is found", async (host) => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await once(server.listen(0, host), "listening");
  const { port } = server.address() as AddressInfo;
  expect(await findListener(port)).toMatch(new RegExp(`^process ${process.pid} `));
});

test("the result is null for a port on which nothing listens", async () => {
  const [port = 0] = await reservePorts(1);
  expect(await findListener(port)).toBeNull();
});
