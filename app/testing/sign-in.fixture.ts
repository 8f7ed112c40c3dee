import { createUser } from "@/lib/accounts/use-cases/new-users";
import type { Answer, ApiUnderTest } from "./api.fixture";

/** The password of every user that `makeUser` creates. */
export const PASSWORD = "correct horse battery";

/** A browser that keeps its cookies. */
export interface BrowserUnderTest {
  readonly cookies: Map<string, string>;
  /** Submits a form as next-auth's own client does, with the CSRF token. */
  post(action: string, form?: Record<string, string>): Promise<Answer>;
  signIn(email: string, password?: string): Promise<Answer>;
  call: ApiUnderTest["call"];
}

/** Opens a browser without cookies that sends these headers with each request. */
export function openBrowser(
  api: ApiUnderTest,
  headers: Record<string, string> = {},
): BrowserUnderTest {
  const cookies = new Map<string, string>();
  const call: ApiUnderTest["call"] = async (method, path, options = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { cookie, ...headers, ...options.headers };
    const answer = await api.call(method, path, { key: null, ...options, headers: all });
    keep(cookies, answer.headers.getSetCookie());
    return answer;
  };
  const post: BrowserUnderTest["post"] = async (action, form = {}) => {
    const { body } = await call("GET", "/api/auth/csrf");
    const { csrfToken } = body as { csrfToken: string };
    return call("POST", `/api/auth/${action}`, {
      body: new URLSearchParams({ csrfToken, json: "true", ...form }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  };
  return {
    cookies,
    call,
    post,
    signIn: (email, password = PASSWORD) => post("callback/credentials", { email, password }),
  };
}

/** Creates a new user. */
export async function makeUser({ container }: ApiUnderTest) {
  const email = `${container.ports.ids.uuid()}@example.com`;
  return (
    await createUser(container.ports, {
      email,
      name: "Test",
      role: "administrator",
      password: PASSWORD,
    })
  ).user;
}

function keep(cookies: Map<string, string>, setCookies: readonly string[]): void {
  for (const cookie of setCookies) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/; Max-Age=0(;|$)/.test(cookie)) cookies.delete(name);
    else cookies.set(name, value);
  }
}
