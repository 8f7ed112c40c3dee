import { env } from "node:process";
import { startNotifyingProduct } from "../load/start";
import type { BenchSurroundings } from "../report/report";
import { type Idle, type IdlePlan, measureIdle } from "./measure";
import { createPayloadSide, isPayloadInstalled } from "./payload-side";
import type { Side, Sides } from "./side";
import { createBareSide, createEmptySide, createProductSide } from "./stagedoor-sides";
import { createSvixSide } from "./svix-side";

const ARRIVAL_TIMEOUT_MS = 120_000;

/** Starts the product, measures it while nothing else is running, and then starts the other sides. */
export async function startSides(
  surroundings: BenchSurroundings,
  idlePlan: IdlePlan,
): Promise<{ sides: Sides; idle: Idle }> {
  const { root, signal, say, addEnding } = surroundings;
  say("Building the product if needed and starting it…");
  const started = await startNotifyingProduct(addEnding);
  signal.throwIfAborted();
  const { product, notes, settings, setWebhook } = started;
  say("Measuring it while idle…");
  const idle = await measureIdle(product.bootstrapPid, idlePlan, signal);
  const objectStore = {
    pid: await product.childPid("object-store"),
    port: Number(new URL(settings.S3_ENDPOINT ?? "").port),
  };
  const untilNotified = (changes: readonly string[]) =>
    notes.untilAll(changes, ARRIVAL_TIMEOUT_MS, signal);
  const others = { ...surroundings, started, objectStore, untilNotified };
  const all: Side[] = [];
  const add = async (title: string, starting: () => Promise<Side>) => {
    signal.throwIfAborted();
    say(`Preparing ${title}…`);
    all.push(await starting());
  };
  await add("the product", () => createProductSide(others));
  if (isPayloadInstalled(root)) await add("Payload", () => createPayloadSide(others));
  else
    say(
      "Payload is not measured because it is not installed. To install it, run: npm run bench:peers",
    );
  await add("the empty routes", () => createEmptySide(others));
  await add("the bare server", () => createBareSide(others));
  const { SVIX_URL: url, SVIX_TOKEN: token = "", SVIX_PID } = env;
  if (url) {
    const svix = { url, token, pid: SVIX_PID ? Number(SVIX_PID) : null };
    await add("Svix", () => createSvixSide(svix, notes, addEnding));
  }
  signal.throwIfAborted();
  return { sides: { all, arrivals: notes, setWebhook, product: product.bootstrapPid }, idle };
}
