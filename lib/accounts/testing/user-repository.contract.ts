import { describe, expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { NewPassword, NewUser, UserRepository } from "../ports";

type Open = () => Promise<UserRepository>;

/** Defines the contract tests that every user repository must pass; `open` opens an empty repository for each test. */
export function describeUserRepositoryContract(name: string, open: Open): void {
  describe(name, () => {
    describeCreating(open);
    describePasswords(open);
    describeDeactivation(open);
  });
}

const NOTE = anAuditNote();
const deactivate = async (users: UserRepository, id: string, at: Date) => {
  const note = { ...NOTE, at };
  const outcome = await users.change(id, { kind: "deactivation" }, { note, mayBeLast: true });
  return "user" in outcome ? outcome.user : null;
};

const ID = "019cbc00-0000-7000-8000-0000000000dd";
const OTHER_ID = "019cbc00-0000-7000-8000-0000000000ee";
const NOON = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:00:01.000Z");
const LAST = new Date("2026-03-01T12:00:02.000Z");

const aNewUser = (overrides: Partial<NewUser> = {}): NewUser => ({
  id: ID,
  email: "ada@example.com",
  name: "Ada",
  role: "reviewer",
  passwordHash: "first",
  createdAt: NOON,
  ...overrides,
});

const aPassword = (overrides: Partial<NewPassword> = {}): NewPassword => ({
  passwordHash: "second",
  at: LATER,
  replacing: null,
  keeping: null,
  note: { at: NOON, author: COMMAND_AUTHOR, action: "password-changed", subject: `user:${ID}` },
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

function describeCreating(open: Open) {
  describe("creating", () => {
    test("returns the user without the password hash, as does finding the user", async () => {
      const users = await open();
      expect(await users.create(aNewUser(), NOTE)).toEqual(ADA);
      expect(await users.find(ID)).toEqual(ADA);
    });

    test("makes the hash available to a sign-in with the email", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      expect(await users.findForSignIn(ADA.email)).toEqual({ ...ADA, passwordHash: "first" });
    });

    test("returns null and changes nothing if the email is already in use", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      const second = aNewUser({ id: OTHER_ID, name: "Eve", passwordHash: "other" });
      expect(await users.create(second, NOTE)).toBeNull();
      expect(await users.findForSignIn(ADA.email)).toEqual({ ...ADA, passwordHash: "first" });
      expect(await users.count()).toBe(1);
    });

    test("returns null if another user's email is the same in a different spelling", async () => {
      const users = await open();
      await users.create(aNewUser({ email: "m\u00fcller@example.com" }), NOTE);
      const second = aNewUser({ id: OTHER_ID, email: "mu\u0308ller@example.com" });
      expect(await users.create(second, NOTE)).toBeNull();
      expect(await users.count()).toBe(1);
      expect(await users.fillEmailKeys()).toEqual([]);
    });

    test("stores only one of five concurrent users with the same email", async () => {
      const users = await open();
      const results = await Promise.all(
        Array.from({ length: 5 }, () => users.create(aNewUser({ id: crypto.randomUUID() }), NOTE)),
      );
      expect(results.filter((user) => user !== null)).toHaveLength(1);
      expect(await users.count()).toBe(1);
    });

    test("an unknown user is not found", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      expect(await users.find(OTHER_ID)).toBeNull();
      expect(await users.findForSignIn("eve@example.com")).toBeNull();
    });

    test("an empty repository counts no users", async () => {
      const users = await open();
      expect([await users.count(), await users.countActive()]).toEqual([0, 0]);
    });

    test("all users are listed, oldest first, without password hashes", async () => {
      const users = await open();
      const second = { id: OTHER_ID, email: "eve@example.com", createdAt: LATER };
      await users.create(aNewUser(second), NOTE);
      await users.create(aNewUser(), NOTE);
      expect(await users.list()).toEqual([ADA, { ...ADA, ...second, passwordChangedAt: LATER }]);
    });
  });
}

function describePasswords(open: Open) {
  describe("a new password", () => {
    test("ends the previous sessions", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      const changed = { ...ADA, sessionVersion: 2, passwordChangedAt: LATER };
      expect(await users.setPassword(ID, aPassword())).toEqual(changed);
      expect(await users.findForSignIn(ADA.email)).toEqual({ ...changed, passwordHash: "second" });
    });

    test("lets a deactivated user sign in again but restores no session", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      await deactivate(users, ID, LATER);
      expect(await users.setPassword(ID, aPassword({ at: LAST }))).toEqual({
        ...ADA,
        sessionVersion: 3,
        passwordChangedAt: LAST,
      });
    });

    test("changes nothing if the password to replace has already changed, even for a deactivated user", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      const password = aPassword({ at: LAST, replacing: 1 });
      const deactivated = await deactivate(users, ID, LATER);
      expect(await users.setPassword(ID, password)).toBeNull();
      expect(await users.findForSignIn(ADA.email)).toEqual({
        ...deactivated,
        passwordHash: "first",
      });
      expect(await users.setPassword(ID, { ...password, replacing: 2 })).toMatchObject({
        sessionVersion: 3,
      });
    });

    test("returns null for an unknown user and affects nobody else", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      expect(await users.setPassword(OTHER_ID, aPassword())).toBeNull();
      expect(await users.find(ID)).toEqual(ADA);
    });
  });
}

function describeDeactivation(open: Open) {
  describe("a deactivation", () => {
    test("ends every session, and keeps its original time when repeated", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      const deactivated = { ...ADA, sessionVersion: 2, deactivatedAt: LATER };
      expect(await deactivate(users, ID, LATER)).toEqual(deactivated);
      expect(await deactivate(users, ID, LAST)).toEqual(deactivated);
      expect(await users.find(ID)).toEqual(deactivated);
    });

    test("returns null for an unknown user and affects nobody else", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      expect(await deactivate(users, OTHER_ID, LATER)).toBeNull();
      expect(await users.find(ID)).toEqual(ADA);
    });

    test("keeps the user in the total but not among those who may sign in", async () => {
      const users = await open();
      await users.create(aNewUser(), NOTE);
      await users.create(aNewUser({ id: OTHER_ID, email: "eve@example.com" }), NOTE);
      await deactivate(users, ID, LATER);
      expect([await users.count(), await users.countActive()]).toEqual([2, 1]);
    });
  });
}
