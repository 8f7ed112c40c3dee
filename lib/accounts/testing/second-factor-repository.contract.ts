import { describe, expect, test } from "vitest";
import type { AuditAction } from "@/lib/kernel/rules/audit";
import type { SecondFactorProof, SecondFactorRepository } from "../access-ports";

/** A repository under test, with two users and one session of the first. */
export interface SecondFactorsUnderTest {
  readonly secondFactors: SecondFactorRepository;
  readonly userId: string;
  readonly otherUserId: string;
  readonly sessionId: string;
  /** Returns the audited actions in order. */
  readonly auditedActions: () => Promise<readonly AuditAction[]>;
}

type Open = () => Promise<SecondFactorsUnderTest>;

const NOON = new Date("2026-03-01T12:00:00.000Z");
const SECRET = Buffer.from("sealed secret");
const HASHES = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const STEP = 59_079_600;

const noteOf = (action: AuditAction, userId: string) =>
  ({ at: NOON, author: { actor: `reader:${userId}` }, action, subject: `user:${userId}` }) as const;

async function proofOf({ userId, sessionId }: SecondFactorsUnderTest): Promise<SecondFactorProof> {
  const note = noteOf("second-factor-added", userId);
  return { secret: SECRET, step: STEP, recoveryCodeHashes: HASHES, sessionId, at: NOON, note };
}

async function confirmed(open: Open) {
  const under = await open();
  await under.secondFactors.begin(under.userId, { secret: SECRET, at: NOON });
  await under.secondFactors.confirm(under.userId, await proofOf(under));
  return under;
}

/**
 * Defines the contract tests that every second-factor repository must pass; `open` opens an empty repository for each
 * test.
 */
export function describeSecondFactorRepositoryContract(name: string, open: Open): void {
  describe(name, () => {
    describeSettingUp(open);
    describeCodes(open);
    describeChanges(open);
  });
}

function describeSettingUp(open: Open) {
  describe("setting up", () => {
    test("a user has no second factor at first", async () => {
      const { secondFactors, userId } = await open();
      expect(await secondFactors.find(userId)).toBeNull();
    });

    test("setting up begins with an unconfirmed second factor, and beginning again replaces it", async () => {
      const { secondFactors, userId } = await open();
      await secondFactors.begin(userId, { secret: Buffer.from("first"), at: NOON });
      expect(await secondFactors.begin(userId, { secret: SECRET, at: NOON })).toBe(true);
      expect(await secondFactors.find(userId)).toEqual({
        secret: SECRET,
        createdAt: NOON,
        confirmedAt: null,
        recoveryCodesLeft: 0,
      });
    });

    test("a second factor is confirmed only once, together with its recovery codes, and the confirmation is audited", async () => {
      const under = await confirmed(open);
      const { secondFactors, userId } = under;
      expect(await secondFactors.find(userId)).toEqual({
        secret: SECRET,
        createdAt: NOON,
        confirmedAt: NOON,
        recoveryCodesLeft: 2,
      });
      expect(await secondFactors.confirm(userId, await proofOf(under))).toBe(false);
      expect(await under.auditedActions()).toEqual(["second-factor-added"]);
    });

    test("a secret that was replaced in the meantime cannot be confirmed", async () => {
      const under = await open();
      const { secondFactors, userId } = under;
      await secondFactors.begin(userId, { secret: Buffer.from("newer"), at: NOON });
      expect(await secondFactors.confirm(userId, await proofOf(under))).toBe(false);
      expect(await secondFactors.find(userId)).toMatchObject({ confirmedAt: null });
      expect(await under.auditedActions()).toEqual([]);
    });

    test("a confirmed second factor is not replaced by a new one", async () => {
      const { secondFactors, userId } = await confirmed(open);
      const other = { secret: Buffer.from("other"), at: NOON };
      expect(await secondFactors.begin(userId, other)).toBe(false);
      expect(await secondFactors.find(userId)).toMatchObject({ secret: SECRET });
    });
  });
}

function describeCodes(open: Open) {
  describe("codes", () => {
    test("the code that confirmed the second factor is not accepted again", async () => {
      const { secondFactors, userId } = await confirmed(open);
      expect(await secondFactors.takeStep(userId, { secret: SECRET, step: STEP })).toBe(false);
    });

    test("a later code is accepted only once, and no earlier code is accepted after it", async () => {
      const { secondFactors, userId } = await confirmed(open);
      const take = (step: number) => secondFactors.takeStep(userId, { secret: SECRET, step });
      expect([await take(STEP + 2), await take(STEP + 2), await take(STEP + 1)]).toEqual([
        true,
        false,
        false,
      ]);
    });

    test("only one of two requests with the same code succeeds", async () => {
      const { secondFactors, userId } = await confirmed(open);
      const factor = { secret: SECRET, step: STEP + 1 };
      const taken = await Promise.all(
        Array.from({ length: 8 }, () => secondFactors.takeStep(userId, factor)),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    test("no code is accepted before confirmation, or for a different secret or user", async () => {
      const { secondFactors, userId, otherUserId } = await confirmed(open);
      const factor = { secret: SECRET, step: STEP + 1 };
      await secondFactors.begin(otherUserId, { secret: SECRET, at: NOON });
      expect(await secondFactors.takeStep(otherUserId, factor)).toBe(false);
      const other = { ...factor, secret: Buffer.from("other") };
      expect(await secondFactors.takeStep(userId, other)).toBe(false);
    });

    test("only one of eight requests with the same recovery code succeeds, and one fewer code is left", async () => {
      const { secondFactors, userId, auditedActions } = await confirmed(open);
      const note = noteOf("recovery-code-used", userId);
      const code = { hash: Buffer.alloc(32, 1), note };
      const taken = await Promise.all(
        Array.from({ length: 8 }, () => secondFactors.takeRecoveryCode(userId, code)),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await secondFactors.find(userId)).toMatchObject({ recoveryCodesLeft: 1 });
      expect(await auditedActions()).toEqual(["second-factor-added", "recovery-code-used"]);
    });

    test("a recovery code of a different user is rejected", async () => {
      const { secondFactors, otherUserId } = await confirmed(open);
      const note = noteOf("recovery-code-used", otherUserId);
      const code = { hash: Buffer.alloc(32, 1), note };
      expect(await secondFactors.takeRecoveryCode(otherUserId, code)).toBe(false);
    });
  });
}

function describeChanges(open: Open) {
  describe("changes", () => {
    test("new recovery codes replace all earlier ones", async () => {
      const { secondFactors, userId, auditedActions } = await confirmed(open);
      const hashes = [3, 4, 5].map((n) => Buffer.alloc(32, n));
      const note = noteOf("recovery-codes-created", userId);
      expect(await secondFactors.replaceRecoveryCodes(userId, { hashes, note })).toBe(true);
      expect(await secondFactors.find(userId)).toMatchObject({ recoveryCodesLeft: 3 });
      const old = { hash: Buffer.alloc(32, 1), note: noteOf("recovery-code-used", userId) };
      expect(await secondFactors.takeRecoveryCode(userId, old)).toBe(false);
      expect(await auditedActions()).toEqual(["second-factor-added", "recovery-codes-created"]);
    });

    test("a user without a second factor gets no recovery codes", async () => {
      const { secondFactors, userId, auditedActions } = await open();
      await secondFactors.begin(userId, { secret: SECRET, at: NOON });
      const codes = { hashes: HASHES, note: noteOf("recovery-codes-created", userId) };
      expect(await secondFactors.replaceRecoveryCodes(userId, codes)).toBe(false);
      expect(await auditedActions()).toEqual([]);
    });

    test("removing the second factor also removes its codes and is audited once", async () => {
      const { secondFactors, userId, auditedActions } = await confirmed(open);
      const note = noteOf("second-factor-removed", userId);
      expect([
        await secondFactors.remove(userId, note),
        await secondFactors.remove(userId, note),
      ]).toEqual([true, false]);
      expect(await secondFactors.find(userId)).toBeNull();
      expect(await auditedActions()).toEqual(["second-factor-added", "second-factor-removed"]);
    });
  });
}
