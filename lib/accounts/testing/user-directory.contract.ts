import { describe, expect, test } from "vitest";
import type { Role } from "@/lib/kernel/rules/actor";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { PasswordLinks, SecondFactorRepository } from "../access-ports";
import type { UserDirectory, UserRepository } from "../ports";
import type { UserOrder } from "../rules/user-order";

interface Ports {
  readonly users: UserRepository;
  readonly passwordLinks: PasswordLinks;
  readonly userDirectory: UserDirectory;
  readonly secondFactors: SecondFactorRepository;
  /** Records a sign-in, as the start of a session does. */
  readonly noteSignIn: (id: string, at: Date) => Promise<unknown>;
}

const NOON = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:00:01.000Z");
const END = new Date("2026-03-03T12:00:00.000Z");
const NOTE = anAuditNote();
const idOf = (n: number) => `019cbc00-0000-7000-8000-00000000000${n}`;

/** Creates Ada, Zoë and Ödön, in this order; Zoë signed in last. */
async function arrange({ users, noteSignIn }: Ports): Promise<void> {
  const people: [string, Role][] = [
    ["Zoë", "administrator"],
    ["ada", "reader"],
    ["Ödön 100%", "reviewer"],
  ];
  for (const [n, [name, role]] of people.entries()) {
    const email = `${"cab"[n]}@example.com`;
    const createdAt = new Date(NOON.getTime() + n);
    await users.create({ id: idOf(n), email, name, role, passwordHash: "x", createdAt }, NOTE);
  }
  await noteSignIn(idOf(1), NOON);
  await noteSignIn(idOf(0), LATER);
}

/** Defines the contract tests that every user directory must pass; `open` opens empty ports for each test. */
export function describeUserDirectoryContract(name: string, open: () => Promise<Ports>): void {
  describe(name, () => {
    test.each<[UserOrder, string[]]>([
      ["name", ["ada", "Ödön 100%", "Zoë"]],
      ["email", ["ada", "Ödön 100%", "Zoë"]],
      ["role", ["Zoë", "Ödön 100%", "ada"]],
      ["last-sign-in", ["Zoë", "ada", "Ödön 100%"]],
      ["created", ["Ödön 100%", "ada", "Zoë"]],
    ])("is sorted by %s", async (order, names) => {
      const ports = await open();
      await arrange(ports);
      const { users, total } = await ports.userDirectory.list({ text: "", order, limit: 10 });
      expect({ total, names: users.map((user) => user.name) }).toEqual({ total: 3, names });
    });

    test.each([
      ["zO", 1],
      ["ÖD", 1],
      ["B@EXAMPLE", 1],
      ["%", 1],
      ["_", 0],
      ["example.com", 3],
    ])("searching names and emails for %j finds %i users", async (text, count) => {
      const ports = await open();
      await arrange(ports);
      const found = await ports.userDirectory.list({ text, order: "name", limit: 10 });
      expect([found.users.length, found.total]).toEqual([count, count]);
    });

    test("returns at most as many users as requested, and the total number of matches", async () => {
      const ports = await open();
      await arrange(ports);
      const { users, total } = await ports.userDirectory.list({
        text: "",
        order: "name",
        limit: 2,
      });
      expect([users.length, total]).toEqual([2, 3]);
    });

    test("shows who has a confirmed second factor", async () => {
      const ports = await open();
      await arrange(ports);
      const { secondFactors, userDirectory } = ports;
      const secret = Buffer.from("sealed");
      const hasSecondFactor = async () => (await userDirectory.find(idOf(0)))?.hasSecondFactor;
      await secondFactors.begin(idOf(0), { secret, at: NOON });
      expect(await hasSecondFactor()).toBe(false);
      const proof = { secret, step: 1, recoveryCodeHashes: [], sessionId: idOf(8) };
      await secondFactors.confirm(idOf(0), { ...proof, at: LATER, note: NOTE });
      expect(await hasSecondFactor()).toBe(true);
      const { users } = await userDirectory.list({ text: "", order: "created", limit: 10 });
      expect(users.map((user) => user.hasSecondFactor)).toEqual([false, false, true]);
      await secondFactors.remove(idOf(0), NOTE);
      expect(await hasSecondFactor()).toBe(false);
    });

    test("shows who has no password yet, and when their link expires", async () => {
      const ports = await open();
      const user = { id: idOf(1), email: "eve@example.com", name: "Eve", role: "reader" };
      const link = { kind: "invitation", createdBy: "command", createdAt: NOON } as const;
      await ports.passwordLinks.invite(
        { ...user, role: "reader", passwordHash: null, createdAt: NOON },
        { ...link, id: idOf(2), hash: Buffer.alloc(32), expiresAt: END },
        NOTE,
      );
      const find = () => ports.userDirectory.find(idOf(1));
      expect(await find()).toMatchObject({
        ...user,
        hasPassword: false,
        link: { kind: "invitation", expiresAt: END },
      });
      await ports.passwordLinks.use(Buffer.alloc(32), "hash", { ...NOTE, at: LATER });
      expect(await find()).toMatchObject({ hasPassword: true, link: null });
      expect(await ports.userDirectory.find(idOf(9))).toBeNull();
    });
  });
}
