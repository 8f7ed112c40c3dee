import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { ExternalIdentities, NewPasswordLink, PasswordLinks } from "../access-ports";
import type { NewUser, UserRepository } from "../ports";

type Open = () => Promise<{
  readonly users: UserRepository;
  readonly passwordLinks: PasswordLinks;
  readonly externalIdentities: ExternalIdentities;
  /** Returns the subjects of the audit entries about links, oldest first. */
  readonly linkedSubjects: () => Promise<readonly string[]>;
}>;

const NOON = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:00:01.000Z");
const END = new Date("2026-03-03T12:00:00.000Z");
const NOTE = anAuditNote({ action: "user-invited" });
const USER_ID = "019cbc00-0000-7000-8000-0000000000dd";
const HASH = Buffer.alloc(32, 1);
const OPTIONS = { mayBeLast: false, note: NOTE };

const ADA: NewUser = {
  id: USER_ID,
  email: "ada@example.com",
  name: "Ada",
  role: "reader",
  passwordHash: null,
  createdAt: NOON,
};
const INVITATION: NewPasswordLink = {
  id: "019cbc00-0000-7000-8000-000000000001",
  kind: "invitation",
  hash: HASH,
  createdBy: "command",
  createdAt: NOON,
  expiresAt: END,
};
const IDENTITY = { issuer: "https://id.example.com", subject: "ada" };

/** Links an identity, as its first sign-in does. */
const linkBy = (
  identities: ExternalIdentities,
  { at = LATER, emailKey = ADA.email, subject = IDENTITY.subject } = {},
) =>
  identities.link(
    { ...IDENTITY, subject },
    { emailKey, note: { ...anAuditNote({ action: "identity-linked" }), at } },
  );

/**
 * Defines the contract tests that every store of external identities must pass; `open` opens empty ports for each test.
 */
export function describeExternalIdentitiesContract(name: string, open: Open): void {
  const openWithInvitation = async () => {
    const ports = await open();
    await ports.passwordLinks.invite(ADA, INVITATION, NOTE);
    return ports;
  };
  describe(name, () => {
    test("an identity that has not been linked has no user", async () => {
      const { externalIdentities } = await openWithInvitation();
      expect(await externalIdentities.findUser(IDENTITY)).toBeNull();
    });

    test("linking uses up the invitation, and the account is then found by issuer and subject", async () => {
      const ports = await openWithInvitation();
      const { externalIdentities, passwordLinks } = ports;
      const { passwordHash: _, ...user } = ADA;
      expect(await linkBy(externalIdentities)).toMatchObject(user);
      expect(await externalIdentities.findUser(IDENTITY)).toMatchObject(user);
      for (const other of [{ issuer: "https://id.example.org" }, { subject: "Ada" }])
        expect(await externalIdentities.findUser({ ...IDENTITY, ...other })).toBeNull();
      expect(await passwordLinks.find(HASH)).toMatchObject({ link: { usedAt: LATER } });
      expect(await passwordLinks.use(HASH, "hash", { ...NOTE, at: LATER })).toBeNull();
      expect(await ports.linkedSubjects()).toEqual([`user:${USER_ID}`]);
    });

    test("only one of several concurrent calls links an identity", async () => {
      const { externalIdentities, linkedSubjects } = await openWithInvitation();
      const links = ["ada", "ada", "eve"].map((subject) => linkBy(externalIdentities, { subject }));
      expect((await Promise.all(links)).filter((user) => user !== null)).toHaveLength(1);
      expect(await linkedSubjects()).toHaveLength(1);
    });

    test.each<[string, (ports: Awaited<ReturnType<Open>>) => Promise<unknown>, object]>([
      ["another email", async () => undefined, { emailKey: "eve@example.com" }],
      ["an invitation that expired", async () => undefined, { at: END }],
      [
        "an account that a password opens",
        ({ passwordLinks }) => passwordLinks.use(HASH, "hash", NOTE),
        {},
      ],
      [
        "a deactivated account",
        ({ users }) => users.change(USER_ID, { kind: "deactivation" }, OPTIONS),
        {},
      ],
    ])("%s links nothing and writes nothing", async (_, before, changes) => {
      const ports = await openWithInvitation();
      await before(ports);
      expect(await linkBy(ports.externalIdentities, changes)).toBeNull();
      expect(await ports.externalIdentities.findUser(IDENTITY)).toBeNull();
      expect(await ports.linkedSubjects()).toEqual([]);
    });

    test("an account that was created by a command, without an invitation, is not linked", async () => {
      const { users, externalIdentities } = await open();
      await users.create(ADA, NOTE);
      expect(await linkBy(externalIdentities)).toBeNull();
    });
  });
}
