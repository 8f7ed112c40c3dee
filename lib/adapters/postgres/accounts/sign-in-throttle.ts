import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { SignInSource, SignInThrottle } from "@/lib/accounts/ports/users";
import { SIGN_IN_LIMITS, type SignInLimit } from "@/lib/accounts/rules/sign-in-limits";
import { withDatabase } from "../core/database-errors";

/**
 * Tries to sign in, counted in PostgreSQL. A try that succeeds is given back to its account and its address, for neither
 * many people behind one address nor one who signs in often is an attack.
 */
export function createSignInThrottle(pool: pg.Pool): SignInThrottle {
  const [accountFromAddress, address, account] = [
    createLimiter(pool, "account-from-address", SIGN_IN_LIMITS.accountFromAddress),
    createLimiter(pool, "address", SIGN_IN_LIMITS.address),
    createLimiter(pool, "account", SIGN_IN_LIMITS.account),
  ];
  return {
    countTry: async (source) => {
      const keys = keysOf(source);
      // Looked at before anything is written: an address that is refused cannot fill the table with names.
      const waiting = await withDatabase(() => address.get(keys.address));
      if (waiting && waiting.consumedPoints > address.points) return secondsOf(waiting);
      return (
        (await consume(accountFromAddress, keys.accountFromAddress)) ??
        (await consume(address, keys.address)) ??
        (await consume(account, keys.account))
      );
    },
    forgive: async (source) => {
      const keys = keysOf(source);
      await withDatabase(async () => {
        await accountFromAddress.delete(keys.accountFromAddress);
        await address.reward(keys.address);
        await account.reward(keys.account);
      });
    },
  };
}

/** Its timer removes, every five minutes, what expired an hour ago; it keeps no process alive. */
function createLimiter(pool: pg.Pool, keyPrefix: string, { triesMax, windowSeconds }: SignInLimit) {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: "pool",
    tableName: "sign_in_throttle",
    tableCreated: true,
    // One of the three is enough, for they share the table.
    clearExpiredByTimeout: keyPrefix === "address",
    keyPrefix,
    points: triesMax,
    duration: windowSeconds,
    blockDuration: windowSeconds,
  });
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<number | null> {
  const refusal = await withDatabase(async () => {
    try {
      await limiter.consume(key);
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    }
  });
  return refusal && secondsOf(refusal);
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Hashed, so that what people type where an email belongs, a password now and then, is not kept in plain text. */
function keysOf({ email, address }: SignInSource) {
  return {
    accountFromAddress: hash(`${address}\n${email}`),
    address: hash(address),
    account: hash(email),
  };
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
