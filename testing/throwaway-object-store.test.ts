import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, inject, onTestFinished, test } from "vitest";
import { startThrowawayObjectStore, type ThrowawayObjectStore } from "./throwaway-object-store";

test("the provided object store keeps files that are uploaded to its bucket", async () => {
  const store = inject("objectStore");
  const client = clientOf(store);
  await client.send(
    new PutObjectCommand({ Bucket: store.bucket, Key: "throwaway/letter.txt", Body: "dear" }),
  );

  const object = await client.send(
    new GetObjectCommand({ Bucket: store.bucket, Key: "throwaway/letter.txt" }),
  );

  expect(await object.Body?.transformToString()).toBe("dear");
});

test("a separate object store can have a different size limit and is gone after stop", async () => {
  const { address, stop } = await startThrowawayObjectStore({ objectSizeMaxBytes: 3 });
  const put = new PutObjectCommand({ Bucket: address.bucket, Key: "letter.txt", Body: "dear" });
  await expect(clientOf(address).send(put)).rejects.toMatchObject({ name: "EntityTooLarge" });

  await stop();

  await expect(fetch(address.endpoint)).rejects.toThrow("fetch failed");
});

function clientOf(address: ThrowawayObjectStore["address"]): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = address;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  onTestFinished(() => client.destroy());
  return client;
}
