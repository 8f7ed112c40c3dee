import type { Logger } from "pino";
import { createArgon2Hasher } from "@/lib/adapters/passwords/argon2-hasher";
import { createActorNames } from "@/lib/adapters/postgres/accounts/actor-names";
import { createApiKeyRepository } from "@/lib/adapters/postgres/accounts/api-key-repository";
import { createSignInThrottle } from "@/lib/adapters/postgres/accounts/sign-in-throttle";
import { createUserRepository } from "@/lib/adapters/postgres/accounts/user-repository";
import type { Database } from "@/lib/adapters/postgres/core/database";
import { systemClock } from "@/lib/adapters/system/system";

/** What the use cases of accounts need from outside: people, keys, and what each of them does. Part of the composition root. */
export const createAccountPorts = ({
  database,
  logger,
}: {
  readonly database: Database;
  readonly logger: Logger;
}) => ({
  apiKeys: createApiKeyRepository(database),
  users: createUserRepository(database),
  actorNames: createActorNames(database.pool),
  passwordHasher: createArgon2Hasher(),
  signInThrottle: createSignInThrottle(database.pool, systemClock, (err) =>
    logger.warn({ err }, "expired sign-in counters could not be removed"),
  ),
});
