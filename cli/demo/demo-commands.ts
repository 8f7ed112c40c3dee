import { command, optional, type Program, SWITCH } from "../command/command";
import { CommandError } from "../command/command-error";
import { readAccess } from "../external-system/access";
import { assertReachable } from "../external-system/assert-reachable";
import type { DemoOptions } from "./demo-options";
import { findDemoWebhook } from "./demo-webhook";
import { createNarrator } from "./narrator";
import { findSamples } from "./samples";
import { showNotifications } from "./show-notifications";
import { uploadSamples } from "./upload-samples";

const COUNT_MAX = 100_000;

/** `npm run demo`. */
export const DEMO: Program = {
  name: "demo",
  commands: {
    "": command({
      does: "Uploads real PDF and DOCX files as a remote system would, and shows the notifications that follow. Exit code 1 means something was not as promised.",
      parameters: {
        count: optional("N"),
        webhook: SWITCH,
        url: optional("http://…"),
        "key-file": optional("path"),
        journal: optional("path"),
      },
      run: async ({ count, journal, webhook, ...access }) =>
        showDemo({
          access: await readAccess(access),
          count: count === undefined ? null : readCount(count),
          journalFile: journal ?? null,
          mayDivert: webhook,
        }),
    }),
  },
};

async function showDemo(options: DemoOptions): Promise<number> {
  const samples = await findSamples();
  await assertReachable(options.access);
  const narrator = createNarrator(process.stdout);
  const found = await findDemoWebhook(options);
  if (!("why" in found)) return showNotifications({ options, samples, narrator }, found);
  const isGood = await uploadSamples({ options, samples, narrator });
  narrator.write(`\nDocuments only, without notifications. ${found.why}\n`);
  return isGood ? 0 : 1;
}

function readCount(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= COUNT_MAX) return count;
  throw new CommandError(`The option --count needs a whole number from 1 to ${COUNT_MAX}.`);
}
