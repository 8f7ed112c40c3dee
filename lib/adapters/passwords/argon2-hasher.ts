import { hash, verify } from "@node-rs/argon2";
import type { PasswordHasher } from "@/lib/accounts/ports/users";
import { normalisePassword } from "@/lib/accounts/rules/password";
import { DomainError } from "@/lib/kernel/rules/errors";
import { limitAtOnce } from "@/lib/kernel/rules/limit-at-once";

/** More than OWASP recommends (argon2id, the library's default algorithm): about 0.1 s of one core per password. */
const PARAMETERS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/**
 * At most three times 64 MiB, and three of the four threads that file access and DNS also need. A flood of strangers gets
 * two.
 */
const AT_ONCE_MAX = { stranger: 2, known: 1 };

/** Five to ten seconds of work: a flood from many addresses uses no more memory, and nobody waits forever. */
const WAITING_MAX = 100;
const RETRY_AFTER_SECONDS = 5;

/** A hash that matches no password, with the same parameters. It stands in for accounts that do not exist. */
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
