import { describe, expect, test } from "vitest";
import { z } from "zod";
import { aKeyNote } from "@/lib/accounts/testing/api-key.fixture";
import { systemTimers } from "@/lib/adapters/system";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { createManualTimers } from "@/lib/kernel/testing/manual-timers.fixture";
import { type CallOptions, prepareApi } from "./testing/api.fixture";
import { changingCalls } from "./testing/changing-calls.fixture";
import type { Method } from "./testing/routes.fixture";
import { signInForTest } from "./testing/signed-in.fixture";
import { withInstead } from "./testing/with-instead.fixture";

const api = prepareApi();
const UNKNOWN = "019cbc00-0000-7000-8000-0000000000c1";

/** The calls that accept no body, so that nothing can be held back. */
const WITHOUT_BODY = [
  "DELETE /api/cockpit/account/sessions",
  "DELETE /api/cockpit/account/sessions/[id]",
  "DELETE /api/cockpit/document-views/[id]",
  "DELETE /api/cockpit/documents/[uuid]",
  "DELETE /api/cockpit/documents/[uuid]/claim",
  "DELETE /api/cockpit/users/[id]/second-factor",
  "DELETE /api/cockpit/users/[id]/sessions",
  "DELETE /api/cockpit/webhook",
  "POST /api/cockpit/account/second-factor",
  "POST /api/cockpit/api-keys/[id]/revoke",
  "POST /api/cockpit/bulk-work",
  "POST /api/cockpit/notifications/[id]/resend",
  "POST /api/cockpit/users/[id]/password-links",
  "POST /api/cockpit/webhook/secret-rotations",
  "POST /api/cockpit/webhook/tests",
  "DELETE /external-api/external-dms-configuration",
  "DELETE /external-api/staged-documents/[uuid]",
  "POST /external-api/external-dms-configuration/secret-rotations",
  "POST /external-api/notifications/[id]/resend",
  "POST /external-api/notifications/tests",
  "POST /external-api/staged-documents/[uuid]/upload-url",
];

interface Outcome {
  readonly wasBodyRead: boolean;
  readonly status: number;
  readonly code: string | null;
}

/**
 * Makes a call whose body is sent only after `hold` has run and so many milliseconds have passed since its headers
 * arrived.
 */
async function callLate(
  name: string,
  { options, hold, lateMs }: { options: CallOptions; hold: () => Promise<unknown>; lateMs: number },
): Promise<Outcome> {
  const [method = "", pattern = ""] = name.split(" ");
  let passedMs = 0;
  let wasBodyRead = false;
  const body = new ReadableStream(
    {
      async pull(controller) {
        wasBodyRead = true;
        await hold();
        passedMs = lateMs;
        controller.enqueue(new TextEncoder().encode("{}"));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const type = name.endsWith("/imports") ? "text/csv" : "application/json";
  const headers = { "content-type": type, ...options.headers };
  const timers = { ...systemTimers, nowMs: () => passedMs };
  const { status, body: answer } = await withInstead(api.container, { timers }, () =>
    api.call(method as Method, pattern.replaceAll(/\[\w+\]/g, UNKNOWN), {
      ...options,
      body,
      headers,
    }),
  );
  const { code = null } = z.object({ code: z.string().optional() }).parse(answer ?? {});
  return { wasBodyRead, status, code };
}

const callsOf = async (root: string) =>
  (await changingCalls()).filter((name) => name.includes(` ${root}`));

type Person = Awaited<ReturnType<typeof signInForTest>>["user"];
const note = () => anAuditNote({ at: api.container.ports.clock.now() });

/** The ways in which a user loses the right to make a call. */
const LOSSES: Readonly<Record<string, (user: Person) => Promise<unknown>>> = {
  "is deactivated": ({ id }) =>
    api.container.ports.users.change(
      id,
      { kind: "deactivation" },
      { note: note(), mayBeLast: true },
    ),
  "gets a lower role": ({ id }) =>
    api.container.ports.users.change(
      id,
      { kind: "role", role: "reader" },
      { note: note(), mayBeLast: true },
    ),
  "gets a new password": ({ id }) =>
    api.container.ports.users.setPassword(id, {
      passwordHash: "new",
      at: api.container.ports.clock.now(),
      replacing: null,
      keeping: null,
      note: note(),
    }),
  "is signed out": ({ id }) =>
    api.container.ports.sessions.end(
      id,
      { allBut: null },
      { at: api.container.ports.clock.now(), because: "ended", note: null },
    ),
};

describe("a body that arrives more than a second after its headers", () => {
  test.each(Object.keys(LOSSES))(
    "is rejected in every call if its sender %s in the meantime",
    async (loss) => {
      const outcomes: Record<string, Outcome> = {};
      for (const name of await callsOf("/api/cockpit")) {
        const { user, headers } = await signInForTest(api.container, "administrator");
        const hold = async () => LOSSES[loss]?.(user);
        const options = { key: null, headers };
        outcomes[name] = await callLate(name, { options, hold, lateMs: 1_001 });
      }
      expectRejected(outcomes, { status: 401, code: "sign-in-required" });
    },
  );

  test("is rejected in every call if its API key is revoked in the meantime", async () => {
    const outcomes: Record<string, Outcome> = {};
    const { apiKeys, clock } = api.container.ports;
    for (const name of await callsOf("/external-api")) {
      const key = await api.makeKey(["documents:write", "documents:erase", "configuration:write"]);
      const hold = async () => {
        const { rows } = await api.container.database.pool.query(
          "SELECT id FROM api_key ORDER BY created_at DESC, id DESC LIMIT 1",
        );
        expect(await apiKeys.revoke(rows[0].id, aKeyNote({ at: clock.now() }))).toBe(true);
      };
      outcomes[name] = await callLate(name, { options: { key }, hold, lateMs: 1_001 });
    }
    expectRejected(outcomes, { status: 401, code: "invalid-api-key" });
  });

  test("is accepted if its sender may still make the call", async () => {
    const { headers } = await signInForTest(api.container);
    const hold = async () => undefined;
    const late = { hold, lateMs: 9_000 };
    const invite = await callLate("POST /api/cockpit/users", {
      options: { key: null, headers },
      ...late,
    });
    expect(invite).toEqual({ wasBodyRead: true, status: 422, code: "validation-failed" });
    const create = await callLate("POST /external-api/staged-documents", { options: {}, ...late });
    expect(create).toEqual({ wasBodyRead: true, status: 422, code: "validation-failed" });
  });
});

test.each([
  ["/api/auth/callback/credentials", "application/x-www-form-urlencoded"],
  ["/api/invitations", "application/json"],
])("a body to %s that is held back is rejected after 10 s", async (path, type) => {
  const timers = createManualTimers();
  const body = new ReadableStream(
    { pull: () => timers.pass(10_000).then(() => new Promise(() => {})) },
    { highWaterMark: 0 },
  );
  const answer = await withInstead(api.container, { timers }, () =>
    api.call("POST", path, { key: null, body, headers: { "content-type": type } }),
  );
  expect(answer).toMatchObject({ status: 408, body: { code: "body-too-slow" } });
});

function expectRejected(
  outcomes: Readonly<Record<string, Outcome>>,
  { status, code }: Pick<Outcome, "status" | "code">,
): void {
  const named = Object.entries(outcomes);
  expect(named.length).toBeGreaterThan(10);
  const unread = named.filter(([, { wasBodyRead }]) => !wasBodyRead).map(([name]) => name);
  expect(unread).toEqual(WITHOUT_BODY.filter((name) => name in outcomes));
  const accepted = named.filter(
    ([, outcome]) => outcome.wasBodyRead && (outcome.status !== status || outcome.code !== code),
  );
  expect(accepted).toEqual([]);
}
