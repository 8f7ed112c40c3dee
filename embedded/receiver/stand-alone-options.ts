import { parseArgs } from "node:util";
import { z } from "zod";
import { type Behaviour, behaviourSchema } from "./behaviours";
import { secretsSchema } from "./control-api";

const USAGE = `Usage: npm run receiver -- [options]
  --port 4443            where it listens on 127.0.0.1
  --secret whsec_…       the signing secret; twice during a rotation; without one nothing is verified
  --data-dir folder      where it keeps its certificate authority and what it received (.stagedoor/stand-alone)
  --status 500           answer every notification with this status
    --location URL         with this Location, for a redirect
    --retry-after 60       with this Retry-After, in seconds
  --delay-ms 3000        answer this much later
  --hang                 never answer
  --reset                close the connection without an answer
  --fail-share 0.3       answer this share with 500 (or --status)
    --seed 1               which ones
  --requests 3           all this for the next 3 notifications only`;

const number = z.coerce.number({
  error: ({ code }) => (code === "invalid_type" ? "must be a number" : undefined),
});

const optionsSchema = z.object({
  port: number.int().min(0).max(65_535),
  secret: secretsSchema,
  "data-dir": z.string().min(1),
  requests: number.int().min(1).optional(),
  status: number.optional(),
  location: z.string().optional(),
  "retry-after": number.optional(),
  "delay-ms": number.optional(),
  hang: z.boolean(),
  reset: z.boolean(),
  "fail-share": number.optional(),
  seed: number.optional(),
});

type RawOptions = z.infer<typeof optionsSchema>;

/** What the command was asked to do. */
export interface StandAloneOptions {
  readonly port: number;
  readonly secrets: readonly string[];
  readonly dataDir: string;
  readonly behaviour: Behaviour;
  /** undefined: for all. */
  readonly requests: number | undefined;
}

/** The command was not understood; the message is for whoever typed it and never repeats a secret. */
export class UsageError extends Error {
  constructor(problem: string) {
    super(`${problem}\n\n${USAGE}`);
    this.name = "UsageError";
  }
}

/** @throws UsageError */
export function readStandAloneOptions(args: readonly string[]): StandAloneOptions {
  const raw = readOptions(args);
  const behaviour = behaviourSchema.safeParse(wantedBehaviour(raw));
  if (!behaviour.success) throw new UsageError(z.prettifyError(behaviour.error));
  const { port, secret, requests } = raw;
  const dataDir = raw["data-dir"];
  return { port, secrets: secret, dataDir, behaviour: behaviour.data, requests };
}

function readOptions(args: readonly string[]): RawOptions {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const options = {
    port: { type: "string", default: "4443" },
    secret: { type: "string", multiple: true, default: [] as string[] },
    "data-dir": { type: "string", default: ".stagedoor/stand-alone" },
    requests: text,
    status: text,
    location: text,
    "retry-after": text,
    "delay-ms": text,
    hang: flag,
    reset: flag,
    "fail-share": text,
    seed: text,
  } as const;
  let values: unknown;
  try {
    values = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const parsed = optionsSchema.safeParse(values);
  if (!parsed.success) throw new UsageError(z.prettifyError(parsed.error));
  return parsed.data;
}

/** An option that refines another one, and that other one. */
const REFINEMENTS = [
  ["location", "status"],
  ["retry-after", "status"],
  ["seed", "fail-share"],
] as const;

function wantedBehaviour(raw: RawOptions): Record<string, unknown> {
  const kinds = wantedKinds(raw);
  if (kinds.length > 1) {
    throw new UsageError(
      `Give only one of --status, --delay-ms, --hang, --reset and --fail-share.`,
    );
  }
  for (const [refining, refined] of REFINEMENTS) {
    if (raw[refining] !== undefined && raw[refined] === undefined) {
      throw new UsageError(`The option --${refining} goes with --${refined}.`);
    }
  }
  const details = {
    status: raw.status,
    location: raw.location,
    retryAfterSeconds: raw["retry-after"],
    delayMs: raw["delay-ms"],
    share: raw["fail-share"],
    seed: raw.seed ?? (raw["fail-share"] === undefined ? undefined : 1),
  };
  const given = Object.entries(details).filter(([, value]) => value !== undefined);
  return { kind: kinds[0] ?? "accept", ...Object.fromEntries(given) };
}

function wantedKinds(raw: RawOptions): Behaviour["kind"][] {
  const isRandom = raw["fail-share"] !== undefined;
  const wanted: Partial<Record<Behaviour["kind"], boolean>> = {
    answer: raw.status !== undefined && !isRandom,
    slow: raw["delay-ms"] !== undefined,
    hang: raw.hang,
    reset: raw.reset,
    "fail-at-random": isRandom,
  };
  return KINDS.filter((kind) => wanted[kind]);
}

const KINDS = ["answer", "slow", "hang", "reset", "fail-at-random"] as const;
