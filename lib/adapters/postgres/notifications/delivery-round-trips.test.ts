import { expect, onTestFinished, test } from "vitest";
import { arrangeDeliveries } from "@/lib/notifications/testing/deliveries.fixture";
import { createInMemoryDeliveryRuns } from "@/lib/notifications/testing/in-memory-delivery-runs";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay-status-changes";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { createDatabase } from "../core/database";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { deliveriesInPostgres } from "./deliveries-in-postgres.fixture";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

/** Sets up deliveries with a pool that records the statements sent. Statements that are sent together form one list. */
async function arrange() {
  const { options } = (await openEmptyDatabase()).pool;
  const { pool, close } = createDatabase(options.connectionString ?? "", {
    onIdleError: () => undefined,
  });
  onTestFinished(close);
  const trips: string[][] = [];
  pool.on("connect", (client) => {
    const send = client.query.bind(client);
    let isUnderWay = false;
    Reflect.set(client, "query", (...parameters: readonly unknown[]) => {
      if (!isUnderWay) trips.push([]);
      isUnderWay = true;
      trips.at(-1)?.push(nameOf(parameters[0]));
      const answer: unknown = Reflect.apply(send, client, parameters);
      // Statements sent before this event loop turn ends did not wait for a result.
      setImmediate(() => {
        isUnderWay = false;
      });
      return answer;
    });
  });
  const parts = await arrangeDeliveries(async () => deliveriesInPostgres(pool));
  return { ...parts, takeTrips: () => trips.splice(0) };
}

const nameOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : String(Reflect.get(Object(statement), "name"));

test("a change is numbered and put into a notification in two round trips, and delivered in two", async () => {
  const { takeTrips, makeDocument, deliveries, deliver, ...ports } = await arrange();
  const deliveryRuns = createInMemoryDeliveryRuns();
  await makeDocument(1);
  takeTrips();
  const options = { documentUrl: (uuid: string) => uuid, isAfterChange: true };
  expect(await relayStatusChanges({ ...ports, deliveryRuns }, options)).toBe(1);
  expect(takeTrips()).toEqual([
    [
      "BEGIN",
      "status-feed-lock",
      "status-feed-number",
      "COMMIT",
      "BEGIN",
      "relay-lock",
      "relay-waiting",
    ],
    ["relay-freeze", "COMMIT"],
  ]);
  const [run] = deliveryRuns.takeStarted();
  if (!run) throw new Error("no run was started");
  await deliveries.load(run, 1);
  await deliver(run);
  expect(takeTrips()).toEqual([["delivery-load"], ["delivery-save-delivered-unless-failing"]]);
});

test("a relay with nothing to do makes one round trip", async () => {
  const { takeTrips, ...ports } = await arrange();
  takeTrips();
  const deliveryRuns = createInMemoryDeliveryRuns();
  await relayStatusChanges({ ...ports, deliveryRuns }, { documentUrl: (uuid) => uuid });
  expect(takeTrips()).toEqual([["relay-find-work"]]);
});
