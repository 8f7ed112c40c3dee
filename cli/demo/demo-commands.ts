import { command, optional, type Program } from "../command/command";
import { CommandError } from "../command/command-error";
import { readAccess } from "../external-system/access";
import { assertReachable } from "../external-system/assert-reachable";
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
      does: "Uploads real PDF and DOCX files as an external system would, and shows what was read from them and the notifications that follow. Exit code 1 means that a result differed from what was expected.",
      parameters: {
        count: optional("N"),
        url: optional("http://…"),
        "key-file": optional("path"),
        journal: optional("path"),
      },
      run: async ({ count, journal: journalFile = null, ...given }) => {
        const access = await readAccess(given);
        const samples = await findSamples();
        const wanted = { samples, count: count ? readCount(count) : samples.length, journalFile };
        await assertReachable(access);
        const narrator = createNarrator(process.stdout);
        const demo = { ...{ access, ...wanted, narrator, fetch }, documents: new Map() };
        const found = await findDemoWebhook(demo);
        if (!("why" in found)) return showNotifications(demo, found);
        const isGood = await uploadSamples(demo);
        narrator.write(`\nDocuments only, without notifications. ${found.why}\n`);
        return isGood ? 0 : 1;
      },
    }),
  },
};

function readCount(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= COUNT_MAX) return count;
  throw new CommandError(`The option --count must be a whole number from 1 to ${COUNT_MAX}.`);
}
