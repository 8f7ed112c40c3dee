import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { signNotification, startUnderTest } from "@/embedded/receiver/notification.fixture";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import {
  rotateWebhookSecret,
  showWebhookSecrets,
} from "@/lib/notifications/use-cases/webhook-secrets";
import { prepareParts } from "./testing/parts.fixture";
import { runCli } from "./testing/run-cli";

const parts = prepareParts();
const webhookSecret = (args: readonly string[], settings: Record<string, string> = {}) =>
  runCli("cli/webhook-secret.ts", args, { STAGEDOOR_DATA_DIR: parts().dataDir, ...settings });

/** Starts a built-in receiver that is recorded in the data folder, as the launcher records it. */
async function startNotedReceiver(secrets: readonly string[]) {
  const started = await startUnderTest({ secrets });
  const { controlToken, certificateAuthority, port } = started.receiver;
  const folder = join(parts().dataDir, "receiver");
  await mkdir(folder, { recursive: true });
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "control-token"), `${controlToken}\n`);
  await writeFile(join(folder, "certificate-authority.pem"), certificateAuthority);
  return { ...started, settings: { RECEIVER_PORT: String(port) } };
}

describe("npm run webhook-secret", () => {
  test("says what to do if there is no secret yet", async () => {
    const { code, errors } = await webhookSecret(["show"]);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: "There is no signing secret yet. Start Stagedoor, or rotate to create one.\n",
    });
  });

  test("rotates to a new current secret, and shows both while both are valid", async () => {
    const { ports } = parts().container;
    const { secret: before } = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
    const rotated = await webhookSecret(["rotate"]);
    const current = rotated.output.split("\n")[0] ?? "";

    expect(rotated).toMatchObject({ code: 0, errors: "" });
    expect(await showWebhookSecrets(ports)).toMatchObject({
      secret: current,
      previous: { secret: before },
    });
    const shown = await webhookSecret(["show"]);
    expect(shown.output).toMatch(
      new RegExp(
        `^${current}\n${before}\n {2}The previous secret works until`.replaceAll("+", "\\+"),
      ),
    );
  });

  test("gives the built-in receiver the new secret and the one that is still valid", async () => {
    const { secret: before } = await rotateWebhookSecret(parts().container.ports, COMMAND_AUTHOR);
    const { send, control, settings } = await startNotedReceiver([before]);
    const rotated = await webhookSecret(["rotate"], settings);
    const [secret = ""] = rotated.output.split("\n");

    expect(rotated).toMatchObject({ code: 0, errors: "" });
    expect(rotated.output).toMatch(/\nThe built-in receiver already has it\.\n$/);
    expect((await control("GET", "state")).json).toMatchObject({ secrets: 2 });
    for (const valid of [secret, before]) {
      expect(await send(signNotification({ secret: valid }))).toMatchObject({ status: 200 });
    }
  });

  test("rotates even if the built-in receiver does not respond, and says so", async () => {
    const { receiver, settings } = await startNotedReceiver([]);
    await receiver.stop();
    const { code, output } = await webhookSecret(["rotate"], settings);
    const [secret] = output.split("\n");

    expect(code).toBe(0);
    expect(output).toMatch(
      /\nThe built-in receiver did not respond\. It will get the secret when you restart Stagedoor\. .*receiver\.log/,
    );
    expect(await showWebhookSecrets(parts().container.ports)).toMatchObject({ secret });
  });

  test("does not contact a receiver that is off", async () => {
    const { control, settings } = await startNotedReceiver([]);
    const off = { ...settings, STAGEDOOR_RECEIVER: "off" };
    const { code, output } = await webhookSecret(["rotate"], off);
    expect(code).toBe(0);
    expect(output).not.toContain("built-in");
    expect((await control("GET", "state")).json).toMatchObject({ secrets: 0 });
  });

  test("does not rotate a secret that comes from the settings", async () => {
    const secret = `whsec_${"A".repeat(43)}=`;
    const { code, errors } = await webhookSecret(["rotate"], { WEBHOOK_SIGNING_SECRET: secret });
    expect(code).toBe(1);
    expect(errors).toMatch(/the setting WEBHOOK_SIGNING_SECRET/);
  });

  test.each([[[]], [["list"]], [["show", "all"]]])("prints the usage for %j", async (args) => {
    expect((await webhookSecret(args)).errors).toMatch(/^Usage: npm run webhook-secret/);
  });
});
