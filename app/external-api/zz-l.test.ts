import { expect, test } from "vitest";
import { prepareNotifications } from "@/app/testing/notifications-under-test";
const u = prepareNotifications();
test.each(["createdFrom=0000-01-01T00:00:00Z","createdTo=0000-01-01T00:00:00Z","createdTo=9999-12-31T23:59:59.999Z","createdFrom=9999-12-31T23:59:59Z&state=delivered"])("%s", async (q) => {
  const a = await u.api.call("GET", `/external-api/notifications?${q}`);
  expect(a).toMatchObject({ status: 200 });
});
test("head", async () => { expect((await u.api.call("HEAD" as never, "/external-api/notifications")).status).toBe(200); expect((await u.api.call("GET", "/external-api/notifications/tests")).status).toBe(405); });
