const CHARACTERS_MAX = 254;

/** The address grammar of HTML, which has no quoted names, comments or trailing dots: one spelling for each mailbox. */
const CANONICAL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;

/** KELVIN SIGN is the only other character whose lower case is an ASCII letter, so that letter case alone would fold it. */
const WITHOUT_KELVIN_SIGN = /[^\u212a]+/gu;

/** Returns the form in which an email is stored and looked up. No character outside ASCII becomes an ASCII letter. */
export function normaliseEmail(email: string): string {
  return email.trim().replace(WITHOUT_KELVIN_SIGN, (text) => text.toLowerCase());
}

/**
 * Returns why no account can have this email in its normal form, or null if one may. Older accounts may have emails outside
 * ASCII, which `newEmailProblem` refuses.
 */
export function emailProblem(email: string): string | null {
  if (email.length > CHARACTERS_MAX) return `must have at most ${CHARACTERS_MAX} characters`;
  // \p{C} includes invisible characters and lone surrogates.
  if (/[\s\p{C}]/u.test(email)) return "must not contain spaces or invisible characters";
  return /^[^@]+@[^@]+$/.test(email) ? null : "must be of the form name@example.com";
}

/**
 * Returns what is wrong with the email of a new account in its normal form, or null if it is accepted. It does not check
 * whether the mailbox exists.
 */
export function newEmailProblem(email: string): string | null {
  const problem = emailProblem(email);
  if (problem !== null) return problem;
  if (/\P{ASCII}/u.test(email))
    return "must contain only ASCII characters; write a domain such as köln.example as xn--kln-sna.example";
  return CANONICAL.test(email) ? null : "must be of the form name@example.com";
}

/**
 * Returns the key that no two accounts share: for a new account, its email. Older emails that differ only in how Unicode
 * writes the same characters have the same key.
 */
export const emailKey = (email: string): string =>
  normaliseEmail(email.normalize("NFKC")).normalize("NFKC");

/**
 * Returns the key of an email that somebody else vouches for. Returns null unless the email is already written in the one
 * form of its key, apart from capital letters, because whoever can choose a lookalike must not get another's account.
 */
export function vouchedEmailKey(email: string): string | null {
  const normalised = normaliseEmail(email);
  return emailProblem(normalised) === null && normalised === emailKey(normalised)
    ? normalised
    : null;
}

/** The email of an account, and its key; null if the account has none yet. */
export interface KeyedEmail {
  readonly id: string;
  readonly email: string;
  readonly key: string | null;
}

/**
 * Decides the keys of accounts that have none: the key of an email, unless the key belongs to several accounts.
 * @returns the keys by account id, and the groups of emails that have the same key
 */
export function decideEmailKeys<Account extends KeyedEmail>(
  accounts: readonly Account[],
): {
  readonly keys: ReadonlyMap<string, string>;
  readonly collisions: readonly (readonly Account[])[];
} {
  const groups = new Map<string, Account[]>();
  for (const account of accounts) {
    const key = account.key ?? emailKey(account.email);
    groups.set(key, [...(groups.get(key) ?? []), account]);
  }
  const keys = new Map<string, string>();
  for (const [key, [first, ...others]] of groups) {
    if (first?.key === null && others.length === 0) keys.set(first.id, key);
  }
  return { keys, collisions: [...groups.values()].filter(({ length }) => length > 1) };
}
