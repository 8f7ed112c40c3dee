import { randomBytes } from "node:crypto";
import { isMachinePath } from "./machine-path.mjs";

/**
 * Read by `app/access/require-role.ts`, which returns to this path after sign-in, and by
 * `lib/http/core/requests/api-request.ts`.
 */
const PATH_HEADER = "x-stagedoor-path";
/** Read by `app/serving/loaded-document.ts`. */
const DOCUMENT_HEADER = "x-stagedoor-document";
const POLICY_HEADER = "content-security-policy";

const MACHINE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * The parser of PDFs from strangers has a stricter policy than the page: it may load decoders from this server and
 * nothing else, and cannot compile WebAssembly (decision 0057).
 */
const PARSER_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";
const PARSER_PATH = /^\/pdfjs\//;

/** Browser features that our pages do not use. */
const UNUSED_FEATURES = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

/** One year. Other subdomains are outside this application's control and are not included. */
const HTTPS_ONLY = "max-age=31536000";

/**
 * @typedef {object} Surroundings
 * @property {string | null} uploadOrigin the origin of signed URLs, or null if browsers may not upload to any
 * @property {boolean} isHttps whether clients reach the application over HTTPS
 * @property {boolean} dev whether Next runs in development mode, which evaluates code and reloads over a WebSocket
 */

/**
 * Sets two headers on a request, replacing any values that the client sent under these names: the policy, from which Next
 * takes the nonce for its scripts, and the path to return to after sign-in. Also sets the security headers on its
 * response.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {Surroundings} surroundings
 */
export function secure(request, response, surroundings) {
  const { url = "/" } = request;
  const path = isMachinePath(url.split("?", 1)[0] ?? "") ? url : withoutRouterQuery(url);
  const nonce = randomBytes(16).toString("base64");
  const headers = securityHeaders(path, nonce, surroundings);
  request.headers[PATH_HEADER] = path;
  request.headers[DOCUMENT_HEADER] = "rsc" in request.headers ? "" : path;
  request.headers[POLICY_HEADER] = headers[POLICY_HEADER];
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/**
 * Removes the query parameter by which Next's router marks its requests for parts of a page, because users must not be
 * sent back to such a URL.
 */
const withoutRouterQuery = (url) =>
  url.replace(/([?&])_rsc=[^&]*(&|$)/, (_all, before, after) => (after === "&" ? before : ""));

/**
 * Returns the headers of a response. `nonce` marks the page's own scripts (decision 0028).
 * @param {string} path with or without a query
 * @param {string} nonce
 * @param {Surroundings} surroundings
 * @returns {Record<string, string>}
 */
export function securityHeaders(path, nonce, surroundings) {
  return {
    [POLICY_HEADER]: policyOf(path, nonce, surroundings),
    "x-content-type-options": "nosniff",
    // With no-referrer, browsers send the origin `null` with a form, as if it came from a different site.
    "referrer-policy": holdsToken(path) ? "no-referrer" : "same-origin",
    ...(holdsToken(path) ? { "cache-control": "no-store" } : {}),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
    ...(surroundings.isHttps ? { "strict-transport-security": HTTPS_ONLY } : {}),
  };
}

function policyOf(path, nonce, surroundings) {
  if (isMachinePath(path.split("?", 1)[0] ?? "")) return MACHINE_POLICY;
  return PARSER_PATH.test(path) ? PARSER_POLICY : pagePolicy(nonce, surroundings);
}

/**
 * Returns whether a page's path gives access to an account, so that no other site or cache may keep it. Browsers still
 * send our origin with the page's form, because a script submits it.
 */
const holdsToken = (path) => path.startsWith("/invitation/");

/** Forbids everything that it does not list. */
function pagePolicy(nonce, { uploadOrigin, dev }) {
  const own = `'nonce-${nonce}'`;
  const directives = {
    "default-src": ["'none'"],
    "script-src": ["'self'", own, "'strict-dynamic'", ...(dev ? ["'unsafe-eval'"] : [])],
    // In development mode, a nonce would disable inline styles.
    "style-src": ["'self'", dev ? "'unsafe-inline'" : own],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...uploadSources(uploadOrigin), ...(dev ? ["ws:"] : [])],
    "worker-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "manifest-src": ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
}

/** Policies do not support IPv6 addresses in brackets, so the scheme alone is listed for them. */
const uploadSources = (origin) => {
  if (origin === null) return [];
  return origin.includes("[") ? [new URL(origin).protocol] : [origin];
};
