import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { executorUrl, type PartSettings } from "@/lib/env/read-settings";
import { CommandError } from "../command/command-error";
import { readCommandSettings } from "../command/command-settings";
import type { ReceiverAccess } from "./receiver-control";

/** The receiver that runs next to the Stagedoor at an address, or a sentence that says why there is none. */
export type FoundReceiver =
  | { readonly access: ReceiverAccess; readonly settings: PartSettings }
  | { readonly access: null; readonly why: string };

/**
 * Finds the built-in receiver of the Stagedoor at `url`, if that Stagedoor is running on this machine, in our data
 * folder, with its own executor.
 * @throws SettingsError if a setting is wrong
 */
export async function findReceiver(url: string): Promise<FoundReceiver> {
  const settings = await readCommandSettings({ inngest: true }).catch((error: unknown) => {
    if (error instanceof CommandError) return error.message;
    throw error;
  });
  if (typeof settings === "string") return { access: null, why: settings };
  const why = whyNone(url, settings);
  if (why !== null) return { access: null, why };
  const access = await readReceiverAccess(settings);
  if (access !== null) return { access, settings };
  return { access: null, why: `There is no built-in receiver in ${settings.dataDir}.` };
}

function whyNone(url: string, settings: PartSettings): string | null {
  if (!addressesOf(settings).includes(url)) {
    return `The Stagedoor at ${url} is not the one running in ${settings.dataDir}, so it cannot reach the built-in receiver there.`;
  }
  if (settings.receiverPort === null) {
    return "The built-in receiver is off (STAGEDOOR_RECEIVER).";
  }
  const { inngest, executorPort } = settings;
  const isOwnExecutor = inngest?.baseUrl === executorUrl(executorPort) && !inngest.isDev;
  return isOwnExecutor
    ? null
    : "Notifications are sent by the configured Inngest server, at a pace that the demo cannot predict.";
}

const addressesOf = ({ publicUrl, port }: PartSettings): readonly string[] => [
  publicUrl,
  `http://127.0.0.1:${port}`,
  `http://localhost:${port}`,
];

/**
 * Reads what the launcher recorded about the receiver in this data folder; returns null if there is none or it is off.
 */
export async function readReceiverAccess({
  dataDir,
  receiverPort,
}: Pick<PartSettings, "dataDir" | "receiverPort">): Promise<ReceiverAccess | null> {
  if (receiverPort === null) return null;
  const file = (name: string) => readFile(join(dataDir, "receiver", name), "utf8");
  try {
    return {
      origin: `https://127.0.0.1:${receiverPort}`,
      controlToken: (await file("control-token")).trim(),
      certificateAuthority: await file("certificate-authority.pem"),
    };
  } catch {
    // This Stagedoor is an older version or runs without a receiver.
    return null;
  }
}
