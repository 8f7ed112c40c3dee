import { z } from "zod";
import { DomainError, type ErrorCode } from "@/lib/kernel/rules/errors";
import { withApi } from "../core/create-endpoints";
import { type ApiAnswer, endpoint } from "../core/endpoint";
import { makeApiContext, storeApiKey } from "./api-context.fixture";

/** The URL that the tests call. Its query must not appear in logs. */
export const URL_OF_CALL = "https://stagedoor.example.com/external-api/things?limit=5";
/** Every method for which a route can export a handler. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Creates a path with GET and PUT, a new context, and a key that may call GET. */
export async function makePath(
  handle: () => Promise<ApiAnswer> = async () => ({ status: 200, body: {} }),
) {
  const context = makeApiContext();
  const { key, authorization } = await storeApiKey(context.ports, ["documents:read"]);
  const routes = withApi(() => context, {
    GET: endpoint({ scope: "documents:read", handle }),
    PUT: endpoint({ scope: "documents:write", body: z.strictObject({}), handle }),
  });
  const call = (
    method: (typeof METHODS)[number],
    headers: Record<string, string> = { authorization },
  ) =>
    routes[method](new Request(URL_OF_CALL, { method, headers }), {
      params: Promise.resolve({ uuid: "u" }),
    });
  return { context, key, authorization, call };
}

/** Creates a path whose handlers fail with an expected error. */
export const makeFailingPath = (code: ErrorCode, cause?: unknown) =>
  makePath(async () => {
    throw new DomainError(code, "Do this next.", { cause });
  });
