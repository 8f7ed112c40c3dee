import { makeKernelPorts } from "@/lib/kernel/testing/in-memory-kernel-ports";
import { createInMemoryActorNames } from "./in-memory-actor-names";
import { createInMemoryApiKeys } from "./in-memory-api-keys";
import { createInMemoryPasswordHasher } from "./in-memory-password-hasher";
import { createInMemoryPasswordLinks } from "./in-memory-password-links";
import { createPeople } from "./in-memory-people";
import { createInMemorySessions } from "./in-memory-sessions";
import { createInMemorySignInThrottle } from "./in-memory-sign-in-throttle";
import { createInMemoryUserDirectory } from "./in-memory-user-directory";
import { createInMemoryUsers } from "./in-memory-users";

/** What `makeAccountPorts` makes. */
export type InMemoryAccountPorts = ReturnType<typeof makeAccountPorts>;

/** Fresh, empty ports of accounts, beside the given ones; `auditNotes` is what the audit was told of people. */
export function makeAccountPorts(kernel = makeKernelPorts()) {
  const people = createPeople();
  const users = createInMemoryUsers(people);
  return {
    ...kernel,
    apiKeys: createInMemoryApiKeys(),
    actorNames: createInMemoryActorNames(),
    users,
    sessions: createInMemorySessions(users, people.sessions),
    userDirectory: createInMemoryUserDirectory(people),
    passwordLinks: createInMemoryPasswordLinks(people),
    passwordHasher: createInMemoryPasswordHasher(),
    signInThrottle: createInMemorySignInThrottle(kernel.clock, people.auditNotes),
    auditNotes: people.auditNotes,
  };
}
