import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { reservePorts } from "@/testing/reserve-ports";
import {
  connectTo,
  OTHER_SECRET,
  SECRET,
  signNotification,
} from "../../receiver/notification.fixture";
import { toolEnvironment } from "../environment";
import {
  createReceiverService,
  prepareReceiver,
  type ReceiverConfiguration,
} from "./receiver-service";

const CONTROL_TOKEN = "t".repeat(43);
const never = new AbortController().signal;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "stagedoor-receiver-service-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const prepare = (receiverPort: number | null = 3003) =>
  prepareReceiver({ dataDir, receiverPort }, { receiverControlToken: CONTROL_TOKEN });
const readNoted = (name: string) => readFile(join(dataDir, "receiver", name), "utf8");

/** Listens on a port of this machine. */
async function takePort(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

async function reservePort(): Promise<number> {
  const [port = 0] = await reservePorts(1);
  return port;
}

/** Creates the service with the real program. */
function makeService(change: Partial<ReceiverConfiguration> & { port: number }) {
  const configuration = { dataDir, controlToken: CONTROL_TOKEN, secrets: [SECRET], ...change };
  return createReceiverService(configuration, {
    root: resolve("."),
    environment: toolEnvironment("start"),
    log: { write: () => undefined },
  });
}

describe("before the receiver starts", () => {
  test("the certificate authority and the control token are written, readable only by the owner", async () => {
    await prepare();
    expect(await readNoted("certificate-authority.pem")).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(await readNoted("control-token")).toBe(`${CONTROL_TOKEN}\n`);
    for (const name of [".", "control-token"]) {
      const { mode } = await stat(join(dataDir, "receiver", name));
      expect(mode & 0o077).toBe(0);
    }
  });

  test("a second start keeps the certificate authority, because other programs may trust it by now", async () => {
    await prepare();
    const before = await readNoted("certificate-authority.pem");
    await prepare();
    expect(await readNoted("certificate-authority.pem")).toBe(before);
  });

  test("nothing is written if the receiver is off", async () => {
    await prepare(null);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe("the receiver", () => {
  test("is ready when it is listening with a certificate issued by the written authority, and verifies notifications with its secrets", async () => {
    await prepare();
    const port = await reservePort();
    const running = await makeService({ port, secrets: [SECRET, OTHER_SECRET] }).start(never);
    onTestFinished(() => running.kill());
    const client = connectTo({
      origin: `https://127.0.0.1:${port}`,
      certificateAuthority: await readNoted("certificate-authority.pem"),
      controlToken: (await readNoted("control-token")).trim(),
    });
    onTestFinished(() => client.agent.destroy());
    for (const secret of [SECRET, OTHER_SECRET]) {
      expect(await client.send(signNotification({ secret }))).toMatchObject({ status: 200 });
    }
    expect((await client.control("GET", "state")).json).toMatchObject({ received: 2, verified: 2 });
    await running.stop();
    await expect(client.send(signNotification())).rejects.toThrow();
  });

  test("can start again in its folder as soon as it has been stopped", async () => {
    await prepare();
    const service = makeService({ port: await reservePort() });
    for (const _ of ["once", "again"]) {
      const running = await service.start(never);
      await running.stop();
    }
  });

  test("does not start if it cannot listen, and reports the program's own message", async () => {
    await prepare();
    const { server, port } = await takePort();
    onTestFinished(() => void server.close());
    await expect(makeService({ port }).start(never)).rejects.toThrow(
      new RegExp(`^The receiver did not start[^]*${port}`),
    );
  });

  test("fails to start if its start is aborted", async () => {
    await prepare();
    const service = makeService({ port: await reservePort() });
    await expect(service.start(AbortSignal.abort())).rejects.toThrow(/^The receiver did not start/);
  });
});
