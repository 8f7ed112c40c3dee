import { parseOptions } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { describePasswordHasherContract } from "@/lib/accounts/testing/password-hasher.contract";
import { createArgon2Hasher, NOBODY } from "./argon2-hasher";

describePasswordHasherContract("passwords as argon2id", createArgon2Hasher);

test("verifying a password costs the same for an unknown account, because both hashes have the same parameters", async () => {
  const real = parseOptions(await createArgon2Hasher().hash("correct horse battery"));
  expect(parseOptions(NOBODY)).toEqual(real);
});

test("the parameters are argon2id with 64 MiB and three passes", async () => {
  const hash = await createArgon2Hasher().hash("correct horse battery");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
});

test("twelve concurrent verifications each get their own result", async () => {
  const hasher = createArgon2Hasher();
  const hash = await hasher.hash("correct horse battery");
  const passwords = Array.from({ length: 12 }, (_, n) =>
    n % 3 === 0 ? "correct horse battery" : `wrong ${n}`,
  );
  const verify = (password: string) =>
    hasher.inTurn("stranger", () => hasher.verify(password, hash));
  const answers = await Promise.all(passwords.map(verify));
  expect(answers).toEqual(passwords.map((password) => !password.startsWith("wrong")));
});

test("a failed verification does not hold up the verifications that are waiting behind it", async () => {
  const hasher = createArgon2Hasher();
  const verify = (hash: string | null) =>
    hasher.inTurn("stranger", () => hasher.verify("password", hash));
  const results = await Promise.allSettled(["x", "y", "z"].map(verify));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await verify(null)).toBe(false);
});

test("while the strangers' queue is full, a known browser still gets its turn", async () => {
  const hasher = createArgon2Hasher();
  let endFlood = () => {};
  const flood = new Promise<void>((resolve) => {
    endFlood = resolve;
  });
  const strangers = Array.from({ length: 102 }, () => hasher.inTurn("stranger", () => flood));
  const work = async () => "done";
  await expect(hasher.inTurn("stranger", work)).rejects.toMatchObject({ code: "rate-limited" });
  expect(await hasher.inTurn("known", work)).toBe("done");
  endFlood();
  await Promise.all(strangers);
});
