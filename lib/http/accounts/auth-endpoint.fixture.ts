import { createUser } from "@/lib/accounts/use-cases/new-users";
import { withApi } from "../core/create-endpoints";
import { makeApiContext } from "../testing/api-context.fixture";
import type { InMemoryPorts } from "../testing/in-memory-ports";
import { authEndpoint } from "./auth-endpoint";

/** The email of the account that `arrangeAuth` creates. */
export const EMAIL = "ada@example.com";
/** Its password. */
export const PASSWORD = "correct horse battery";
/** The origin under which browsers use the endpoint. */
export const ORIGIN = "https://stagedoor.example.com";

/**
 * Creates the endpoint behind a proxy that terminates TLS and calls us under a host name that differs from the public
 * one.
 */
export async function arrangeAuth(
  change: (ports: InMemoryPorts) => Partial<InMemoryPorts> = () => ({}),
  limits: Parameters<typeof makeApiContext>[0] = {},
) {
  const api = makeApiContext({ trustedProxyHops: 1, ...limits });
  await createUser(api.ports, {
    email: EMAIL,
    name: "Ada",
    role: "administrator",
    password: PASSWORD,
  });
  const context = { ...api, ports: { ...api.ports, ...change(api.ports) } };
  const route = withApi(() => context, {
    GET: authEndpoint("GET", () => context.session),
    POST: authEndpoint("POST", () => context.session),
  });
  const send = (method: "GET" | "POST" | "HEAD", action: string, init: RequestInit = {}) =>
    route[method](new Request(`http://10.0.0.7:3000/api/auth/${action}`, { method, ...init }), {
      params: Promise.resolve({}),
    });
  const signIn = async (
    password = PASSWORD,
    headers: Record<string, string> = {},
    more: Record<string, string> = {},
  ) => {
    const csrf = await send("GET", "csrf");
    const [cookie = ""] = csrf.headers.getSetCookie();
    const { csrfToken } = await csrf.json();
    const form = { email: EMAIL, password, csrfToken, json: "true" };
    const cookies = [cookie.split(";")[0], headers.cookie ?? ""].join("; ");
    return send("POST", "callback/credentials", {
      body: new URLSearchParams({ ...form, ...more }),
      headers: { host: "10.0.0.7:3000", ...headers, cookie: cookies },
    });
  };
  return { context, send, signIn };
}
