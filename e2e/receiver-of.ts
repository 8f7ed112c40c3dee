import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readReceiverAccess } from "@/cli/receiver-control/find-receiver";
import {
  createReceiverControl,
  type ReceiverControl,
} from "@/cli/receiver-control/receiver-control";
import type { Product } from "./product";

/** The receiver that runs next to the product: its URL, and the control for its responses. */
export interface ProductReceiver {
  /** `https://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly control: ReceiverControl;
}

/** Returns the receiver that runs next to the product. Close its `control` at the end. */
export async function receiverOf({ dataDir }: Product): Promise<ProductReceiver> {
  const notes = JSON.parse(await readFile(join(dataDir, "application.env.json"), "utf8"));
  const receiverPort = Number(notes.settings.RECEIVER_PORT);
  const access = await readReceiverAccess({ dataDir, receiverPort });
  if (access === null) throw new Error(`There is no built-in receiver in ${dataDir}.`);
  return { origin: access.origin, control: createReceiverControl(access) };
}
