import { describe, expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { NewSession, SessionEnding, SessionRepository } from "../access-ports";
import type { UserRepository } from "../ports";

/** The session and user repositories, which share their rows, and the subjects of the audit entries, oldest first. */
interface Opened {
  readonly sessions: SessionRepository;
  readonly users: UserRepository;
  readonly auditedSubjects: () => Promise<readonly string[]>;
}
type Open = () => Promise<Opened>;
/** Defines the contract tests that every session repository must pass; `open` opens empty repositories for each test. */
export function describeSessionRepositoryContract(name: string, open: Open): void {
  describe(name, () => {
    describeStarting(open);
    describeLooking(open);
    describeListing(open);
    describeEnding(open);
    describeAccountChanges(open);
  });
}

const deactivate = (users: UserRepository, at: Date) =>
  users.change(ADA, { kind: "deactivation" }, { note: anAuditNote({ at }), mayBeLast: true });
const ADA = "019cbc00-0000-7000-8000-0000000000dd";
const EVE = "019cbc00-0000-7000-8000-0000000000ee";
const ID = "019cbc00-0000-7000-8000-000000000051";
const OTHER_ID = "019cbc00-0000-7000-8000-000000000052";
const NOON = new Date("2026-03-01T12:00:00.000Z");
const SEEN = { at: NOON, address: null };

const afterNoon = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const MIDNIGHT = afterNoon(43_200);

const aSession = (overrides: Partial<NewSession> = {}): NewSession => ({
  id: ID,
  userId: ADA,
  method: "password",
  secondFactorAt: null,
  address: "192.0.2.1",
  userAgent: "a browser",
  createdAt: NOON,
  expiresAt: MIDNIGHT,
  ...overrides,
});

const ended = (overrides: Partial<SessionEnding> = {}): SessionEnding => ({
  at: afterNoon(1),
  because: "signed-out",
  note: null,
  ...overrides,
});

/** Creates the users Ada and Eve without sessions, and functions that start and look up sessions for Ada. */
async function arrange(open: Open) {
  const opened = await open();
  const { users, sessions } = opened;
  for (const id of [ADA, EVE]) {
    const email = `${id}@example.com`;
    const rest = { name: "Ada", role: "reviewer", passwordHash: "first", createdAt: NOON } as const;
    await users.create({ id, email, ...rest }, anAuditNote());
  }
  const start = (overrides: Partial<NewSession> = {}, passwordChangedAt = NOON) =>
    sessions.start(aSession(overrides), { passwordChangedAt });
  const look = (id = ID, seen: Parameters<SessionRepository["findAndTouch"]>[1] = SEEN) =>
    sessions.findAndTouch({ id, userId: ADA }, seen);
  const listed = async (at = NOON) => (await sessions.list(ADA, at)).map(({ id }) => id);
  const setPassword = (keeping: string | null) => {
    const at = afterNoon(1);
    const note = { at, author: COMMAND_AUTHOR, action: "password-changed", subject: "" } as const;
    return users.setPassword(ADA, { passwordHash: "second", at, replacing: null, keeping, note });
  };
  return { ...opened, start, look, listed, setPassword };
}

function describeStarting(open: Open) {
  describe("starting a session", () => {
    test("opens the session and records the sign-in", async () => {
      const { users, start, look } = await arrange(open);
      expect(await start({ secondFactorAt: NOON, createdAt: afterNoon(1) })).toBe(true);
      expect(await look()).toEqual({
        kind: "open",
        user: {
          id: ADA,
          email: `${ADA}@example.com`,
          name: "Ada",
          role: "reviewer",
          createdAt: NOON,
        },
        session: { id: ID, method: "password", secondFactorAt: NOON },
      });
      expect((await users.find(ADA))?.lastSignedInAt).toEqual(afterNoon(1));
      expect((await users.find(EVE))?.lastSignedInAt).toBeNull();
    });

    test("does nothing for an unknown user", async () => {
      const { sessions, start } = await arrange(open);
      const nobody = "019cbc00-0000-7000-8000-00000000dead";
      expect(await start({ userId: nobody })).toBe(false);
      expect(await sessions.findAndTouch({ id: ID, userId: nobody }, SEEN)).toBeNull();
    });

    test("does nothing after the user was deactivated or the password was changed", async () => {
      const { users, start, look, setPassword } = await arrange(open);
      await setPassword(null);
      expect(await start()).toBe(false);
      await deactivate(users, afterNoon(2));
      expect(await start({}, afterNoon(1))).toBe(false);
      expect(await look()).toBeNull();
      expect((await users.find(ADA))?.lastSignedInAt).toBeNull();
    });

    test("removes sessions that expired more than 30 days ago", async () => {
      const { start, look } = await arrange(open);
      const days = (n: number) => afterNoon(43_200 + n * 86_400);
      await start();
      await start({ id: OTHER_ID, createdAt: days(30), expiresAt: days(31) });
      expect(await look()).not.toBeNull();
      await start({ id: EVE, createdAt: days(30.01), expiresAt: days(31) });
      expect(await look()).toBeNull();
      expect(await look(OTHER_ID, { at: days(30.02), address: null })).not.toBeNull();
    });
  });
}

function describeLooking(open: Open) {
  describe("looking up a session", () => {
    test("finds no session for a different user or id", async () => {
      const { sessions, start } = await arrange(open);
      await start();
      expect(await sessions.findAndTouch({ id: ID, userId: EVE }, SEEN)).toBeNull();
      expect(await sessions.findAndTouch({ id: OTHER_ID, userId: ADA }, SEEN)).toBeNull();
    });

    test("records when and where the session was seen, to the minute", async () => {
      const { sessions, start, look } = await arrange(open);
      await start();
      const seen = async () => {
        const [session] = await sessions.list(ADA, NOON);
        return [session?.lastSeenAt, session?.address];
      };
      await look(ID, { at: afterNoon(60), address: "192.0.2.2" });
      expect(await seen()).toEqual([NOON, "192.0.2.1"]);
      await look(ID, { at: afterNoon(61), address: "192.0.2.2" });
      expect(await seen()).toEqual([afterNoon(61), "192.0.2.2"]);
      await look(ID, { at: afterNoon(200), address: null });
      expect(await seen()).toEqual([afterNoon(200), "192.0.2.2"]);
    });

    test("reports the session as ended once it has expired", async () => {
      const { start, look } = await arrange(open);
      await start();
      expect(await look(ID, { at: afterNoon(43_199), address: null })).toMatchObject({
        kind: "open",
      });
      expect(await look(ID, { at: MIDNIGHT, address: null })).toMatchObject({ because: "expired" });
    });
  });
}

function describeListing(open: Open) {
  describe("the list of a user's sessions", () => {
    test("contains all the data of each session, most recently seen first", async () => {
      const { sessions, start, look } = await arrange(open);
      await start();
      await start({ id: OTHER_ID, userAgent: null, address: null, method: "single-sign-on" });
      await look(ID, { at: afterNoon(120), address: null });
      expect(await sessions.list(ADA, NOON)).toEqual([
        { ...aSession(), lastSeenAt: afterNoon(120) },
        {
          ...aSession({ id: OTHER_ID, userAgent: null, address: null, method: "single-sign-on" }),
          lastSeenAt: NOON,
        },
      ]);
    });

    test("omits ended sessions and those of other users", async () => {
      const { sessions, start, listed } = await arrange(open);
      await start();
      await start({ id: OTHER_ID, expiresAt: afterNoon(10) });
      await start({ id: EVE, userId: EVE });
      expect(await listed(afterNoon(10))).toEqual([ID]);
      await sessions.end(ADA, { only: ID }, ended());
      expect(await listed()).toEqual([OTHER_ID]);
    });
  });
}

function describeEnding(open: Open) {
  describe("ending", () => {
    test("ending one session leaves the others open, and ending it again keeps the first reason", async () => {
      const { sessions, start, look } = await arrange(open);
      await start();
      await start({ id: OTHER_ID });
      expect(await sessions.end(ADA, { only: ID }, ended())).toBe(1);
      expect(await sessions.end(ADA, { allBut: OTHER_ID }, ended({ because: "ended" }))).toBe(0);
      expect(await look()).toEqual({ kind: "over", because: "signed-out" });
      expect(await look(OTHER_ID)).toMatchObject({ kind: "open" });
    });

    test.each([
      [{ allBut: ID }, 1, [ID]],
      [{ allBut: null }, 2, []],
      [{ only: EVE }, 0, [OTHER_ID, ID]],
    ])("%j ends %i sessions", async (which, count, left) => {
      const { sessions, start, listed } = await arrange(open);
      await start();
      await start({ id: OTHER_ID });
      await start({ id: EVE, userId: EVE });
      expect(await sessions.end(ADA, which, ended())).toBe(count);
      expect(await listed()).toEqual(left);
      expect(await sessions.list(EVE, NOON)).toHaveLength(1);
    });

    test("writes one audit entry, and only if a session was open", async () => {
      const { sessions, start, auditedSubjects } = await arrange(open);
      const note = { at: NOON, author: COMMAND_AUTHOR, subject: `user:${ADA}` };
      const ending = ended({ note: { ...note, action: "sessions-ended" } });
      await sessions.end(ADA, { allBut: null }, ending);
      expect(await auditedSubjects()).toEqual([]);
      await start();
      await start({ id: OTHER_ID });
      await sessions.end(ADA, { allBut: null }, ending);
      expect(await auditedSubjects()).toEqual([`user:${ADA}`]);
    });
  });
}

function describeAccountChanges(open: Open) {
  describe("a change to the account", () => {
    test("that sets a new password ends all sessions except the one to keep", async () => {
      const { start, look, setPassword } = await arrange(open);
      await start();
      await start({ id: OTHER_ID });
      await setPassword(ID);
      expect(await look()).toMatchObject({ kind: "open" });
      const over = { kind: "over", because: "password-changed" };
      expect(await look(OTHER_ID)).toEqual(over);
      await setPassword(null);
      expect(await look()).toEqual(over);
    });
    test("that deactivates the account ends all sessions permanently", async () => {
      const { users, start, look, setPassword } = await arrange(open);
      await start();
      await deactivate(users, afterNoon(1));
      expect(await look()).toEqual({ kind: "over", because: "deactivated" });
      await setPassword(null);
      expect(await look()).toEqual({ kind: "over", because: "deactivated" });
    });
    test("that sets a new password also ends sessions that a concurrent call starts with the previous password", async () => {
      const { sessions, start, setPassword } = await arrange(open);
      const starts = Array.from({ length: 8 }, (_, n) =>
        start({ id: `019cbc00-0000-7000-8000-00000000010${n}` }),
      );
      await Promise.all([...starts.slice(0, 4), setPassword(null), ...starts.slice(4)]);
      expect(await sessions.list(ADA, NOON)).toEqual([]);
    });
  });
}
