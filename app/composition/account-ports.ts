import type { Logger } from "pino";
import { createArgon2Hasher } from "@/lib/adapters/passwords/argon2-hasher";
import { createTotpCodes } from "@/lib/adapters/passwords/totp-codes";
import { createActorNames } from "@/lib/adapters/postgres/accounts/actor-names";
import { createApiKeyRepository } from "@/lib/adapters/postgres/accounts/api-key-repository";
import { createAuditChain } from "@/lib/adapters/postgres/accounts/audit-chain-repository";
import { createAuditLog } from "@/lib/adapters/postgres/accounts/audit-log";
import { createExternalIdentities } from "@/lib/adapters/postgres/accounts/external-identities";
import { createPasswordLinks } from "@/lib/adapters/postgres/accounts/password-links";
import { createSecondFactorRepository } from "@/lib/adapters/postgres/accounts/second-factor-repository";
import { createSessionRepository } from "@/lib/adapters/postgres/accounts/session-repository";
import { createSignInThrottle } from "@/lib/adapters/postgres/accounts/sign-in-throttle";
import { createUserDirectory } from "@/lib/adapters/postgres/accounts/user-directory";
import { createUserRepository } from "@/lib/adapters/postgres/accounts/user-repository";
import type { Database } from "@/lib/adapters/postgres/core/database";
import { createSealedHeads } from "@/lib/adapters/s3/sealed-heads";
import { createAuditSeals } from "@/lib/adapters/secrets/audit-seals";
import { systemClock } from "@/lib/adapters/system";
import type { PartSettings } from "@/lib/env/read-settings";

/** The ports of the account use cases. Part of the composition root. */
export const createAccountPorts = ({
  database,
  logger,
  settings,
}: {
  readonly database: Database;
  readonly logger: Logger;
  readonly settings: Pick<
    PartSettings,
    "encryptionKey" | "objectStore" | "secondFactorPolicy" | "singleSignOn"
  >;
}) => ({
  apiKeys: createApiKeyRepository(database),
  users: createUserRepository(database),
  sessions: createSessionRepository(database.pool),
  auditChain: createAuditChain(database.pool),
  auditLog: createAuditLog(database.pool),
  auditSeals: createAuditSeals(settings.encryptionKey),
  sealedHeads: createSealedHeads(settings.objectStore),
  userDirectory: createUserDirectory(database.pool),
  passwordLinks: createPasswordLinks(database.pool),
  actorNames: createActorNames(database.pool),
  passwordHasher: createArgon2Hasher(),
  secondFactors: createSecondFactorRepository(database.pool),
  oneTimeCodes: createTotpCodes(),
  secondFactorPolicy: settings.secondFactorPolicy,
  externalIdentities: createExternalIdentities(database),
  singleSignOn: settings.singleSignOn,
  signInThrottle: createSignInThrottle(database.pool, systemClock, (err) =>
    logger.warn({ err }, "expired sign-in counters could not be removed"),
  ),
});
