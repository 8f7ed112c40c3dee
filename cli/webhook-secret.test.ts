import { describe, expect, test } from "vitest";
import { rotateWebhookSecret } from "@/lib/services/rotate-webhook-secret";
import { showWebhookSecrets } from "@/lib/services/show-webhook-secrets";
import { prepareParts } from "./testing/parts-under-test";
import { runCli } from "./testing/run-cli";

const parts = prepareParts();
const webhookSecret = (args: readonly string[], settings: Record<string, string> = {}) =>
  runCli("cli/webhook-secret.ts", args, { STAGEDOOR_DATA_DIR: parts().dataDir, ...settings });

describe("npm run webhook-secret", () => {
  test("says what to do while there is none", async () => {
    const { code, errors } = await webhookSecret(["show"]);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: "There is no signing secret yet: start Stagedoor, or rotate to make one.\n",
    });
  });

  test("rotates to a secret that is the current one, and shows both while both are valid", async () => {
    const { ports } = parts().container;
    const { secret: before } = await rotateWebhookSecret(ports);
    const rotated = await webhookSecret(["rotate"]);
    const current = rotated.output.split("\n")[0] ?? "";

    expect(rotated).toMatchObject({ code: 0, errors: "" });
    expect(await showWebhookSecrets(ports)).toMatchObject({
      secret: current,
      previous: { secret: before },
    });
    const shown = await webhookSecret(["show"]);
    expect(shown.output).toMatch(
      new RegExp(`^${current}\n${before}\n {2}The one of before, valid`.replaceAll("+", "\\+")),
    );
  });

  test("does not rotate what the setting decides", async () => {
    const secret = `whsec_${"A".repeat(43)}=`;
    const { code, errors } = await webhookSecret(["rotate"], { WEBHOOK_SIGNING_SECRET: secret });
    expect(code).toBe(1);
    expect(errors).toMatch(/WEBHOOK_SIGNING_SECRET decides/);
  });

  test.each([[[]], [["list"]], [["show", "all"]]])("answers %j with the usage", async (args) => {
    expect((await webhookSecret(args)).errors).toMatch(/^Usage: npm run webhook-secret/);
  });
});
