import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createReceiverControl,
  type ReceiverControl,
} from "@/cli/receiver-control/receiver-control";
import type { Product } from "./product";

/** The receiver that runs beside the product: where it is, and how it is told what to answer. */
export interface ProductReceiver {
  /** `https://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly control: ReceiverControl;
}

/** Close its control at the end. */
export async function receiverOf({ dataDir }: Product): Promise<ProductReceiver> {
  const file = (name: string) => readFile(join(dataDir, "receiver", name), "utf8");
  const notes = JSON.parse(await readFile(join(dataDir, "application.env.json"), "utf8"));
  const origin = `https://127.0.0.1:${notes.settings.RECEIVER_PORT}`;
  const controlToken = (await file("control-token")).trim();
  const certificateAuthority = await file("certificate-authority.pem");
  return { origin, control: createReceiverControl({ origin, controlToken, certificateAuthority }) };
}
