import type { SecretBox } from "../ports";

/** Creates a box without encryption whose output shows its input: `sealed <n> <secret>`. */
export function createInMemorySecretBox(): SecretBox {
  let count = 0;
  return {
    seal: (secret) => {
      count += 1;
      return Buffer.from(`sealed ${count} ${secret}`);
    },
    open: (sealed) => {
      const [, secret] = /^sealed \d+ (.*)$/s.exec(sealed.toString()) ?? [];
      if (secret === undefined) throw new Error("not sealed by this box");
      return secret;
    },
  };
}
