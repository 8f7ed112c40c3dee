import { resolve } from "node:path";
import { argv } from "node:process";
import { parseArgs } from "node:util";
import { z } from "zod";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { FolderInUseError } from "../folder-lock";
import { behaviourSchema } from "./behaviours";
import { secretsSchema } from "./control-api";
import { type KeptReceiver, startKeptReceiver } from "./kept-receiver";

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
class UsageError extends Error {
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

/**
 * `npm run receiver`: a receiver for trying out notifications, which runs until Ctrl-C. Exits with 1 if it cannot start,
 * and with 2 if the command line is invalid.
 */
await run(argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
});

async function run(args: readonly string[]): Promise<void> {
  const options = readStandAloneOptions(args);
  const { port, secrets, behaviour, requests } = options;
  const dataDir = resolve(options.dataDir);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const receiver = await startKeptReceiver({ port, secrets, dataDir, keepsSecrets: false, print });
  receiver.setBehaviour(behaviour, requests);
  print(introduce(receiver, options));
  const stop = () => void receiver.stop().finally(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

function introduce(
  receiver: KeptReceiver,
  { secrets, behaviour, requests }: ReturnType<typeof readStandAloneOptions>,
) {
  const { origin, authorityFile, controlToken } = receiver;
  return `Waiting for notifications at ${origin} (press Ctrl-C to stop)
Its certificate authority:  ${authorityFile}
Start Stagedoor with:       WEBHOOK_EXTRA_CA_FILE=${authorityFile} WEBHOOK_ALLOWED_NETWORKS=127.0.0.0/8
Signing secrets:            ${secrets.length === 0 ? "none, so nothing is verified (--secret whsec_…)" : secrets.length}
Behaviour:                  ${JSON.stringify(behaviour)}${requests === undefined ? "" : ` for the next ${requests}`}
Change it while it runs:    curl --cacert ${authorityFile} -H "Authorization: Bearer ${controlToken}" \\
                              -X PUT ${origin}/_receiver/behaviour -d '{"behaviour":{"kind":"answer","status":500},"requests":3}'
`;
}

function describe(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof FolderInUseError) {
    return `The receiver cannot start: process ${error.pid} is using its folder. Choose another one with --data-dir.`;
  }
  return `The receiver cannot start: ${errorMessage(error)}`;
}
