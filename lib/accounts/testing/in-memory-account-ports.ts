import { makeKernelPorts } from "@/lib/kernel/testing/in-memory-kernel-ports";
import { createInMemoryActorNames } from "./in-memory-actor-names";
import { createInMemoryApiKeys } from "./in-memory-api-keys";
import { createInMemoryPasswordHasher } from "./in-memory-password-hasher";
import { createInMemorySignInThrottle } from "./in-memory-sign-in-throttle";
import { createInMemoryUsers } from "./in-memory-users";

/** What `makeAccountPorts` makes. */
export type InMemoryAccountPorts = ReturnType<typeof makeAccountPorts>;

/** Fresh, empty ports of accounts, beside the given ones. */
export const makeAccountPorts = (kernel = makeKernelPorts()) => ({
  ...kernel,
  apiKeys: createInMemoryApiKeys(),
  users: createInMemoryUsers(),
  actorNames: createInMemoryActorNames(),
  passwordHasher: createInMemoryPasswordHasher(),
  signInThrottle: createInMemorySignInThrottle(kernel.clock),
});
