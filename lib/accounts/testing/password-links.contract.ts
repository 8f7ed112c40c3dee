import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { NewPasswordLink, PasswordLinks } from "../access-ports";
import type { NewUser, UserRepository } from "../ports";

type Open = () => Promise<{
  readonly users: UserRepository;
  readonly passwordLinks: PasswordLinks;
}>;

const NOON = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:00:01.000Z");
const END = new Date("2026-03-03T12:00:00.000Z");
const NOTE = anAuditNote({ action: "user-invited" });
const USER_ID = "019cbc00-0000-7000-8000-0000000000dd";

const ADA: NewUser = {
  id: USER_ID,
  email: "ada@example.com",
  name: "Ada",
  role: "reader",
  passwordHash: null,
  createdAt: NOON,
};

const aLink = (n = 1): NewPasswordLink => ({
  id: `019cbc00-0000-7000-8000-00000000000${n}`,
  kind: "invitation",
  hash: Buffer.alloc(32, n),
  createdBy: "command",
  createdAt: NOON,
  expiresAt: END,
});

const noteAt = (at: Date) => anAuditNote({ action: "password-set-by-link", at });

/** Defines the contract tests that every store of password links must pass; `open` opens empty ports for each test. */
export function describePasswordLinksContract(name: string, open: Open): void {
  describe(name, () => {
    describeMaking(open);
    describeUsing(open);
  });
}

function describeMaking(open: Open): void {
  describe("creating a link", () => {
    test("creates the user as well, without a password, if the link is an invitation", async () => {
      const { users, passwordLinks } = await open();
      const { passwordHash: _, ...user } = ADA;
      expect(await passwordLinks.invite(ADA, aLink(), NOTE)).toMatchObject(user);
      expect(await users.findForSignIn(ADA.email)).toMatchObject({ passwordHash: null });
      const { hash, createdBy: __, ...link } = aLink();
      expect(await passwordLinks.find(hash)).toMatchObject({
        link: { ...link, userId: USER_ID, usedAt: null, revokedAt: null },
        user,
      });
    });

    test("creates neither a user nor a link if the email is already in use", async () => {
      const { users, passwordLinks } = await open();
      await users.create({ ...ADA, id: "019cbc00-0000-7000-8000-0000000000ee" }, NOTE);
      expect(await passwordLinks.invite(ADA, aLink(), NOTE)).toBeNull();
      expect(await passwordLinks.find(aLink().hash)).toBeNull();
      expect(await users.count()).toBe(1);
    });

    test("creates neither if another user's email is the same in a different spelling", async () => {
      const { users, passwordLinks } = await open();
      const composed = { ...ADA, email: "m\u00fcller@example.com" };
      const other = { ...ADA, id: "019cbc00-0000-7000-8000-0000000000ee" };
      await passwordLinks.invite(composed, aLink(), NOTE);
      const decomposed = { ...other, email: "mu\u0308ller@example.com" };
      expect(await passwordLinks.invite(decomposed, aLink(2), NOTE)).toBeNull();
      expect(await users.count()).toBe(1);
    });

    test("revokes the user's earlier links", async () => {
      const { passwordLinks } = await open();
      await passwordLinks.invite(ADA, aLink(1), NOTE);
      const newer = { ...aLink(2), createdAt: LATER };
      expect(await passwordLinks.create(USER_ID, newer, { ...NOTE, at: LATER })).toBe(true);
      expect(await passwordLinks.find(aLink(1).hash)).toMatchObject({ link: { revokedAt: LATER } });
      expect(await passwordLinks.use(aLink(1).hash, "x", noteAt(LATER))).toBeNull();
      expect(await passwordLinks.find(aLink(2).hash)).toMatchObject({ link: { revokedAt: null } });
    });

    test("leaves one working link after several concurrent calls", async () => {
      const { passwordLinks } = await open();
      await passwordLinks.invite(ADA, aLink(1), NOTE);
      await Promise.all([2, 3, 4].map((n) => passwordLinks.create(USER_ID, aLink(n), NOTE)));
      const all = await Promise.all([1, 2, 3, 4].map((n) => passwordLinks.find(aLink(n).hash)));
      expect(all.filter((found) => found?.link.revokedAt === null)).toHaveLength(1);
    });

    test("creates no link for an unknown or deactivated user", async () => {
      const { users, passwordLinks } = await open();
      expect(await passwordLinks.create(USER_ID, aLink(), NOTE)).toBe(false);
      await users.create(ADA, NOTE);
      await users.change(USER_ID, { kind: "deactivation" }, { note: NOTE, mayBeLast: false });
      expect(await passwordLinks.create(USER_ID, aLink(), NOTE)).toBe(false);
      expect(await passwordLinks.find(aLink().hash)).toBeNull();
    });
  });
}

function describeUsing(open: Open): void {
  describe("using a link", () => {
    test("sets the password, ends the sessions and works only once", async () => {
      const { users, passwordLinks } = await open();
      await passwordLinks.invite(ADA, aLink(), NOTE);
      const use = () => passwordLinks.use(aLink().hash, "hash", noteAt(LATER));
      expect(await use()).toMatchObject({ sessionVersion: 2, passwordChangedAt: LATER });
      expect(await use()).toBeNull();
      expect(await users.findForSignIn(ADA.email)).toMatchObject({ passwordHash: "hash" });
      expect(await passwordLinks.find(aLink().hash)).toMatchObject({
        link: { usedAt: LATER, revokedAt: null },
      });
    });

    test("works only once if it is tried five times concurrently", async () => {
      const { passwordLinks } = await open();
      await passwordLinks.invite(ADA, aLink(), NOTE);
      const uses = ["a", "b", "c", "d", "e"].map((each) =>
        passwordLinks.use(aLink().hash, each, noteAt(LATER)),
      );
      expect((await Promise.all(uses)).filter((user) => user !== null)).toHaveLength(1);
    });

    test("changes nothing from the moment the link expires", async () => {
      const { users, passwordLinks } = await open();
      await passwordLinks.invite(ADA, aLink(), NOTE);
      expect(await passwordLinks.use(aLink().hash, "hash", noteAt(END))).toBeNull();
      expect(await users.findForSignIn(ADA.email)).toMatchObject({ passwordHash: null });
    });

    test("changes nothing after a deactivation or a new password", async () => {
      const { users, passwordLinks } = await open();
      await passwordLinks.invite(ADA, aLink(1), NOTE);
      const options = { note: NOTE, mayBeLast: false };
      await users.change(USER_ID, { kind: "deactivation" }, options);
      await users.change(USER_ID, { kind: "reactivation" }, options);
      expect(await passwordLinks.use(aLink(1).hash, "hash", noteAt(LATER))).toBeNull();
      await passwordLinks.create(USER_ID, aLink(2), NOTE);
      const password = {
        passwordHash: "by command",
        at: NOON,
        replacing: null,
        keeping: null,
        note: NOTE,
      };
      await users.setPassword(USER_ID, password);
      expect(await passwordLinks.use(aLink(2).hash, "hash", noteAt(LATER))).toBeNull();
      expect(await users.findForSignIn(ADA.email)).toMatchObject({ passwordHash: "by command" });
    });

    test("changes nothing if the link was never created", async () => {
      const { passwordLinks } = await open();
      expect(await passwordLinks.use(aLink().hash, "hash", noteAt(LATER))).toBeNull();
      expect(await passwordLinks.find(aLink().hash)).toBeNull();
    });
  });
}
