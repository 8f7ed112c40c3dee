import type { PasswordHasher } from "../ports";

/** A hasher that does no real work but records the passwords that it verifies. */
export interface InMemoryPasswordHasher extends PasswordHasher {
  /**
   * Returns the arguments of the `verify` calls since the last call of this method; a null hash stands for an account
   * that does not exist.
   */
  takeVerified(): readonly { readonly password: string; readonly hash: string | null }[];
}

/** Creates a hasher whose hashes contain the password in plain text. For tests only. */
export function createInMemoryPasswordHasher(): InMemoryPasswordHasher {
  let hashCount = 0;
  const verified: { password: string; hash: string | null }[] = [];
  return {
    hash: async (password) => {
      hashCount += 1;
      return `${hashCount} ${password.normalize("NFKC")}`;
    },
    verify: async (password, hash) => {
      verified.push({ password, hash });
      return hash !== null && hash.slice(hash.indexOf(" ") + 1) === password.normalize("NFKC");
    },
    inTurn: (_who, work) => work(),
    takeVerified: () => verified.splice(0),
  };
}
