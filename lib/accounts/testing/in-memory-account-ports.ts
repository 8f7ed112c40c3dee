import { makeKernelPorts } from "@/lib/kernel/testing/in-memory-kernel-ports";
import { createInMemorySecretBox } from "@/lib/kernel/testing/in-memory-secret-box";
import type { SecondFactorPolicy } from "../rules/second-factor";
import { createInMemoryApiKeys } from "./in-memory-api-keys";
import { createInMemoryOneTimeCodes } from "./in-memory-one-time-codes";
import { createInMemoryPasswordHasher } from "./in-memory-password-hasher";
import { createInMemorySecondFactors } from "./in-memory-second-factors";
import { endRows, type SessionRows } from "./in-memory-session-rows";
import { createInMemorySessions } from "./in-memory-sessions";
import { createInMemorySignInThrottle } from "./in-memory-sign-in-throttle";
import { createInMemoryUsers } from "./in-memory-users";

/** What `makeAccountPorts` makes. */
export type InMemoryAccountPorts = ReturnType<typeof makeAccountPorts>;

/** Fresh, empty ports of accounts, beside the given ones. */
export function makeAccountPorts(kernel = makeKernelPorts()) {
  const rows: SessionRows = new Map();
  const users = createInMemoryUsers(rows);
  return {
    ...kernel,
    apiKeys: createInMemoryApiKeys(),
    users,
    sessions: createInMemorySessions(users, rows),
    secondFactors: createInMemorySecondFactors(({ userId, sessionId, at }) => {
      endRows(rows, userId, { allBut: sessionId }, { at, because: "second-factor-added" });
      const row = rows.get(sessionId);
      if (row) rows.set(sessionId, { ...row, secondFactorAt: at });
    }),
    oneTimeCodes: createInMemoryOneTimeCodes(),
    secretBox: createInMemorySecretBox(),
    secondFactorPolicy: "nobody" as SecondFactorPolicy,
    passwordHasher: createInMemoryPasswordHasher(),
    signInThrottle: createInMemorySignInThrottle(kernel.clock),
  };
}
