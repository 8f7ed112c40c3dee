import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { reservePorts } from "./reserve-ports";

test("reserved ports are free, below the operating system's own range, and each is returned only once", async () => {
  const reserved = await Promise.all(Array.from({ length: 20 }, () => reservePorts(4)));
  const ports = reserved.flat();

  expect(new Set(ports).size).toBe(80);
  expect(ports.every((port) => port > 20_000 && port < 32_000)).toBe(true);
  for (const port of ports) {
    const server = createServer();
    await once(server.listen(port, "127.0.0.1"), "listening");
    await once(server.close(), "close");
  }
});
