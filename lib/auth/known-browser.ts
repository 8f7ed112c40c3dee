import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock, Randomness } from "@/lib/kernel/ports";
import type { SessionSettings } from "./session-settings";

/** How long a browser is known to an account after its last sign-in to the account. */
export const KNOWN_BROWSER_SECONDS = 90 * 24 * 60 * 60;

/** The maximum number of accounts per browser; a further account replaces the oldest one. */
const ACCOUNTS_MAX = 20;
const ID_BYTES = 12;
const MAC_BYTES = 16;
/** The same secret also seals sessions; this text makes the MACs for browsers different from those for sessions. */
const PURPOSE = "stagedoor browsers known to an account, 1";

const ID = /^[\w-]{16}$/;
const EXPIRY = /^\d{1,12}$/;
const MAC = /^[\w-]{22}$/;

/** An account to which the browser has signed in. Only someone who knows its email can tell which one it is. */
interface Entry {
  readonly expiresAtSeconds: string;
  readonly mac: string;
}

/**
 * Returns the id of a browser that has signed in to this account within 90 days, as proved by its cookie. It grants no
 * access: its sign-in attempts are only counted separately from those of strangers (decision 0039). It stays valid after
 * a password change.
 * @param cookie the value of the cookie; undefined if there is none
 * @param email in lower case
 * @returns null if the cookie proves nothing for this account
 */
export function knownBrowserId(
  { clock }: { clock: Clock },
  { secret }: Pick<SessionSettings, "secret">,
  { cookie, email }: { readonly cookie: string | undefined; readonly email: string },
): string | null {
  const { id, entries } = readCookie(cookie);
  if (id === null) return null;
  const isProof = ({ expiresAtSeconds, mac }: Entry) =>
    Number(expiresAtSeconds) * 1000 > clock.now().getTime() &&
    isSame(mac, macOf(secret, { id, expiresAtSeconds, email }));
  return entries.some(isProof) ? id : null;
}

/**
 * Returns the cookie value of a browser that has just signed in to this account; it remains valid for the browser's other
 * accounts.
 * @param cookie as for `knownBrowserId`; likewise `email`
 */
export function rememberBrowser(
  { clock, randomness }: { clock: Clock; randomness: Randomness },
  { secret }: Pick<SessionSettings, "secret">,
  { cookie, email }: { readonly cookie: string | undefined; readonly email: string },
): string {
  const known = readCookie(cookie);
  const id = known.id ?? randomness.bytes(ID_BYTES).toString("base64url");
  const nowSeconds = Math.floor(clock.now().getTime() / 1000);
  const expiresAtSeconds = String(nowSeconds + KNOWN_BROWSER_SECONDS);
  const others = known.entries.filter(
    (entry) =>
      Number(entry.expiresAtSeconds) > nowSeconds &&
      entry.mac !== macOf(secret, { id, expiresAtSeconds: entry.expiresAtSeconds, email }),
  );
  const own = { expiresAtSeconds, mac: macOf(secret, { id, expiresAtSeconds, email }) };
  const entries = [own, ...others].slice(0, ACCOUNTS_MAX);
  return [id, ...entries.flatMap((entry) => [entry.expiresAtSeconds, entry.mac])].join(".");
}

/** Reads `<id>.<expiry>.<mac>.<expiry>.<mac>…`; any other form proves nothing. */
function readCookie(cookie = ""): { id: string | null; entries: readonly Entry[] } {
  const [id = "", ...parts] = cookie.split(".");
  if (!ID.test(id)) return { id: null, entries: [] };
  const entries: Entry[] = [];
  for (let at = 0; at < Math.min(parts.length, 2 * ACCOUNTS_MAX); at += 2) {
    const [expiresAtSeconds = "", mac = ""] = parts.slice(at, at + 2);
    if (EXPIRY.test(expiresAtSeconds) && MAC.test(mac)) entries.push({ expiresAtSeconds, mac });
  }
  return { id, entries };
}

function macOf(
  secret: string,
  { id, expiresAtSeconds, email }: { id: string; expiresAtSeconds: string; email: string },
): string {
  const proven = [PURPOSE, id, expiresAtSeconds, email].join("\n");
  const mac = createHmac("sha256", secret).update(proven).digest();
  return mac.subarray(0, MAC_BYTES).toString("base64url");
}

const isSame = (text: string, wanted: string) =>
  timingSafeEqual(Buffer.from(text), Buffer.from(wanted));
