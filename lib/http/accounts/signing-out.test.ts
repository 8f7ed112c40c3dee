import { expect, test } from "vitest";
import { DomainError } from "@/lib/kernel/rules/errors";
import { arrangeAuth, EMAIL } from "./auth-endpoint.fixture";

async function signedIn(change?: Parameters<typeof arrangeAuth>[0]) {
  const parts = await arrangeAuth(change);
  const session = (await parts.signIn()).headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const csrf = await parts.send("GET", "csrf");
  const cookie = `${csrf.headers.getSetCookie()[0]?.split(";")[0]}; ${session}`;
  const { csrfToken } = await csrf.json();
  const authenticate = () => parts.context.authenticateUser(new Headers({ cookie: session }));
  const signOut = (token: string = csrfToken) =>
    parts.send("POST", "signout", {
      body: new URLSearchParams({ csrfToken: token, json: "true" }),
      headers: { cookie },
    });
  return { ...parts, authenticate, signOut };
}

test("a sign-out also ends the session for anyone who has copied its cookie", async () => {
  const { authenticate, signOut } = await signedIn();
  await authenticate();
  const answer = await signOut();
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/Max-Age=0/)]);
  await expect(authenticate()).rejects.toMatchObject({ code: "sign-in-required" });
});

test("a sign-out without the CSRF token ends no session", async () => {
  const { authenticate, signOut } = await signedIn();
  await signOut("forged");
  await expect(authenticate()).resolves.toMatchObject({ email: EMAIL });
});

test("a sign-out that cannot be saved returns 503, and the browser keeps its cookie", async () => {
  const end = () => Promise.reject(new DomainError("database-unavailable", "It is not there."));
  const { authenticate, signOut } = await signedIn(({ sessions }) => ({
    sessions: { ...sessions, end },
  }));
  const answer = await signOut();
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []]);
  await authenticate();
});
