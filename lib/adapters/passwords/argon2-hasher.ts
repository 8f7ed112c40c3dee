import { hash, verify } from "@node-rs/argon2";
import type { PasswordHasher } from "@/lib/accounts/ports";
import { normalisePassword } from "@/lib/accounts/rules/password";
import { DomainError } from "@/lib/kernel/rules/errors";
import { limitAtOnce } from "@/lib/kernel/rules/limit-at-once";

/**
 * More than OWASP's minimum for argon2id, which is the library's default algorithm. Each password takes about 0.1 s of
 * one core.
 */
const PARAMETERS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/**
 * At most three verifications run at a time: 64 MiB each, on three of the four threads that file access and DNS need too.
 * Unknown browsers get two of them, so that a flood of sign-ins cannot delay known browsers.
 */
const AT_ONCE_MAX = { stranger: 2, known: 1 };

/** Verifying 100 passwords takes five to ten seconds. The limit keeps memory use and waiting times bounded in a flood. */
const WAITING_MAX = 100;
const RETRY_AFTER_SECONDS = 5;

/**
 * A hash that matches no password, with the same parameters. It is verified in place of the hash of an account that does
 * not exist.
 */
export const NOBODY = `$argon2id$v=19$m=65536,t=3,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Creates a password hasher that uses argon2id. Passwords are normalised (NFKC), so that every keyboard produces the same
 * password.
 */
export function createArgon2Hasher(): PasswordHasher {
  const queues = {
    stranger: limitAtOnce(AT_ONCE_MAX.stranger, WAITING_MAX, tooMany),
    known: limitAtOnce(AT_ONCE_MAX.known, WAITING_MAX, tooMany),
  };
  return {
    hash: (password) => hash(normalisePassword(password), PARAMETERS),
    verify: async (password, stored) => {
      const isRight = await verify(stored ?? NOBODY, normalisePassword(password));
      return stored !== null && isRight;
    },
    inTurn: (who, work) => queues[who](work),
  };
}

const tooMany = () =>
  new DomainError(
    "rate-limited",
    `Too many people are signing in at the moment. Try again in ${RETRY_AFTER_SECONDS} s.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
