import type { AuditAction } from "@/lib/kernel/rules/audit";
import { createInMemoryOneTimeCodes } from "./in-memory-one-time-codes";
import { createInMemorySecondFactors } from "./in-memory-second-factors";
import { describeOneTimeCodesContract } from "./one-time-codes.contract";
import { describeSecondFactorRepositoryContract } from "./second-factor-repository.contract";

describeOneTimeCodesContract("one-time codes that a test can compute", () => {
  const codes = createInMemoryOneTimeCodes();
  return { codes, codeAt: codes.codeAt };
});

describeSecondFactorRepositoryContract("in-memory second factors", async () => {
  const secondFactors = createInMemorySecondFactors(() => undefined);
  const actions: AuditAction[] = [];
  return {
    secondFactors,
    userId: "ada",
    otherUserId: "eve",
    sessionId: "session",
    auditedActions: async () => {
      actions.push(...secondFactors.takeNotes().map(({ action }) => action));
      return actions;
    },
  };
});
