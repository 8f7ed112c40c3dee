import type { RunningService } from "@/embedded/launcher/services/service";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import type { ReceiptNotes } from "../load/receipts";
import { startBare, startNotifyingProduct, withEndings } from "../load/start";
import type { BareDrainConfiguration } from "./bare-drain";
import { type Outbox, openOutbox } from "./outbox";

/** The product as `npm start` runs it, its receiver in this process, and access to its database. */
export interface NotifyServers {
  readonly port: number;
  readonly apiKey: string;
  readonly client: StagedoorClient;
  readonly notes: ReceiptNotes;
  readonly outbox: Outbox;
  /** Resolves when the bare drain is ready. */
  startBareDrain(): Promise<RunningService>;
}

/** Starts the product, its receiver and the outbox, resolves with the result of `work`, and stops all of them. */
export function withNotifyServers<Result>(
  { root, signal }: { root: string; signal: AbortSignal },
  work: (servers: NotifyServers) => Promise<Result>,
): Promise<Result> {
  return withEndings(async (addEnding) => {
    const started = await startNotifyingProduct(addEnding, { PROCESSOR: "builtin" });
    const { product, port, notes, secret, webhookUrl } = started;
    const { DATABASE_URL: databaseUrl = "" } = started.settings;
    const outbox = await openOutbox(databaseUrl);
    addEnding(outbox.close);
    const { certificateAuthority } = notes.receiver;
    const bare: BareDrainConfiguration = {
      databaseUrl,
      publicUrl: product.url,
      webhookUrl,
      certificateAuthority,
      secret,
    };
    return work({
      port,
      apiKey: product.apiKey,
      client: createStagedoorClient(product),
      notes,
      outbox,
      startBareDrain: () =>
        startBare(
          root,
          {
            title: "The bare drain",
            file: "bench/notify/bare-drain.ts",
            configuration: bare,
            signal,
          },
          () => undefined,
        ),
    });
  });
}
