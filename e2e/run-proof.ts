import { parseArgs } from "node:util";

/** The options of a proof: positive integers, including the seed that determines its random choices. */
export type ProofPlan<Name extends string> = Readonly<Record<Name | "seed", number>>;

/** Writes a line for the person who runs the proof. */
export type Print = (line: string) => void;

/**
 * Runs a proof as a command. The exit code is 1 if the proof failed or was interrupted, or if the options are invalid, in
 * which case the usage is printed.
 * @param defaults the options besides `--seed`, each with its default
 * @param prove resolves with true if the proof succeeded
 */
export function runProof<Name extends string>(
  command: string,
  defaults: Readonly<Record<Name, number>>,
  prove: (plan: ProofPlan<Name>, print: Print) => Promise<boolean>,
): void {
  const print: Print = (line) => process.stdout.write(`${line}\n`);
  const run = async () => {
    const plan = readPlan(process.argv.slice(2), defaults);
    if (plan) return (await prove(plan, print)) ? 0 : 1;
    print(usageOf(command, defaults));
    return 1;
  };
  run().then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
}

function usageOf(command: string, defaults: Readonly<Record<string, number>>): string {
  const options = Object.entries(defaults).map(([name, value]) => `[--${name} ${value}]`);
  return `Usage: npm run ${command} -- ${options.join(" ")} [--seed N], with whole numbers of at least 1`;
}

/** Reads the options; null if they are invalid. */
function readPlan<Name extends string>(
  args: readonly string[],
  defaults: Readonly<Record<Name, number>>,
): ProofPlan<Name> | null {
  const all: Record<string, number> = { ...defaults, seed: Math.ceil(Math.random() * 1e6) };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      { type: "string", default: String(value) } as const,
    ]),
  );
  const pairs = Object.entries(parseArgs({ args: [...args], options }).values);
  if (!pairs.every(([, text]) => /^[1-9]\d{0,5}$/.test(String(text)))) return null;
  // Every name in `defaults` has a value here, either a given one or its default, and so does the seed.
  return Object.fromEntries(pairs.map(([name, text]) => [name, Number(text)])) as ProofPlan<Name>;
}
