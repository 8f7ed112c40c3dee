import { expect, test } from "vitest";
import { prepareApi } from "../testing/api.fixture";

const POOL_MAX = 4;
const api = prepareApi({ DATABASE_POOL_MAX: String(POOL_MAX) });

test("calls share no more connections than the setting allows, and every call gets a response", async () => {
  const calls = Array.from({ length: 40 }, (_, n) => api.create(`lease-${n}.pdf`));
  const uuids = (await Promise.all(calls)).map(({ uuid }) => uuid);
  expect(new Set(uuids).size).toBe(40);
  expect(api.container.database.pool.totalCount).toBe(POOL_MAX);
});
