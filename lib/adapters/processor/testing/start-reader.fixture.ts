import { createProgramPool } from "../program-pool";

// A process of its own that starts a reader, says its number and waits to be killed.
const [, , file = ""] = process.argv;
await createProgramPool(file, "read", 60_000).use(async ({ pid }) => {
  process.stdout.write(String(pid));
  return new Promise(() => undefined);
});
