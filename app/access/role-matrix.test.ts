import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { includesRole, ROLES, type Role } from "@/lib/kernel/rules/actor";
import { PAGES } from "../pages";
import { prepareApi } from "../testing/api.fixture";
import { CALL_ROLES, ROUTES_WITHOUT_ROLE } from "../testing/role-table.fixture";
import { signInForTest } from "../testing/signed-in.fixture";

type Handler = (request: Request, route: { params: Promise<object> }) => Promise<Response>;

const TABLE = "app/testing/role-table.fixture.ts";
const UNKNOWN = "019cbc00-0000-7000-8000-0000000000c1";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const api = prepareApi();

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
const foldersWith = (folder: string, name: string) =>
  filesBelow(folder)
    .filter((file) => file === name || file.endsWith(`/${name}`))
    .map((file) => file.slice(0, -name.length - 1));

const cockpitRoutes = foldersWith("app/api/cockpit", "route.ts");
const externalRoutes = foldersWith("app/external-api", "route.ts");

/** Calls a route's own handler directly, without Next. */
async function call(route: string, method: string, headers: Record<string, string>) {
  const handlers: Record<string, Handler> = await import(resolve("app", route, "route.ts"));
  const handler = handlers[method];
  if (!handler) throw new Error(`app/${route}/route.ts exports no ${method}`);
  const hasBody = method !== "GET" && method !== "OPTIONS";
  const request = new Request(`http://127.0.0.1:3000/${route.replaceAll(/\[\w+\]/g, UNKNOWN)}`, {
    method,
    headers: { ...headers, ...(hasBody ? { "content-type": "application/json" } : {}) },
    ...(hasBody ? { body: "{}" } : {}),
  });
  const names = [...route.matchAll(/\[(\w+)\]/g)].map(([, name]) => [name, UNKNOWN]);
  return handler(request, { params: Promise.resolve(Object.fromEntries(names)) });
}

/** Returns the methods that a route supports, as reported by the route itself. */
async function methodsOf(route: string): Promise<string[]> {
  const { headers } = await call(route, "OPTIONS", {});
  const offered = (headers.get("allow") ?? "").split(", ");
  return METHODS.filter((method) => offered.includes(method));
}

/** Returns the differences between the code and the table, as sentences that say what to do. */
const differences = (found: readonly string[], table: object, name: string) => [
  ...found
    .filter((each) => !(each in table))
    .map((each) => `${each} has no role: add it to ${name} in ${TABLE}.`),
  ...Object.keys(table)
    .filter((each) => !found.includes(each))
    .map((each) => `${each} does not exist: remove it from ${name} in ${TABLE}.`),
];

describe("the role tables are complete", () => {
  test("for every call of the cockpit", async () => {
    const calls = await Promise.all(
      cockpitRoutes.map(async (route) =>
        (await methodsOf(`api/cockpit/${route}`)).map((method) => `${method} /${route}`),
      ),
    );
    expect(differences(calls.flat(), CALL_ROLES, "CALL_ROLES")).toEqual([]);
  });

  test("for every other route", () => {
    const others = foldersWith("app", "route.ts").filter(
      (route) => !/^(api\/cockpit|external-api)(\/|$)/.test(route),
    );
    expect(differences(others, ROUTES_WITHOUT_ROLE, "ROUTES_WITHOUT_ROLE")).toEqual([]);
  });

  test("for every page", () => {
    const paths = foldersWith("app", "page.tsx").map(addressOf);
    expect(paths.toSorted()).toEqual(Object.keys(PAGES).toSorted());
  });

  test("there are no server actions, which would also need a table", () => {
    const actions = ["app", "components"].flatMap((folder) =>
      filesBelow(folder)
        .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
        .filter((file) =>
          /^\s*["']use server["']/m.test(readFileSync(`${folder}/${file}`, "utf8")),
        ),
    );
    expect(actions).toEqual([]);
  });
});

/** Folders in parentheses are route groups, which are not part of the URL. */
const addressOf = (folder: string) =>
  `/${folder
    .split("/")
    .filter((part) => !part.startsWith("("))
    .join("/")}`;

describe("every page checks the user's role itself", () => {
  test.each(foldersWith("app", "page.tsx"))("%s", (folder) => {
    const source = readFileSync(`app/${folder}/page.tsx`, "utf8");
    const required = [...source.matchAll(/\brequirePage\("([^"]+)"/g)].map(([, page]) => page);
    const path = addressOf(folder);
    const { role } = Object.entries(PAGES).find(([page]) => page === path)?.[1] ?? {};
    expect(required).toEqual(role ? [path] : []);
  });
});

describe.each(Object.entries(CALL_ROLES))("%s needs the role %s", (name, needed) => {
  const [method = "", path = ""] = name.split(" ");
  const ask = async (headers: Record<string, string>) => {
    const answer = await call(`api/cockpit${path}`, method, headers);
    const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
    const code = isStream
      ? await answer.body?.cancel()
      : /"code":"([a-z-]+)"/.exec(await answer.text())?.[1];
    return { status: answer.status, code };
  };

  test.each(ROLES)("checks a call by a %s", async (role) => {
    const answer = await ask((await signInForTest(api.container, role)).headers);
    if (includesRole(role, needed)) expect([401, 403, 405, 500, 503]).not.toContain(answer.status);
    else expect(answer).toEqual({ status: 403, code: "missing-role" });
  });

  test("rejects calls without a session, including one with an API key", async () => {
    const nobody = { status: 401, code: "sign-in-required" };
    expect(await ask({})).toEqual(nobody);
    expect(await ask({ authorization: `Bearer ${api.key}` })).toEqual(nobody);
  });

  test.runIf(needed !== "reader")("rejects a session of a user who has lost the role", async () => {
    const { user, headers } = await signInForTest(api.container, needed);
    expect((await ask(headers)).status).not.toBe(403);
    await demote(user.id);
    expect([401, 403]).toContain((await ask(headers)).status);
  });
});

const demote = (id: string) =>
  api.container.database.pool.query("UPDATE app_user SET role = 'reader' WHERE id = $1", [id]);

describe("the external API does not accept sessions", () => {
  let cookie = "";
  beforeAll(async () => {
    ({ cookie } = (await signInForTest(api.container, "administrator")).headers);
  });

  test.each(externalRoutes.filter((route) => route && route !== "[...path]"))(
    "%s",
    async (route) => {
      for (const method of await methodsOf(`external-api/${route}`)) {
        const { status } = await call(`external-api/${route}`, method, { cookie });
        expect(status, method).toBe(route === "openapi.json" ? 200 : 401);
      }
    },
  );
});

test("every role is required by at least one call", () => {
  const needed = new Set<Role>(Object.values(CALL_ROLES));
  expect(ROLES.filter((role) => !needed.has(role))).toEqual([]);
});
