import { z } from "zod";
import { wholeNumber } from "./fields";

/** The settings that the application uses to reach its Inngest. */
export interface InngestSettings {
  /** Whether this Inngest is a development server, which accepts every caller and needs no signatures. */
  readonly isDev: boolean;
  /** null for the SDK's default, which is Inngest Cloud or a development server on this machine. */
  readonly baseUrl: string | null;
  readonly eventKey: string | null;
  readonly signingKey: string | null;
}

const devServer = z.string().transform((text, context) => {
  if (/^(0|false)$/i.test(text)) return false;
  if (/^(1|true)$/i.test(text)) return true;
  const url = text.includes("://") ? text : `http://${text}`;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin;
  context.addIssue("must be 1, 0, or the address of a development server");
  return z.NEVER;
});

/** The settings with the SDK's own names, and the port of the embedded executor. */
export const inngestFields = z.object({
  EXECUTOR_PORT: wholeNumber(1, 65_535, 3002),
  INNGEST_DEV: devServer.optional(),
  INNGEST_BASE_URL: z
    .url({
      protocol: /^https?$/,
      error: "must be an address such as http://inngest.example.com:8288",
    })
    .optional(),
  INNGEST_EVENT_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be printable ASCII characters without spaces")
    .optional(),
  INNGEST_SIGNING_KEY: z
    .string()
    .regex(
      /^(signkey-\w+-)?([\da-f]{2})+$/i,
      "must be signkey-<word>- and hex digits, as Inngest shows it",
    )
    .optional(),
});

type InngestFields = z.infer<typeof inngestFields>;

/** Returns null for the embedded executor. `inngestProblems` reports incomplete settings. */
export function readInngest(raw: InngestFields): InngestSettings | null {
  const { INNGEST_DEV, INNGEST_BASE_URL, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = raw;
  const isDev = Boolean(INNGEST_DEV);
  if (!isDev && !(INNGEST_EVENT_KEY && INNGEST_SIGNING_KEY)) return null;
  return {
    isDev,
    baseUrl: INNGEST_BASE_URL ?? (typeof INNGEST_DEV === "string" ? INNGEST_DEV : null),
    eventKey: INNGEST_EVENT_KEY ?? null,
    signingKey: INNGEST_SIGNING_KEY ?? null,
  };
}

/** Returns the URL of the embedded executor, which listens on this machine only, whatever HOST is. */
export const executorUrl = (port: number) => `http://127.0.0.1:${port}`;

/** Returns one sentence for each missing setting that another setting needs. */
export function inngestProblems(raw: InngestFields): string[] {
  if (raw.INNGEST_DEV) return [];
  const { INNGEST_BASE_URL, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = raw;
  const isAny = INNGEST_BASE_URL ?? INNGEST_EVENT_KEY ?? INNGEST_SIGNING_KEY;
  if (isAny === undefined) return [];
  const missing = (["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"] as const).filter(
    (name) => !raw[name],
  );
  return missing.map(
    (name) =>
      `The setting ${name} is missing: your own Inngest server needs both keys. Set neither to use the embedded executor.`,
  );
}
