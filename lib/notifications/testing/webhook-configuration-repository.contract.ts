import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { WebhookConfigurationRepository } from "../ports";

/** Opens an empty repository for a test. */
type Open = () => Promise<WebhookConfigurationRepository>;

const AT = new Date("2026-03-01T12:00:00.123Z");
const EXPIRES_AT = new Date("2026-03-02T12:00:00.123Z");
const URL_OF_RECEIVER = "https://bücher.example:8443/hook?tenant=1#%20";
const sealed = (text: string) => Buffer.from(`\u0000${text}`);
const rotation = { at: AT, previousExpiresAt: EXPIRES_AT };

/** Rotates the secret like a caller that has just read the configuration. */
async function rotate(repository: WebhookConfigurationRepository, text: string): Promise<boolean> {
  const { secret: replacing } = await repository.find();
  return repository.rotateSecret(sealed(text), { ...rotation, replacing }, anAuditNote());
}

/** Defines the contract tests that every webhook configuration repository must pass. */
export function describeWebhookConfigurationRepositoryContract(name: string, open: Open): void {
  describe(name, () => {
    describeUrl(open);
    describeSecrets(open);
    describeSecretsAtOnce(open);
  });
}

function describeUrl(open: Open) {
  describe("the URL", () => {
    test("is null at first, and there is no secret", async () => {
      const nothing = { url: null, secret: null, previousSecret: null };
      expect(await (await open()).find()).toEqual(nothing);
    });

    test("is exactly the URL that was set last", async () => {
      const repository = await open();
      await repository.setUrl(
        "https://first.example/",
        { firstSecret: sealed("a"), at: AT },
        anAuditNote(),
      );
      await repository.setUrl(URL_OF_RECEIVER, { firstSecret: sealed("b"), at: AT }, anAuditNote());
      expect((await repository.find()).url).toBe(URL_OF_RECEIVER);
    });

    test("is null after its removal, which can be repeated and does not remove the secrets", async () => {
      const repository = await open();
      await repository.removeUrl(AT, anAuditNote());
      await repository.setUrl(URL_OF_RECEIVER, { firstSecret: sealed("a"), at: AT }, anAuditNote());
      await rotate(repository, "b");
      const before = await repository.find();
      await repository.removeUrl(AT, anAuditNote());
      await repository.removeUrl(AT, anAuditNote());
      expect(await repository.find()).toEqual({ ...before, url: null });
    });
  });
}

function describeSecrets(open: Open) {
  describe("the secret", () => {
    test("is created with the first URL and stays the same with later URLs, even after a URL has been removed", async () => {
      const repository = await open();
      await repository.setUrl(URL_OF_RECEIVER, { firstSecret: sealed("a"), at: AT }, anAuditNote());
      await repository.setUrl(URL_OF_RECEIVER, { firstSecret: sealed("b"), at: AT }, anAuditNote());
      await repository.removeUrl(AT, anAuditNote());
      await repository.setUrl(URL_OF_RECEIVER, { firstSecret: sealed("c"), at: AT }, anAuditNote());
      const { secret, previousSecret } = await repository.find();
      expect(secret).toEqual(sealed("a"));
      expect(previousSecret).toBeNull();
    });

    test("works together with the previous secret after a rotation, until the previous secret expires", async () => {
      const repository = await open();
      await repository.setUrl(URL_OF_RECEIVER, { firstSecret: sealed("a"), at: AT }, anAuditNote());
      expect(await rotate(repository, "b")).toBe(true);
      expect(await repository.find()).toEqual({
        url: URL_OF_RECEIVER,
        secret: sealed("b"),
        previousSecret: { sealed: sealed("a"), expiresAt: EXPIRES_AT },
      });
    });

    test("becomes the previous secret in a second rotation, which drops the oldest secret", async () => {
      const repository = await open();
      for (const text of ["a", "b", "c"]) await rotate(repository, text);
      const { secret, previousSecret } = await repository.find();
      expect(secret).toEqual(sealed("c"));
      expect(previousSecret?.sealed).toEqual(sealed("b"));
    });

    test("stays the same when the first URL is set if the secret already exists", async () => {
      const repository = await open();
      await rotate(repository, "a");
      await repository.setUrl(URL_OF_RECEIVER, { firstSecret: sealed("b"), at: AT }, anAuditNote());
      const { secret, previousSecret } = await repository.find();
      expect(secret).toEqual(sealed("a"));
      expect(previousSecret).toBeNull();
    });
  });
}

function describeSecretsAtOnce(open: Open) {
  describe("the secret after concurrent calls", () => {
    test("is the same for twenty calls that all set the first URL", async () => {
      const repository = await open();
      const texts = Array.from({ length: 20 }, (_, index) => `secret ${index}`);
      await Promise.all(
        texts.map((text) =>
          repository.setUrl(URL_OF_RECEIVER, { firstSecret: sealed(text), at: AT }, anAuditNote()),
        ),
      );
      const { secret, previousSecret } = await repository.find();
      expect(texts.map(sealed)).toContainEqual(secret);
      expect(previousSecret).toBeNull();
    });

    test("comes from exactly one of twenty rotations that all replace the same secret; the others return false", async () => {
      const repository = await open();
      await rotate(repository, "before");
      const { secret: replacing } = await repository.find();
      const texts = Array.from({ length: 20 }, (_, index) => `secret ${index}`);
      const areDone = await Promise.all(
        texts.map((text) =>
          repository.rotateSecret(sealed(text), { ...rotation, replacing }, anAuditNote()),
        ),
      );
      const done = texts.filter((_, index) => areDone[index]);
      expect(done).toHaveLength(1);
      expect(await repository.find()).toMatchObject({
        secret: sealed(done[0] ?? ""),
        previousSecret: { sealed: sealed("before") },
      });
    });

    test("is not replaced by a rotation that expected no secret", async () => {
      const repository = await open();
      await rotate(repository, "a");
      const late = { ...rotation, replacing: null };
      expect(await repository.rotateSecret(sealed("b"), late, anAuditNote())).toBe(false);
      expect(await repository.find()).toMatchObject({ secret: sealed("a"), previousSecret: null });
    });
  });
}
