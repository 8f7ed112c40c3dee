import { isMachinePath } from "./machine-path.mjs";

/** A path that `app/api/[...path]/route.ts` handles. */
const NOWHERE = "/api/nothing";
/** The path that `app/api/pages/route.ts` handles. */
const PAGES = "/api/pages";

const ROUTED_MACHINE_PATH = /^\/(external-api|api)(\/|$)/;
const READING = ["GET", "HEAD"];
/** The content type of a form that is submitted before the page's scripts have loaded. Next responds with the page. */
const FORM = /^application\/x-www-form-urlencoded\b/i;
/** Paths that only pages in Next's development mode request. */
const DEVELOPMENT_PATH = /^\/_/;

/**
 * Passes requests that Next would answer itself, with a page or an error, to routes that reject them with a problem:
 * machine paths in a different spelling, and pages requested with a method that no page supports.
 * @param {import("node:http").IncomingMessage} request after `makeRoutable` has rewritten its path and method
 * @param {{ dev: boolean }} surroundings whether Next runs in development mode
 */
export function handToRefusal(request, { dev }) {
  const { url = "/", method = "GET", headers } = request;
  const path = url.split("?", 1)[0] ?? "/";
  if (isMachinePath(path)) {
    if (!ROUTED_MACHINE_PATH.test(path)) request.url = NOWHERE;
    return;
  }
  if (READING.includes(method) || (dev && DEVELOPMENT_PATH.test(path))) return;
  const isForm = method === "POST" && FORM.test(headers["content-type"] ?? "");
  if (!isForm || "next-action" in headers) request.url = PAGES;
}
