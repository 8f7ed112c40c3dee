import { createProgramPool } from "../program-pool";

// This file runs as a separate process. It starts a reading program, prints that program's process id and waits to be
// killed.
const [, , file = ""] = process.argv;
await createProgramPool(file, "read", 60_000).use(async ({ pid }) => {
  process.stdout.write(String(pid));
  return new Promise(() => undefined);
});
