import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "@/lib/env/read-settings";
import { readOrCreateAuthority } from "../../receiver/certificates";
import { receiverDirectory } from "../../receiver/kept-receiver";
import { writeFileAtomically } from "../../small-files";
import type { Secrets } from "../data-folder/secrets";
import { RUN_BUNDLED } from "./node-child";
import { type ChildSurroundings, createNodeService, FOLDER_PATIENCE_MS } from "./node-service";
import type { Service } from "./service";

/** The first line on the receiver's standard input, which contains secrets. */
export interface ReceiverConfiguration {
  readonly port: number;
  readonly dataDir: string;
  readonly controlToken: string;
  readonly secrets: readonly string[];
}

/**
 * Creates the certificate authority that the application trusts for this one address, and writes the control token for
 * commands. Can be repeated. Does nothing if there is no receiver.
 */
export async function prepareReceiver(
  { dataDir, receiverPort }: Pick<Settings, "dataDir" | "receiverPort">,
  { receiverControlToken }: Pick<Secrets, "receiverControlToken">,
): Promise<void> {
  if (receiverPort === null) return;
  const directory = receiverDirectory(dataDir);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  await readOrCreateAuthority(directory, new Date());
  writeFileAtomically(join(directory, "control-token"), `${receiverControlToken}\n`);
}

/** Creates the service for the test receiver, which listens on this machine only. */
export function createReceiverService(
  configuration: ReceiverConfiguration,
  surroundings: ChildSurroundings,
): Service {
  return createNodeService(
    {
      name: "receiver",
      title: "The receiver",
      args: [...RUN_BUNDLED, "embedded/receiver/main.ts"],
      configuration: { ...configuration, folderPatienceMs: FOLDER_PATIENCE_MS },
    },
    surroundings,
  );
}
