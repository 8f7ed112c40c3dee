import type { Logger } from "pino";
import { createArgon2Hasher } from "@/lib/adapters/passwords/argon2-hasher";
import { createActorNames } from "@/lib/adapters/postgres/accounts/actor-names";
import { createApiKeyRepository } from "@/lib/adapters/postgres/accounts/api-key-repository";
import { createSessionRepository } from "@/lib/adapters/postgres/accounts/session-repository";
import { createAuditChain } from "@/lib/adapters/postgres/accounts/audit-chain-repository";
import { createAuditLog } from "@/lib/adapters/postgres/accounts/audit-log";
import { createPasswordLinks } from "@/lib/adapters/postgres/accounts/password-links";
import { createSignInThrottle } from "@/lib/adapters/postgres/accounts/sign-in-throttle";
import { createUserDirectory } from "@/lib/adapters/postgres/accounts/user-directory";
import { createUserRepository } from "@/lib/adapters/postgres/accounts/user-repository";
import type { Database } from "@/lib/adapters/postgres/core/database";
import { createAuditSeals } from "@/lib/adapters/secrets/audit-seals";
import { systemClock } from "@/lib/adapters/system/system";

/** What the use cases of accounts need from outside: people, keys, and what each of them does. Part of the composition root. */
export const createAccountPorts = ({
  database,
  logger,
  encryptionKey,
}: {
  readonly database: Database;
  readonly logger: Logger;
  /** 32 bytes. */
  readonly encryptionKey: Buffer;
}) => ({
  apiKeys: createApiKeyRepository(database),
  users: createUserRepository(database),
  sessions: createSessionRepository(database.pool),
  auditChain: createAuditChain(database.pool),
  auditLog: createAuditLog(database.pool),
  auditSeals: createAuditSeals(encryptionKey),
  userDirectory: createUserDirectory(database.pool),
  passwordLinks: createPasswordLinks(database.pool),
  actorNames: createActorNames(database.pool),
  passwordHasher: createArgon2Hasher(),
  signInThrottle: createSignInThrottle(database.pool, systemClock, (err) =>
    logger.warn({ err }, "expired sign-in counters could not be removed"),
  ),
});
