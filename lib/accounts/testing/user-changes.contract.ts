import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { NewUser, UserRepository } from "../ports";

type Open = () => Promise<UserRepository>;

/** Defines the contract tests of user repositories for changes; `open` opens an empty repository. */
export function describeUserChangesContract(name: string, open: Open): void {
  describe(name, () => {
    describeChanges(open);
    describeLastAdministrator(open);
  });
}

const NOTE = anAuditNote();
const OPTIONS = { note: NOTE, mayBeLast: true };
const ID = "019cbc00-0000-7000-8000-0000000000dd";
const OTHER_ID = "019cbc00-0000-7000-8000-0000000000ee";
const NOON = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:00:01.000Z");

const aNewUser = (overrides: Partial<NewUser> = {}): NewUser => ({
  id: ID,
  email: "ada@example.com",
  name: "Ada",
  role: "reviewer",
  passwordHash: "first",
  createdAt: NOON,
  ...overrides,
});

const ADA = {
  id: ID,
  email: "ada@example.com",
  name: "Ada",
  role: "reviewer",
  sessionVersion: 1,
  createdAt: NOON,
  passwordChangedAt: NOON,
  lastSignedInAt: null,
  deactivatedAt: null,
};

const deactivate = (users: UserRepository, id: string, at: Date) =>
  users.change(id, { kind: "deactivation" }, { note: { ...NOTE, at }, mayBeLast: true });

function describeChanges(open: Open) {
  describe("a change of role, name or state", () => {
    test("ends every session if the role changes, and changes nothing if the role stays the same", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      const changed = { ...ADA, role: "reader", sessionVersion: 2 };
      const toReader = () => users.change(ID, { kind: "role", role: "reader" }, OPTIONS);
      expect(await toReader()).toEqual({ kind: "changed", user: changed });
      expect(await toReader()).toEqual({ kind: "unchanged", user: changed });
      expect(await users.find(ID)).toEqual(changed);
    });

    test("ends no session if only the name changes", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      const user = { ...ADA, name: "Ada L." };
      const rename = () => users.change(ID, { kind: "name", name: "Ada L." }, OPTIONS);
      expect(await rename()).toEqual({ kind: "changed", user });
      expect(await rename()).toEqual({ kind: "unchanged", user });
    });

    test("that reactivates the user keeps the password and does not restore any session", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      await deactivate(users, ID, LATER);
      const user = { ...ADA, sessionVersion: 2 };
      const reactivate = () => users.change(ID, { kind: "reactivation" }, OPTIONS);
      expect(await reactivate()).toEqual({ kind: "changed", user });
      expect(await reactivate()).toEqual({ kind: "unchanged", user });
      expect(await users.findForSignIn(ADA.email)).toEqual({ ...user, passwordHash: "first" });
    });

    test("returns no-such-user for an unknown user", async () => {
      const users = await open();
      await users.create(aNewUser({ role: "administrator" }), NOTE);
      const change = { kind: "role", role: "reader" } as const;
      expect(await users.change(OTHER_ID, change, { note: NOTE, mayBeLast: false })).toEqual({
        kind: "no-such-user",
      });
    });
  });
}

function describeLastAdministrator(open: Open) {
  const eve = { id: OTHER_ID, email: "eve@example.com" };
  const DEMOTION = { kind: "role", role: "reviewer" } as const;
  const DEACTIVATION = { kind: "deactivation" } as const;
  const CAREFUL = { note: NOTE, mayBeLast: false };
  const WITHOUT_PASSWORD = { role: "administrator", passwordHash: null } as const;

  describe("the last active administrator", () => {
    test.each([DEMOTION, DEACTIVATION])("is protected from %j", async (change) => {
      const users = await open();
      await users.create(aNewUser({ role: "administrator" }), NOTE);
      await users.create(aNewUser({ ...eve, role: "administrator" }), NOTE);
      await deactivate(users, OTHER_ID, LATER);
      const before = await users.find(ID);
      expect(await users.change(ID, change, CAREFUL)).toEqual({ kind: "last-administrator" });
      expect(await users.find(ID)).toEqual(before);
    });

    test.each([DEMOTION, DEACTIVATION])("allows %j if forced", async (change) => {
      const users = await open();
      await users.create(aNewUser({ role: "administrator" }), NOTE);
      expect(await users.change(ID, change, OPTIONS)).toMatchObject({ kind: "changed" });
    });

    test("is protected only if there is no other administrator", async () => {
      const users = await open();
      await users.create(aNewUser({ role: "administrator" }), NOTE);
      await users.create(aNewUser({ ...eve, role: "administrator" }), NOTE);
      expect(await users.change(OTHER_ID, DEMOTION, CAREFUL)).toMatchObject({ kind: "changed" });
      expect(await users.change(OTHER_ID, DEACTIVATION, CAREFUL)).toMatchObject({
        kind: "changed",
      });
      const same = { kind: "role", role: "administrator" } as const;
      expect(await users.change(ID, same, CAREFUL)).toMatchObject({ kind: "unchanged" });
    });

    test.each([DEMOTION, DEACTIVATION])(
      "is protected from %j if the only other administrators have no password (invited, or single sign-on only)",
      async (change) => {
        const users = await open();
        await users.create(aNewUser({ role: "administrator" }), NOTE);
        await users.create(aNewUser({ ...eve, ...WITHOUT_PASSWORD }), NOTE);
        expect(await users.change(ID, change, CAREFUL)).toEqual({ kind: "last-administrator" });
        expect(await users.change(ID, change, OPTIONS)).toMatchObject({ kind: "changed" });
      },
    );

    test.each([DEMOTION, DEACTIVATION])(
      "%j is allowed for an administrator without a password if another one has a password",
      async (change) => {
        const users = await open();
        await users.create(aNewUser({ role: "administrator" }), NOTE);
        await users.create(aNewUser({ ...eve, ...WITHOUT_PASSWORD }), NOTE);
        expect(await users.change(OTHER_ID, change, CAREFUL)).toMatchObject({ kind: "changed" });
      },
    );

    test("is protected even without a password if all others have been demoted", async () => {
      const users = await open();
      await users.create(aNewUser(WITHOUT_PASSWORD), NOTE);
      await users.create(aNewUser({ ...eve, ...WITHOUT_PASSWORD }), NOTE);
      expect(await users.change(OTHER_ID, DEMOTION, CAREFUL)).toMatchObject({ kind: "changed" });
      expect(await users.change(ID, DEMOTION, CAREFUL)).toEqual({ kind: "last-administrator" });
    });

    test("remains if two administrators are demoted and deactivated concurrently", async () => {
      const users = await open();
      await users.create(aNewUser({ role: "administrator" }), NOTE);
      await users.create(aNewUser({ ...eve, role: "administrator" }), NOTE);
      const outcomes = await Promise.all([
        users.change(ID, DEACTIVATION, CAREFUL),
        users.change(OTHER_ID, DEMOTION, CAREFUL),
      ]);
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "last-administrator"]);
    });
  });
}
