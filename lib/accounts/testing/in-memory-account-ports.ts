import { makeKernelPorts } from "@/lib/kernel/testing/in-memory-kernel-ports";
import { createInMemorySecretBox } from "@/lib/kernel/testing/in-memory-secret-box";
import type { SecondFactorPolicy } from "../rules/second-factor";
import { createInMemoryActorNames } from "./in-memory-actor-names";
import { createInMemoryApiKeys } from "./in-memory-api-keys";
import { createInMemoryExternalIdentities } from "./in-memory-external-identities";
import { createInMemoryOneTimeCodes } from "./in-memory-one-time-codes";
import { createInMemoryPasswordHasher } from "./in-memory-password-hasher";
import { createInMemoryPasswordLinks } from "./in-memory-password-links";
import { createPeople } from "./in-memory-people";
import { createInMemorySecondFactors } from "./in-memory-second-factors";
import { endRows } from "./in-memory-session-rows";
import { createInMemorySessions } from "./in-memory-sessions";
import { createInMemorySignInThrottle } from "./in-memory-sign-in-throttle";
import { createInMemoryUserDirectory } from "./in-memory-user-directory";
import { createInMemoryUsers } from "./in-memory-users";

/** The return type of `makeAccountPorts`. */
export type InMemoryAccountPorts = ReturnType<typeof makeAccountPorts>;

/**
 * Creates empty in-memory account ports on top of the given kernel ports; `auditNotes` holds the audit notes about users.
 */
export function makeAccountPorts(kernel = makeKernelPorts()) {
  const people = createPeople();
  const users = createInMemoryUsers(people);
  const secondFactors = createInMemorySecondFactors(({ userId, sessionId, at }) => {
    const ending = { at, because: "second-factor-added" } as const;
    endRows(people.sessions, userId, { allBut: sessionId }, ending);
    const row = people.sessions.get(sessionId);
    if (row) people.sessions.set(sessionId, { ...row, secondFactorAt: at });
  });
  return {
    ...kernel,
    apiKeys: createInMemoryApiKeys(),
    actorNames: createInMemoryActorNames(),
    users,
    sessions: createInMemorySessions(users, people.sessions, secondFactors.isConfirmed),
    userDirectory: createInMemoryUserDirectory(people, secondFactors),
    passwordLinks: createInMemoryPasswordLinks(people),
    secondFactors,
    externalIdentities: createInMemoryExternalIdentities(people),
    singleSignOn: null,
    oneTimeCodes: createInMemoryOneTimeCodes(),
    secretBox: createInMemorySecretBox(),
    secondFactorPolicy: "nobody" as SecondFactorPolicy,
    passwordHasher: createInMemoryPasswordHasher(),
    signInThrottle: createInMemorySignInThrottle(kernel.clock, people.auditNotes),
    auditNotes: people.auditNotes,
  };
}
