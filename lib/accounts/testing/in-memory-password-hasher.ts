import type { PasswordHasher } from "../ports/users";

/** A hasher that does no work and counts what it would have done. */
export interface InMemoryPasswordHasher extends PasswordHasher {
  /** What `verify` was asked since the last call of this; a hash of null stands for an account that does not exist. */
  takeVerified(): readonly { readonly password: string; readonly hash: string | null }[];
}

/** Makes a hasher whose hashes can be read: for tests only. */
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
