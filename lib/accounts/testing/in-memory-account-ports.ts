import { makeKernelPorts } from "@/lib/kernel/testing/in-memory-kernel-ports";
import { createInMemoryApiKeys } from "./in-memory-api-keys";
import { createInMemoryPasswordHasher } from "./in-memory-password-hasher";
import type { SessionRows } from "./in-memory-session-rows";
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
    passwordHasher: createInMemoryPasswordHasher(),
    signInThrottle: createInMemorySignInThrottle(kernel.clock),
  };
}
