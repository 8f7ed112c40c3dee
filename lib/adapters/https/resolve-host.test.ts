import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import { sharing } from "./resolve-host";

const LOCAL: readonly LookupAddress[] = [{ address: "127.0.0.1", family: 4 }];

/** Creates a resolver that answers when the test calls `answerAll`. */
function slowDns() {
  const lookups: string[] = [];
  const answers: ((addresses: readonly LookupAddress[]) => void)[] = [];
  const resolve = sharing((hostname) => {
    lookups.push(hostname);
    return new Promise((answer) => answers.push(answer));
  });
  const answerAll = () => {
    for (const answer of answers.splice(0)) answer(LOCAL);
  };
  return { lookups, resolve, answerAll };
}

test("concurrent lookups of the same name share one result; lookups of other names and later lookups do not", async () => {
  const dns = slowDns();
  const first = [dns.resolve("a.example"), dns.resolve("a.example"), dns.resolve("b.example")];
  dns.answerAll();
  expect(await Promise.all(first)).toEqual([LOCAL, LOCAL, LOCAL]);
  expect(dns.lookups).toEqual(["a.example", "b.example"]);
  const later = dns.resolve("a.example");
  dns.answerAll();
  await later;
  expect(dns.lookups).toEqual(["a.example", "b.example", "a.example"]);
});

test("a failed lookup is retried", async () => {
  let times = 0;
  const resolve = sharing(() => {
    times += 1;
    return times === 1 ? Promise.reject(new Error("ENOTFOUND")) : Promise.resolve(LOCAL);
  });
  await expect(resolve("a.example")).rejects.toThrow("ENOTFOUND");
  expect(await resolve("a.example")).toEqual(LOCAL);
});
