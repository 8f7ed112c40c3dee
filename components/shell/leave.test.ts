import { expect, test } from "vitest";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { createLeave, createSignOut } from "./leave";

/** Creates `leave` with the given outcomes for sending pending decisions and for signing out. */
function arrange({ isFlushed = true, signOut = async () => {} } = {}) {
  const steps: string[] = [];
  const leave = createLeave({
    flushAll: async () => {
      steps.push("begins to send");
      await Promise.resolve();
      steps.push("sent");
      return isFlushed;
    },
    signOut: async () => {
      steps.push("signs out");
      await signOut();
    },
    tellSignedOut: () => void steps.push("tells the tabs"),
    goTo: (path) => void steps.push(path),
  });
  const said: string[] = [];
  const toasts = {
    failed: (title: string, detail?: string) => void said.push(title, detail ?? ""),
  };
  return { leave: () => leave(toasts), steps, said };
}

test("signing out sends pending decisions before the session ends", async () => {
  const { leave, steps, said } = arrange();
  await leave();
  expect(steps).toEqual([
    "begins to send",
    "sent",
    "signs out",
    "tells the tabs",
    "/login?after=signed-out",
  ]);
  expect(said).toEqual([]);
});

test("signing out keeps the session and says so if a decision could not be sent", async () => {
  const { leave, steps, said } = arrange({ isFlushed: false });
  await leave();
  expect(steps).toEqual(["begins to send", "sent"]);
  expect(said).toEqual([SHELL_TEXTS.notSignedOut, SHELL_TEXTS.decisionNotSent]);
});

test("a failed sign-out says that the user is still signed in", async () => {
  const { leave, steps, said } = arrange({ signOut: () => Promise.reject(new Error("503")) });
  await leave();
  expect(steps.at(-1)).toBe("signs out");
  expect(said[0]).toBe(SHELL_TEXTS.notSignedOut);
});

/** Creates a sign-out against a server that responds to the last step with `answer`. */
function arrangeSignOut(answer: () => Response) {
  const requests: string[] = [];
  const signOut = createSignOut(async (path, init) => {
    requests.push(`${init?.method ?? "GET"} ${path} ${init?.body ?? ""}`.trim());
    return path === "/api/auth/csrf" ? Response.json({ csrfToken: "t" }) : answer();
  });
  return { signOut, requests };
}

test("signing out sends the CSRF token", async () => {
  const { signOut, requests } = arrangeSignOut(() => Response.json({ url: "/" }));
  await signOut();
  expect(requests).toEqual(["GET /api/auth/csrf", "POST /api/auth/signout csrfToken=t&json=true"]);
});

test.each([503, 500, 403])(
  "signing out fails if the server responds with %i, because the session is still active",
  async (status) => {
    const { signOut } = arrangeSignOut(() => Response.json({ code: "x" }, { status }));
    await expect(signOut()).rejects.toThrow(String(status));
  },
);
