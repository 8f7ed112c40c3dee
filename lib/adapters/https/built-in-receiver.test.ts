import { describe, expect, onTestFinished, test } from "vitest";
import {
  OTHER_SECRET,
  SECRET,
  signNotification,
  startUnderTest,
} from "@/embedded/receiver/notification.fixture";
import { createBuiltInReceiver } from "./built-in-receiver";
import { createTestAuthority } from "./testing/certificates.fixture";
import { startHttpsReceiver, startTcpReceiver } from "./testing/https-receiver.fixture";

describe("the built-in receiver", () => {
  test("accepts signatures made with the secrets that it was given, and rejects all other signatures", async () => {
    const { receiver, send } = await startUnderTest({ secrets: [] });
    await createBuiltInReceiver(receiver).verifyWith([SECRET]);
    expect((await send(signNotification({ secret: SECRET }))).status).toBe(200);
    expect((await send(signNotification({ secret: OTHER_SECRET }))).status).toBe(401);
  });

  test("that rejects the token causes an error with its status and keeps its secrets", async () => {
    const { receiver, send } = await startUnderTest({ secrets: [SECRET] });
    const stranger = createBuiltInReceiver({ ...receiver, controlToken: "wrong" });
    await expect(stranger.verifyWith([OTHER_SECRET])).rejects.toThrow(/it answered 401$/);
    expect((await send(signNotification({ secret: SECRET }))).status).toBe(200);
  });

  test("receives nothing if its certificate was issued by a different authority", async () => {
    const { receiver, control } = await startUnderTest({ secrets: [] });
    const { certificate } = await createTestAuthority();
    const deceived = createBuiltInReceiver({ ...receiver, certificateAuthority: certificate });
    await expect(deceived.verifyWith([SECRET])).rejects.toThrow(/certificate/);
    expect((await control("GET", "state")).json).toMatchObject({ secrets: 0 });
  });

  test("that is not listening causes an error with its address", async () => {
    const { receiver } = await startUnderTest();
    const gone = createBuiltInReceiver({ ...receiver, origin: "https://127.0.0.1:1" });
    await expect(gone.verifyWith([SECRET])).rejects.toThrow(
      /^the built-in receiver at https:\/\/127\.0\.0\.1:1 did not receive the secrets: .*ECONNREFUSED/,
    );
  });

  test("that accepts the connection and never completes TLS causes a timeout", async () => {
    const { receiver } = await startUnderTest();
    const mute = await startTcpReceiver(() => undefined);
    onTestFinished(() => mute.close());
    const { origin } = mute;
    const silent = createBuiltInReceiver({ ...receiver, origin }, { timeoutMs: 50 });
    await expect(silent.verifyWith([SECRET])).rejects.toThrow("it did not answer within 50 ms");
  });

  test("that reads the request and never responds causes a timeout", async () => {
    const authority = await createTestAuthority();
    const server = await startHttpsReceiver(await authority.issue(), () => undefined);
    onTestFinished(() => server.close());
    const access = {
      origin: server.origin,
      controlToken: "token",
      certificateAuthority: authority.certificate,
    };
    const silent = createBuiltInReceiver(access, { timeoutMs: 300 });
    await expect(silent.verifyWith([SECRET])).rejects.toThrow("it did not answer within 300 ms");
    expect(server.received).toMatchObject([
      { method: "PUT", path: "/_receiver/secrets", headers: { authorization: "Bearer token" } },
    ]);
  });
});
