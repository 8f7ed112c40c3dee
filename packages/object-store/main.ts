import { z } from "zod";
import { runChild } from "../run-child";
import { startObjectStore } from "./server";

/** The line that the launcher writes to standard input: ObjectStoreOptions without the parts that only tests use. */
const configuration = z.strictObject({
  root: z.string().min(1),
  host: z.string().min(1),
  port: z.int().min(0).max(65_535),
  region: z.string().min(1),
  accessKeyId: z.string().min(1),
  secretAccessKey: z.string().min(1),
  buckets: z.array(z.string()),
  corsOrigins: z.array(z.string()),
  publicHosts: z.array(z.string()),
  objectSizeMaxBytes: z.int().positive(),
  isDurable: z.boolean().default(true),
  folderPatienceMs: z.int().min(0).default(0),
});

await runChild({ title: "The object store", configuration, start: startObjectStore });
