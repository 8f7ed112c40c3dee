import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Receiver } from "@/embedded/receiver/kept-receiver";
import { startTestReceiver } from "@/embedded/receiver/test-receiver.fixture";
import { createTestAuthority } from "@/lib/adapters/https/testing/certificates.fixture";
import { startHttpsReceiver } from "@/lib/adapters/https/testing/https-receiver.fixture";
import { createReceiverControl, type ReceiverControl } from "./receiver-control";

const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

let receiver: Receiver;
let control: ReceiverControl;

const accessOf = (running: Receiver) => ({
  origin: `https://127.0.0.1:${running.port}`,
  controlToken: running.controlToken,
  certificateAuthority: running.certificateAuthority,
});

const ITEMS = [
  {
    uuid: "019aa2f3-7c31-7a4e-9d0b-3f2a1c5e8b74",
    currentStatus: 1,
    previousStatus: null,
  },
];

/** Sends a request without a signature. @returns the response's status */
async function send(): Promise<number> {
  const { origin, certificateAuthority } = accessOf(receiver);
  const dispatcher = new Agent({ connect: { ca: certificateAuthority } });
  const headers = { "webhook-id": "msg_1", "x-stagedoor-attempt": "1" };
  const body = JSON.stringify(ITEMS.map((item) => ({ ...item, url: "https://example.test" })));
  const answer = await request(`${origin}/demo`, { method: "POST", headers, body, dispatcher });
  await answer.body.dump();
  await dispatcher.close();
  return answer.statusCode;
}

beforeAll(async () => {
  receiver = await startTestReceiver({ secrets: [] });
  control = createReceiverControl(accessOf(receiver));
});

afterAll(async () => {
  await control.close();
  await receiver.stop();
});

describe("the built-in receiver, controlled by another process", () => {
  test("responds as configured, and lists the requests that have arrived", async () => {
    await control.behave({ kind: "answer", status: 500 });
    expect(await send()).toBe(500);
    await control.behave({ kind: "accept" });
    await control.verifyWith([SECRET]);
    expect(await send()).toBe(401);
    const arrivals = await control.listArrivals(0);
    expect(arrivals.map(({ number, answered }) => [number, answered])).toEqual([
      [1, 500],
      [2, 401],
    ]);
    expect(arrivals[1]).toMatchObject({ id: "msg_1", attempt: 1, items: ITEMS });
    expect(arrivals[1]?.whyNotVerified).not.toBeNull();
    expect(await control.listArrivals(1)).toEqual(arrivals.slice(1));
  });

  test("rejects a different token with a message that says what to do", async () => {
    const stranger = createReceiverControl({ ...accessOf(receiver), controlToken: "wrong" });
    await expect(stranger.listArrivals(0)).rejects.toThrow(
      /rejected the command \(401\)\. Restart Stagedoor\.$/,
    );
    await stranger.close();
  });

  test("is not trusted if its certificate comes from a different authority", async () => {
    const other = await startTestReceiver({ secrets: [] });
    const { certificateAuthority } = accessOf(other);
    const deceived = createReceiverControl({ ...accessOf(receiver), certificateAuthority });
    await expect(deceived.listArrivals(0)).rejects.toThrow(/is not responding \(/);
    await deceived.close();
    await other.stop();
  });

  test("reports where to look if nothing responds", async () => {
    const gone = createReceiverControl({ ...accessOf(receiver), origin: "https://127.0.0.1:1" });
    await expect(gone.behave({ kind: "accept" })).rejects.toThrow(
      "The built-in receiver at https://127.0.0.1:1 is not responding (ECONNREFUSED). Check logs/receiver.log in the data folder.",
    );
    await gone.close();
  });

  test("applies behaviours in order, so that the last one wins", async () => {
    const held: (() => void)[] = [];
    const authority = await createTestAuthority();
    const slow = await startHttpsReceiver(await authority.issue(), (response, { method }) => {
      const answer = () => response.end(JSON.stringify({ items: [] }));
      if (method === "PUT" && held.length === 0) held.push(answer);
      else answer();
    });
    const { origin } = slow;
    const steering = createReceiverControl({
      origin,
      controlToken: "token",
      certificateAuthority: authority.certificate,
    });
    const both = [
      steering.behave({ kind: "answer", status: 500 }),
      steering.behave({ kind: "accept" }),
    ];
    await expect.poll(() => held.length).toBe(1);
    // Everything sent together with the first request has arrived by now.
    await steering.listArrivals(0);
    const countPuts = () => slow.received.filter(({ method }) => method === "PUT").length;
    expect(countPuts()).toBe(1);
    held[0]?.();
    await Promise.all(both);
    expect(countPuts()).toBe(2);
    expect(slow.received.at(-1)?.body.toString()).toContain("accept");
    await steering.close();
    await slow.close();
  });
});
