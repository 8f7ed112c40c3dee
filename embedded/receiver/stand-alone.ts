import { resolve } from "node:path";
import { argv } from "node:process";
import { DirectoryInUseError } from "@stagedoor/object-store/directory-lock";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { type KeptReceiver, startKeptReceiver } from "./kept-receiver";
import { readStandAloneOptions, UsageError } from "./stand-alone-options";

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
  if (error instanceof DirectoryInUseError) {
    return `The receiver cannot start: process ${error.pid} is using its folder. Choose another one with --data-dir.`;
  }
  return `The receiver cannot start: ${errorMessage(error)}`;
}
