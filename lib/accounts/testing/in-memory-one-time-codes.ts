import type { OneTimeCodes } from "../access-ports";
import { CODE_DIGITS, CODE_SECONDS, CODE_STEPS_AROUND } from "../rules/second-factor";

/** One-time codes that a test can compute. */
export interface InMemoryOneTimeCodes extends OneTimeCodes {
  /** Returns the code that an app with this secret shows at that time. */
  codeAt(secret: string, at: Date): string;
}

/** Creates an implementation whose secrets are `SECRET1`, `SECRET2` and so on. */
export function createInMemoryOneTimeCodes(): InMemoryOneTimeCodes {
  let count = 0;
  const stepAt = (at: Date) => Math.floor(at.getTime() / 1000 / CODE_SECONDS);
  const codeOf = (secret: string, step: number) =>
    String((step * 7 + Number(secret.slice("SECRET".length)) * 1000) % 10 ** CODE_DIGITS).padStart(
      CODE_DIGITS,
      "0",
    );
  return {
    newSecret: () => {
      count += 1;
      return `SECRET${count}`;
    },
    setUpAddress: (secret, account) => `otpauth://totp/${account}?secret=${secret}`,
    stepOf: (secret, code, at) => {
      for (let away = -CODE_STEPS_AROUND; away <= CODE_STEPS_AROUND; away += 1) {
        if (codeOf(secret, stepAt(at) + away) === code) return stepAt(at) + away;
      }
      return null;
    },
    codeAt: (secret, at) => codeOf(secret, stepAt(at)),
  };
}
