/** The common names of a browser and an operating system; null if unknown. */
export interface Device {
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
