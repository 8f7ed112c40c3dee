/** Browser and system by their common names; null: unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

type Marks = readonly (readonly [mark: RegExp, name: string])[];

/** The first match wins: nearly all browsers also call themselves Chrome and Safari. */
const BROWSERS: Marks = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOP(?:R|T|X)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

/** The first match wins: Android and ChromeOS are Linux, and an iPhone names the Mac. */
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
 * The browser and the system that a User-Agent header names, for their owner to recognise a device by. It is what the client wrote, so
 * it proves nothing. Versions are left out: browsers freeze them.
 */
export function readDevice(userAgent: string | null): Device {
  const named = (marks: Marks) => marks.find(([mark]) => mark.test(userAgent ?? ""))?.[1] ?? null;
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}
