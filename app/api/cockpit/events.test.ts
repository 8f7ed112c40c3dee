import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createLiveFeed } from "@/app/api/cockpit/events/live";
import { type Container, createContainer } from "@/app/container";
import { shared } from "@/app/process.mjs";
import { deactivateUser } from "@/lib/accounts/use-cases/users";
import { createStagedDocument } from "@/lib/documents/use-cases/create-staged-document";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { withApi } from "@/lib/http/core/create-endpoints";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { liveEvent } from "@/lib/http/live/cockpit-schemas";
import {
  createSessionTurns,
  type LiveEventsParts,
  liveEventsEndpoint,
  STREAMS_MAX,
} from "@/lib/http/live/live-events-endpoint";
import { UserStreams } from "@/lib/http/live/live-stream";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { createManualTimers } from "@/lib/kernel/testing/manual-timers.fixture";
import { prepareApi } from "../../testing/api.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";
import * as eventsRoute from "./events/route";

const api = prepareApi();
/** A second process that uses the same database. */
let other: Container;
beforeAll(() => {
  other = createContainer(api.container.settings);
});
afterAll(() => other.close());

const URL_OF_EVENTS = "http://127.0.0.1:3000/api/cockpit/events";
const route = { params: Promise.resolve({}) };
type Get = (typeof eventsRoute)["GET"];

/** Opens a stream in a signed-in browser until the test ends. */
async function listen(get: Get = eventsRoute.GET, method = "GET") {
  const { user, headers } = await signInForTest(api.container);
  const away = new AbortController();
  onTestFinished(() => away.abort());
  const request = new Request(URL_OF_EVENTS, { method, headers, signal: away.signal });
  const response = await get(request, route);
  return { user, headers, response, away, next: eventsOf(response) };
}

/**
 * Returns a function that reads the next event and skips heartbeats, which may come in between on a busy machine. The
 * function returns null if the stream has ended.
 */
function eventsOf(response: Response) {
  let reader: ReadableStreamDefaultReader<string> | undefined;
  let rest = "";
  return async (): Promise<{ event: string; data: unknown } | null> => {
    reader ??= response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      while (!rest.includes("\n\n")) {
        const read = await reader?.read();
        if (!read || read.done) return null;
        rest += read.value;
      }
      const end = rest.indexOf("\n\n");
      const [, event = "", data = ""] = /^event: (.*)\ndata: (.*)$/.exec(rest.slice(0, end)) ?? [];
      rest = rest.slice(end + 2);
      if (event !== "beat") return { event, data: JSON.parse(data) };
    }
  };
}

const ACTOR = {
  kind: "administrator",
  id: "019cbc00-0000-7000-8000-0000000000c1",
  sessionId: null,
} as const;
async function create({ ports }: Container, assetIdentifier: string) {
  const file = { name: "a.pdf", folder: null, sizeBytes: null };
  const { document } = await createStagedDocument(ports, {
    actor: ACTOR,
    assetIdentifier,
    ...file,
  });
  return document;
}

/** Returns the events up to the first one that contains this asset. */
async function untilNamed(next: ReturnType<typeof eventsOf>, assetIdentifier: string) {
  for (;;) {
    const said = await next();
    if (said?.event !== "changed") throw new Error(`${said?.event} instead of the news`);
    const news = liveEvent.parse(said.data);
    if (news.assetIdentifiers.includes(assetIdentifier)) return news;
  }
}

const endpointOf = (
  container: Container,
  feed: LiveEventsParts["feed"],
  timers = container.timers,
) =>
  withApi(() => container, {
    GET: liveEventsEndpoint(() => ({
      feed,
      timers,
      stopping: null,
      sessionTurns: createSessionTurns(),
      userStreams: new UserStreams(),
    })),
  }).GET;

describe("the stream", () => {
  test("is not buffered by proxies and begins with a ready event", async () => {
    const { response, next } = await listen();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    expect(await next()).toEqual({ event: "ready", data: {} });
  });

  test("reports what another process creates and deletes", async () => {
    const { next } = await listen();
    await next();
    const { uuid } = await create(other, "BLD-7");
    expect(await untilNamed(next, "BLD-7")).toEqual({
      assetIdentifiers: ["BLD-7"],
      areAssetsChanged: false,
      areNotificationsChanged: false,
      isTooMuch: false,
    });
    await deleteStagedDocument(other.ports, { actor: ACTOR, uuid });
    await untilNamed(next, "BLD-7");
  });

  test("reports changes in both directions between two processes", async () => {
    const feed = createLiveFeed(other);
    const [here, there] = [await listen(), await listen(endpointOf(other, feed))];
    expect([await here.next(), await there.next()]).toMatchObject([
      { event: "ready" },
      { event: "ready" },
    ]);
    await create(api.container, "FROM HERE");
    await create(other, "FROM THERE");
    for (const { next } of [here, there]) {
      const first = await next();
      const named = liveEvent.parse(first?.data).assetIdentifiers;
      if (!named.includes("FROM HERE")) await untilNamed(next, "FROM HERE");
      if (!named.includes("FROM THERE")) await untilNamed(next, "FROM THERE");
    }
  });

  test("reports changes to assets too", async () => {
    const { next } = await listen();
    await next();
    const { ids, clock, assets } = other.ports;
    const asset = { id: ids.uuid(), identifier: "NEW", name: "New", description: "" };
    await assets.create({ ...asset, folder: null, createdAt: clock.now() }, anAuditNote());
    expect(await next()).toMatchObject({ event: "changed", data: { areAssetsChanged: true } });
  });
});

describe("the stream ends", () => {
  test("with a reason if its user is deactivated", async () => {
    const timers = createManualTimers();
    const feed = createLiveFeed(api.container);
    const { user, next } = await listen(endpointOf(api.container, feed, timers));
    expect(await next()).toMatchObject({ event: "ready" });
    await deactivateUser(other.ports, { userId: user.id }, { manager: "command", isForced: true });
    await timers.pass(5_000);
    expect(await next()).toEqual({ event: "signed-out", data: {} });
    expect(await next()).toBeNull();
    expect(feed.listenerCount).toBe(0);
  });

  test.each([
    ["by a sign-out", "signed-out"],
    ["from the user's other device", "ended"],
    ["by a password change", "password-changed"],
    ["by a role change", "role-changed"],
  ] as const)(
    "5 s after its session has ended %s in another process, while calls in that session are rejected immediately",
    async (_how, because) => {
      const timers = createManualTimers();
      const feed = createLiveFeed(api.container);
      const { user, headers, next } = await listen(endpointOf(api.container, feed, timers));
      expect(await next()).toMatchObject({ event: "ready" });
      await other.ports.sessions.end(
        user.id,
        { allBut: null },
        { at: new Date(), because, note: null },
      );
      for (const { authenticateUser } of [other, api.container]) {
        await expect(authenticateUser(new Headers(headers))).rejects.toMatchObject({
          code: "sign-in-required",
        });
      }
      await timers.pass(5_000);
      expect(await next()).toEqual({ event: "signed-out", data: {} });
      expect(await next()).toBeNull();
    },
  );

  test("when its request ends", async () => {
    const feed = createLiveFeed(api.container);
    const { away, next } = await listen(endpointOf(api.container, feed));
    await next();
    away.abort();
    expect(await next()).toBeNull();
    expect(feed.listenerCount).toBe(0);
  });

  test("when the server stops", async () => {
    const stopping = new AbortController();
    shared.stopping = stopping;
    onTestFinished(() => {
      delete shared.stopping;
    });
    const { next } = await listen();
    await next();
    stopping.abort();
    expect(await next()).toBeNull();
  });
});

describe("no stream is opened", () => {
  const refusalOf = async (response: Response) => cockpitProblem.parse(await response.json()).code;

  test("without a session", async () => {
    const response = await eventsRoute.GET(new Request(URL_OF_EVENTS), route);
    expect(response.status).toBe(401);
    expect(await refusalOf(response)).toBe("sign-in-required");
  });

  test("if too many streams are open already", async () => {
    const full = { listenerCount: STREAMS_MAX, listen: () => () => undefined };
    const { response } = await listen(endpointOf(api.container, full));
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await refusalOf(response)).toBe("too-many-streams");
  });

  test("for HEAD, which returns the same headers as GET", async () => {
    const { response } = await listen(eventsRoute.HEAD, "HEAD");
    expect(response.status).toBe(200);
    expect(response.body).toBeNull();
  });
});
