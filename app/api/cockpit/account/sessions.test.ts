import { beforeEach, describe, expect, test } from "vitest";
import { prepareApi } from "@/app/testing/api.fixture";
import { makeUser, openBrowser } from "@/app/testing/sign-in.fixture";
import { signInForTest } from "@/app/testing/signed-in.fixture";
import { EMPTY_AUDIT_LOG } from "@/lib/accounts/testing/empty-audit-log.fixture";
import { endedSessions, ownSessions } from "@/lib/http/accounts/cockpit-schemas";

const api = prepareApi();
const PATH = "/api/cockpit/account/sessions";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:150.0) Gecko/20100101 Firefox/150.0";

beforeEach(async () => {
  await api.container.database.pool.query(`TRUNCATE sign_in_throttle; ${EMPTY_AUDIT_LOG}`);
});

/** Signs one user in from several browsers. */
async function arrange(count: number) {
  const user = await makeUser(api);
  const browsers = Array.from({ length: count }, (_, n) =>
    openBrowser(api, { "user-agent": FIREFOX, "x-stagedoor-peer-address": `192.0.2.${n + 1}` }),
  );
  for (const browser of browsers) await browser.signIn(user.email);
  const [first, ...others] = browsers;
  if (!first) throw new Error("nobody has signed in");
  const list = async () => ownSessions.parse((await first.call("GET", PATH)).body).items;
  const statusesOfOthers = () =>
    Promise.all(others.map(async (other) => (await other.call("GET", PATH)).status));
  const audited = async () => {
    const { rows } = await api.container.database.pool.query(
      "SELECT actor, address, action, subject, after FROM audit_entry WHERE action <> 'user-created' ORDER BY id",
    );
    return rows;
  };
  return { user, first, others, list, statusesOfOthers, audited };
}

describe("your own sessions", () => {
  test("are listed with device, address and times, starting with the current one", async () => {
    const { list } = await arrange(2);
    const [mine, other, ...rest] = await list();
    const device = { browser: "Firefox", system: "Windows" };
    const about = { ...device, method: "password", hasSecondFactor: false };
    expect(mine).toMatchObject({ ...about, isThis: true, address: "192.0.2.1" });
    expect(other).toMatchObject({ ...about, isThis: false, address: "192.0.2.2" });
    expect(rest).toEqual([]);
    expect(Math.abs(Date.parse(mine?.createdAt ?? "") - Date.now())).toBeLessThan(60_000);
  });

  test("can be ended one by one, and the audit log records who ended which session", async () => {
    const { user, first, list, statusesOfOthers, audited } = await arrange(3);
    const ended = (await list()).find(({ address }) => address === "192.0.2.2");
    expect((await first.call("DELETE", `${PATH}/${ended?.id}`)).status).toBe(204);
    expect(await statusesOfOthers()).toEqual([401, 200]);
    expect(await list()).toHaveLength(2);
    expect((await first.call("DELETE", `${PATH}/${ended?.id}`)).status).toBe(204);
    expect(await audited()).toEqual([
      {
        actor: `administrator:${user.id}`,
        address: "192.0.2.1",
        action: "sessions-ended",
        subject: `session:${ended?.id}`,
        after: { endedSessions: 1 },
      },
    ]);
  });

  test("can be ended together, except for the current one", async () => {
    const { user, first, list, statusesOfOthers, audited } = await arrange(3);
    const answer = await first.call("DELETE", PATH);
    expect(endedSessions.parse(answer.body)).toEqual({ endedCount: 2 });
    expect(await statusesOfOthers()).toEqual([401, 401]);
    expect(await list()).toMatchObject([{ isThis: true }]);
    expect(endedSessions.parse((await first.call("DELETE", PATH)).body).endedCount).toBe(0);
    const entry = { subject: `user:${user.id}`, after: { endedSessions: 2 } };
    expect(await audited()).toMatchObject([entry]);
  });

  test.each(["no-id", "019cbc00-0000-7000-8000-00000000dead"])(
    "are unchanged by a request to end the unknown session %s",
    async (id) => {
      const { first, list, audited } = await arrange(1);
      expect((await first.call("DELETE", `${PATH}/${id}`)).status).toBe(204);
      expect(await list()).toHaveLength(1);
      expect(await audited()).toEqual([]);
    },
  );

  test("cannot be ended by another user", async () => {
    const { list } = await arrange(1);
    const [session] = await list();
    const { headers } = await signInForTest(api.container, "administrator");
    await api.call("DELETE", `${PATH}/${session?.id}`, { headers, key: null });
    expect(await list()).toHaveLength(1);
  });
});
