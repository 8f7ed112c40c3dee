/** How many seconds a session lasts after sign-in, regardless of activity (decision 0027). */
export const SESSION_SECONDS = 43_200;

/** How many days a session's row is kept after the session expires. */
export const SESSION_KEPT_DAYS = 30;

/** The maximum stored length of a User-Agent header. */
export const USER_AGENT_CHARACTERS_MAX = 512;

/** How a user proved who they are. */
export const SIGN_IN_METHODS = ["password", "single-sign-on"] as const;

/** One way to sign in. */
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/**
 * Why a session ended early: its owner signed out, it was ended from another session or by an administrator, or the
 * account changed.
 */
export const SESSION_ENDS = [
  "signed-out",
  "ended",
  "password-changed",
  "role-changed",
  "second-factor-added",
  "deactivated",
] as const;

/** A reason why a session ended early. */
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** The common names of a browser and an operating system; null if unknown. */
interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

type Marks = readonly (readonly [mark: RegExp, name: string])[];

/** The first match wins, because nearly all browsers also call themselves Chrome and Safari. */
const BROWSERS: Marks = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOP(?:R|T|X)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

/** The first match wins, because Android and ChromeOS also mention Linux, and an iPhone mentions the Mac. */
const SYSTEMS: Marks = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\b(?:Macintosh|Mac OS X)\b/, "macOS"],
  [/\b(?:Linux|X11)\b/, "Linux"],
];

/**
 * Reads the browser and system from a User-Agent header, to help users recognise their devices. The client chooses the
 * header, so it proves nothing. Versions are omitted because browsers freeze them.
 */
export function readDevice(userAgent: string | null): Device {
  const named = (marks: Marks) => marks.find(([mark]) => mark.test(userAgent ?? ""))?.[1] ?? null;
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}

/**
 * How many attempts are allowed in a window that starts with the first one. Beyond that, attempts are rejected for a
 * window that starts with the first rejection.
 */
export interface SignInLimit {
  readonly triesMax: number;
  readonly windowSeconds: number;
}

/**
 * Each of these limits slows down password guessing (decisions 0027, 0039). Nobody can lock an account from a single
 * address: attempts rejected by the first limit are not counted by the next two. Attempts from a browser known to the
 * account count only towards the last limit.
 */
export const SIGN_IN_LIMITS = {
  /** One account from one address: a user who mistypes, or somebody guessing. */
  accountFromAddress: { triesMax: 5, windowSeconds: 900 },
  /** One address, whatever the account: one password tried on a list of accounts. */
  address: { triesMax: 20, windowSeconds: 900 },
  /** One account from any address: distributed guessing. */
  account: { triesMax: 50, windowSeconds: 3600 },
  /** One account from a browser that has signed in to it before, or from one of its sessions. */
  accountWhenKnown: { triesMax: 5, windowSeconds: 900 },
} as const satisfies Record<string, SignInLimit>;

/**
 * Returns the path, query and fragment of an address within this application, or null for anything else. An address that
 * browsers would resolve to a different host is rejected, however it is written.
 * @param text absolute, or a path with a leading slash
 */
export function ownPath(text: string, origin: string): string | null {
  if (!text.startsWith("/") && !/^https?:\/\//i.test(text)) return null;
  if (!URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // A relative address that starts with two slashes names a host.
  return url.origin === new URL(origin).origin && !path.startsWith("//") ? path : null;
}
