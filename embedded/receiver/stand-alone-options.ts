import { parseArgs } from "node:util";
import { z } from "zod";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { behaviourSchema } from "./behaviours";
import { secretsSchema } from "./control-api";

const USAGE = `Usage: npm run receiver -- [options]
  --port 4443            the port on 127.0.0.1
  --secret whsec_…       the signing secret; repeat it during a rotation; if omitted, nothing is verified
  --data-dir folder      for the certificate authority and received notifications (.stagedoor/stand-alone)
  --status 500           answer every notification with this status
    --retry-after 60       with this Retry-After, in seconds
  --delay-ms 3000        delay each answer by this many milliseconds
  --hang                 never answer
  --reset                close the connection without an answer
  --fail-share 0.3       answer this share of requests with 500 (or --status)
  --requests 3           do this for the next 3 notifications only`;

const number = z.coerce.number({
  error: ({ code }) => (code === "invalid_type" ? "must be a number" : undefined),
});

const optionsSchema = z.object({
  port: number.int().min(0).max(65_535),
  secret: secretsSchema,
  "data-dir": z.string().min(1),
  requests: number.int().min(1).optional(),
  status: number.optional(),
  "retry-after": number.optional(),
  "delay-ms": number.optional(),
  hang: z.boolean(),
  reset: z.boolean(),
  "fail-share": number.optional(),
});

type RawOptions = z.infer<typeof optionsSchema>;

/** An error about an invalid command line. The message is for the user and never repeats a secret. */
export class UsageError extends Error {
  constructor(problem: string) {
    super(`${problem}\n\n${USAGE}`);
    this.name = "UsageError";
  }
}

/** Parses the options of the command; `requests` is undefined if there is no limit. @throws UsageError */
export function readStandAloneOptions(args: readonly string[]) {
  const { port, secret, requests, ...raw } = parse(optionsSchema, readArguments(args));
  const behaviour = parse(behaviourSchema, chooseBehaviour(raw));
  return { port, secrets: secret, dataDir: raw["data-dir"], behaviour, requests };
}

function readArguments(args: readonly string[]): unknown {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const options = {
    port: { ...text, default: "4443" },
    secret: { ...text, multiple: true, default: [] as string[] },
    "data-dir": { ...text, default: ".stagedoor/stand-alone" },
    requests: text,
    status: text,
    "retry-after": text,
    "delay-ms": text,
    hang: flag,
    reset: flag,
    "fail-share": text,
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(errorMessage(error));
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UsageError(z.prettifyError(parsed.error));
  return parsed.data;
}

function chooseBehaviour(options: Omit<RawOptions, "port" | "secret" | "requests">) {
  const { status, "retry-after": retryAfterSeconds, "fail-share": share } = options;
  const delayMs = options["delay-ms"];
  const chosen = [
    options.hang && { kind: "hang" },
    options.reset && { kind: "reset" },
    delayMs !== undefined && { kind: "slow", delayMs },
    share !== undefined && { kind: "fail-at-random", share, status },
    status !== undefined && share === undefined && { kind: "answer", status, retryAfterSeconds },
  ].filter((behaviour) => behaviour !== false);
  const [behaviour = { kind: "accept" }] = chosen;
  if (chosen.length > 1) {
    throw new UsageError(
      "Give only one of --status, --delay-ms, --hang, --reset and --fail-share.",
    );
  }
  if (retryAfterSeconds !== undefined && behaviour.kind !== "answer") {
    throw new UsageError("The option --retry-after needs --status.");
  }
  return behaviour;
}
