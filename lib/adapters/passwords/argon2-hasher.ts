import { hash, verify } from "@node-rs/argon2";
import type { PasswordHasher } from "@/lib/accounts/ports/users";
import { normalisePassword } from "@/lib/accounts/rules/password";
import { DomainError } from "@/lib/kernel/rules/errors";
import { limitAtOnce } from "@/lib/kernel/rules/limit-at-once";

/** More than OWASP asks for (argon2id, the library's default algorithm): about 0.1 s of one core for each password. */
const PARAMETERS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** A flood of passwords takes at most twice 64 MiB, and two of the four threads that files and DNS need too. */
const AT_ONCE_MAX = 2;

/** Some 5 s of work: who floods from many addresses takes no more memory, and nobody waits for ever. */
const WAITING_MAX = 100;
const RETRY_AFTER_SECONDS = 5;

/** The hash of no password, with the same parameters: stands for accounts that do not exist. */
export const NOBODY = `$argon2id$v=19$m=65536,t=3,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Passwords as argon2id; the same characters are the same password on every keyboard (NFKC).
 * Both throw DomainError `rate-limited` when too many wait for their turn.
 */
export function createArgon2Hasher(): PasswordHasher {
  const inTurn = limitAtOnce(AT_ONCE_MAX, WAITING_MAX, tooMany);
  return {
    hash: (password) => inTurn(() => hash(normalisePassword(password), PARAMETERS)),
    verify: async (password, stored) => {
      const isRight = await inTurn(() => verify(stored ?? NOBODY, normalisePassword(password)));
      return stored !== null && isRight;
    },
  };
}

const tooMany = () =>
  new DomainError(
    "rate-limited",
    `Too many people are signing in at the moment. Try again in ${RETRY_AFTER_SECONDS} s.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
