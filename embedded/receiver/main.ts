import { z } from "zod";
import { runChild } from "../run-child";
import { secretsSchema } from "./control-api";
import { startKeptReceiver } from "./kept-receiver";

const CONTROL_TOKEN_LENGTH_MIN = 32;

const print = (line: string) => void process.stdout.write(`${line}\n`);

await runChild({
  title: "The receiver",
  configuration: z.strictObject({
    port: z.int().min(0).max(65_535),
    dataDir: z.string().min(1),
    controlToken: z.string().min(CONTROL_TOKEN_LENGTH_MIN),
    secrets: secretsSchema,
    /** How long to wait for an owner that is about to release the folder. */
    folderPatienceMs: z.int().min(0).default(0),
  }),
  start: (configuration) => startKeptReceiver({ ...configuration, keepsSecrets: true, print }),
});
