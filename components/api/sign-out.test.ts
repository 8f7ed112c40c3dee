import { expect, test } from "vitest";
import { createSignOut } from "./sign-out";

/** Creates a sign-out against a server that responds to the last step with `answer`. */
function arrange(answer: () => Response) {
  const requests: string[] = [];
  const signOut = createSignOut(async (path, init) => {
    requests.push(`${init?.method ?? "GET"} ${path} ${init?.body ?? ""}`.trim());
    return path === "/api/auth/csrf" ? Response.json({ csrfToken: "t" }) : answer();
  });
  return { signOut, requests };
}

test("signing out sends the CSRF token", async () => {
  const { signOut, requests } = arrange(() => Response.json({ url: "/" }));
  await signOut();
  expect(requests).toEqual(["GET /api/auth/csrf", "POST /api/auth/signout csrfToken=t&json=true"]);
});

test.each([503, 500, 403])(
  "signing out fails if the server responds with %i, because the session is still active",
  async (status) => {
    const { signOut } = arrange(() => Response.json({ code: "x" }, { status }));
    await expect(signOut()).rejects.toThrow(String(status));
  },
);
