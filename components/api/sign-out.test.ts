import { expect, test } from "vitest";
import { createSignOut } from "./sign-out";

/** Signing out where the server answers the last step like this. */
function arrange(answer: () => Response) {
  const requests: string[] = [];
  const signOut = createSignOut(async (path, init) => {
    requests.push(`${init?.method ?? "GET"} ${path} ${init?.body ?? ""}`.trim());
    return path === "/api/auth/csrf" ? Response.json({ csrfToken: "t" }) : answer();
  });
  return { signOut, requests };
}

test("asks with the token against forged requests", async () => {
  const { signOut, requests } = arrange(() => Response.json({ url: "/" }));
  await signOut();
  expect(requests).toEqual(["GET /api/auth/csrf", "POST /api/auth/signout csrfToken=t&json=true"]);
});

test.each([503, 500, 403])("fails when the answer is %i: the session goes on", async (status) => {
  const { signOut } = arrange(() => Response.json({ code: "x" }, { status }));
  await expect(signOut()).rejects.toThrow(String(status));
});
