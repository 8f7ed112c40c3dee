import { expect, test } from "vitest";
import { arrangeAwaited, UNTIL_SWEPT_SECONDS } from "@/lib/upkeep/testing/awaited-upload.fixture";
import { makeUpkeepPorts } from "../testing/in-memory-upkeep-ports";
import { sweep } from "./sweep";

const NOTHING = {
  uploadsFound: 0,
  uploadsGivenUp: 0,
  uploadsLeft: 0,
  leftoversRemoved: 0,
  unknownObjectsKept: 0,
  filesErased: 0,
  textPagesErased: 0,
  idempotencyKeysRemoved: 0,
  reviewClaimsRemoved: 0,
  bulkResultsRemoved: 0,
  failures: [],
};
const DAY_SECONDS = 86_400;

test("a sweep without work does nothing and reports no failures", async () => {
  expect(await sweep(makeUpkeepPorts())).toEqual(NOTHING);
});

test("a sweep does every kind of work and leaves nothing for the next sweep", async () => {
  const ports = makeUpkeepPorts();
  const { upload } = await arrangeAwaited(ports);
  await upload("content");
  await arrangeAwaited(ports);
  ports.sweeps.placeIdempotencyKey(ports.clock.now());
  ports.sweeps.placeReviewClaim(ports.clock.now());
  ports.clock.advanceSeconds(DAY_SECONDS);
  expect(await sweep(ports)).toEqual({
    ...NOTHING,
    uploadsFound: 1,
    uploadsGivenUp: 1,
    leftoversRemoved: 1,
    idempotencyKeysRemoved: 1,
    reviewClaimsRemoved: 1,
  });
  expect(await sweep(ports)).toEqual(NOTHING);
});

test("an idempotency key is kept for 24 hours and then removed", async () => {
  const ports = makeUpkeepPorts();
  ports.sweeps.placeIdempotencyKey(ports.clock.now());
  ports.clock.advanceSeconds(DAY_SECONDS - 0.001);
  expect((await sweep(ports)).idempotencyKeysRemoved).toBe(0);
  ports.clock.advanceSeconds(0.001);
  expect((await sweep(ports)).idempotencyKeysRemoved).toBe(1);
});

test.each([
  ["the results of bulk work are", "ended", 30],
  ["bulk work that nobody started is", "preparing", 1],
] as const)("%s kept, then removed (%s, %i days)", async (_, state, days) => {
  const ports = makeUpkeepPorts();
  ports.sweeps.placeBulkWork(ports.clock.now(), state);
  ports.clock.advanceSeconds(days * DAY_SECONDS - 0.001);
  expect((await sweep(ports)).bulkResultsRemoved).toBe(0);
  ports.clock.advanceSeconds(0.001);
  expect((await sweep(ports)).bulkResultsRemoved).toBe(1);
});

test("more idempotency keys than fit on one page are all removed", async () => {
  const ports = makeUpkeepPorts();
  for (let count = 0; count < 2_500; count += 1) {
    ports.sweeps.placeIdempotencyKey(new Date(count));
  }
  expect((await sweep(ports)).idempotencyKeysRemoved).toBe(2_500);
});

test("an unavailable store affects only the work that needs it", async () => {
  const ports = makeUpkeepPorts();
  await arrangeAwaited(ports);
  ports.sweeps.placeIdempotencyKey(new Date(0));
  ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
  ports.storage.setAvailable(false);
  const { failures, ...counts } = await sweep(ports);
  expect(counts).toMatchObject({ idempotencyKeysRemoved: 1, uploadsGivenUp: 0 });
  expect(failures.map(({ work, code }) => [work, code])).toEqual([
    ["awaited-uploads", "object-store-unavailable"],
    ["leftovers", "object-store-unavailable"],
    ["erasable-files", "object-store-unavailable"],
  ]);
});

test("without the database, a sweep reports each kind of work as failed and changes no object", async () => {
  const ports = makeUpkeepPorts();
  const { upload } = await arrangeAwaited(ports);
  await upload("content");
  ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
  ports.documents.setAvailable(false);
  const { failures } = await sweep(ports);
  expect(failures.map(({ work, code }) => [work, code])).toEqual(
    [
      "awaited-uploads",
      "leftovers",
      "erasable-files",
      "idempotency-keys",
      "review-claims",
      "bulk-work",
    ].map((work) => [work, "database-unavailable"]),
  );
  expect(ports.storage.keysBelow("")).toHaveLength(1);
});

test("an unexpected error is reported with its message as an internal error", async () => {
  const ports = makeUpkeepPorts();
  await arrangeAwaited(ports);
  ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
  const head = () => Promise.reject(new TypeError("no such thing"));
  const { failures } = await sweep({ ...ports, storage: { ...ports.storage, head } });
  expect(failures).toMatchObject([{ code: "internal-error", message: "no such thing" }]);
});
