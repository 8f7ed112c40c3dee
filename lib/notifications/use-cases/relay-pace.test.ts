import { describe, expect, test } from "vitest";
import { arrangeBusyRelay, arrangeRelay } from "../testing/relay.fixture";
import { createRelayPace, relayStatusChanges } from "./relay-status-changes";

const documentUrl = (uuid: string) => uuid;

/** Creates a busy relay. The test sets how long its checks take. */
async function arrangePaced() {
  const parts = await arrangeBusyRelay();
  const { ports } = parts;
  const looks = { count: 0, tookSeconds: 0, numberedForSeconds: 0, committedForSeconds: 0 };
  const relay: typeof ports.relay = {
    ...ports.relay,
    freeze: async (decide, at, search) => {
      looks.count += 1;
      ports.clock.advanceSeconds(looks.numberedForSeconds);
      search?.onBegin();
      ports.clock.advanceSeconds(looks.tookSeconds);
      search?.onEnd();
      const freezing = await ports.relay.freeze(decide, at);
      ports.clock.advanceSeconds(looks.committedForSeconds);
      return freezing;
    },
  };
  const pace = createRelayPace(ports);
  const turn = () => relayStatusChanges({ ...ports, relay }, { documentUrl, pace });
  return { ...parts, looks, turn };
}

test("the 50 ms between two notifications begin with the check that froze the first one, however long it took", async () => {
  const { ports, makeDocuments } = await arrangeRelay(0);
  const relay: typeof ports.relay = {
    ...ports.relay,
    freeze: async (decide, at) => {
      ports.clock.advanceSeconds(0.02);
      return ports.relay.freeze(decide, at);
    },
  };
  const pace = createRelayPace(ports);
  await makeDocuments(1);
  await relayStatusChanges({ ...ports, relay }, { documentUrl, pace });
  expect(pace.restMs()).toBe(30);
});

describe("checks for changes to freeze", () => {
  test("are followed by a pause ten times as long if they take long and freeze nothing, while numbering continues", async () => {
    const { ports, looks, turn, makeDocuments } = await arrangePaced();
    looks.tookSeconds = 1.5;
    await makeDocuments(1);
    await turn();
    ports.clock.advanceSeconds(14.999);
    await makeDocuments(1);
    await turn();
    expect(looks.count).toBe(1);
    expect(await ports.statusFeed.hasUnnumbered()).toBe(false);
    ports.clock.advanceSeconds(0.001);
    await turn();
    expect(looks.count).toBe(2);
  });

  test("are never more than a minute apart and do not stop if the clock is set back", async () => {
    const { ports, looks, turn, makeDocuments } = await arrangePaced();
    looks.tookSeconds = 8;
    await makeDocuments(1);
    await turn();
    ports.clock.advanceSeconds(59.999);
    await turn();
    expect(looks.count).toBe(1);
    ports.clock.advanceSeconds(-3600);
    await turn();
    expect(looks.count).toBe(2);
  });

  test("are repeated immediately if they are short or freeze something", async () => {
    const { looks, turn, makeDocuments } = await arrangePaced();
    looks.tookSeconds = 0.049;
    await makeDocuments(1);
    for (const count of [1, 2]) {
      await turn();
      expect(looks.count).toBe(count);
    }
    looks.tookSeconds = 10;
    await makeDocuments(99);
    expect(await turn()).toBe(1);
    await makeDocuments(1);
    await turn();
    expect(looks.count).toBe(4);
  });

  test("cause no pause if only the numbering before them or the commit after them was slow", async () => {
    const { looks, turn, makeDocuments } = await arrangePaced();
    looks.numberedForSeconds = 4;
    looks.committedForSeconds = 4;
    for (const count of [1, 2]) {
      await makeDocuments(1);
      await turn();
      expect(looks.count).toBe(count);
    }
  });
});

describe("checks for changes to freeze, when one fails or freezes nothing", () => {
  test.each([
    ["cause a pause even if they fail", true, 1],
    ["cause no pause if the numbering before them fails", false, 2],
  ])("%s", async (_, isNumbered, expectedCount) => {
    const { ports, makeDocuments } = await arrangeRelay(0);
    let lookCount = 0;
    const relay: typeof ports.relay = {
      ...ports.relay,
      freeze: async (_decide, _at, search) => {
        lookCount += 1;
        if (isNumbered) search?.onBegin();
        ports.clock.advanceSeconds(4);
        throw new Error("too slow");
      },
    };
    const pace = createRelayPace(ports);
    const turn = () => relayStatusChanges({ ...ports, relay }, { documentUrl, pace });
    await makeDocuments(1);
    await expect(turn()).rejects.toThrow("too slow");
    await turn().catch(() => 0);
    expect(lookCount).toBe(expectedCount);
  });

  test("are not repeated for each 1,000 unnumbered changes if they take long and freeze nothing", async () => {
    const { ports, makeDocuments } = await arrangeRelay(0);
    await makeDocuments(2_500);
    let lookCount = 0;
    const relay: typeof ports.relay = {
      ...ports.relay,
      freeze: (_, at, search) => {
        lookCount += 1;
        search?.onBegin();
        ports.clock.advanceSeconds(1.5);
        search?.onEnd();
        const freezeNothing = () => null;
        return ports.relay.freeze(freezeNothing, at);
      },
    };
    const pace = createRelayPace(ports);
    await relayStatusChanges({ ...ports, relay }, { documentUrl, pace });
    expect(lookCount).toBe(1);
    expect(await ports.statusFeed.hasUnnumbered()).toBe(false);
  });
});
