import { createProgramPool } from "../program-pool";

// Runs as a separate process: starts a reader, prints its process id and waits to be killed.
const [, , file = ""] = process.argv;
await createProgramPool(file, "read", 60_000).use(async ({ pid }) => {
  process.stdout.write(String(pid));
  return new Promise(() => undefined);
});
