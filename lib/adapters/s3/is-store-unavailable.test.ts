import { expect, test } from "vitest";
import { isStoreUnavailable } from "./is-store-unavailable";

const failure = (code: string) => Object.assign(new Error(code), { code });

test.each(["EMFILE", "ENFILE", "ENOBUFS", "EADDRNOTAVAIL", "ENOTFOUND"])(
  "%s is a temporary error, so the store is unavailable",
  (code) => {
    expect(isStoreUnavailable(failure(code))).toBe(true);
  },
);

test.each(["CERT_HAS_EXPIRED", "ERR_INVALID_URL", "ENOENT"])("%s is a permanent error", (code) => {
  expect(isStoreUnavailable(failure(code))).toBe(false);
});
