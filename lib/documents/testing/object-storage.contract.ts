import { describe, expect, test } from "vitest";
import {
  arrangeObject as arrange,
  bytesOf,
  now,
  type OpenStorage,
  type OpenWithoutBucket,
  twoHoursAgo,
} from "./object-storage.fixture";
import { describeCopies } from "./object-storage-copies.contract";
import { describeObjectListing } from "./object-storage-listing.contract";
import { describeMissingBucket } from "./object-storage-missing-bucket.contract";
import { describeReading } from "./object-storage-reading.contract";
import { describeRemoval } from "./object-storage-removal.contract";
import { describeVersions } from "./object-storage-versions.contract";

/** Defines the contract tests that every object storage must pass; each test uses its own keys. */
export function describeObjectStorageContract(
  name: string,
  open: OpenStorage,
  openWithoutBucket: OpenWithoutBucket,
): void {
  describe(name, () => {
    describeUploads(open);
    describeDownloads(open);
    describeReading(open);
    describeHead(open);
    describeCopies(open);
    describeRemoval(open);
    describeVersions(open);
    describeObjectListing(open);
    describeMissingBucket(openWithoutBucket);
    test("is reachable", async () => {
      const { storage } = await open();
      await expect(storage.checkReachable()).resolves.toBeUndefined();
    });
  });
}

function describeUploads(open: OpenStorage) {
  describe("upload URLs", () => {
    test("accept raw bytes without any additional headers and return 200", async () => {
      const { storage, key, upload } = await arrange(open);
      expect(await upload(bytesOf("content"))).toBe(200);
      expect((await storage.head(key))?.sizeBytes).toBe(7);
    });

    test("can be used again until they expire, and the latest upload counts", async () => {
      const { key, upload, download } = await arrange(open);
      await upload(bytesOf("first"));
      expect(await upload(bytesOf("second"))).toBe(200);
      expect(await (await download(key)).text()).toBe("second");
    });

    test("are rejected after they expire, and nothing is stored", async () => {
      const { storage, fetch, key } = await arrange(open);
      const url = await storage.signUpload(key, twoHoursAgo());
      expect((await fetch(url, { method: "PUT", body: bytesOf("late") })).status).toBe(403);
      expect(await storage.head(key)).toBeNull();
    });

    test.each([6, 8, 0])(
      "reject %i bytes if they were signed for 7, and nothing is stored",
      async (count) => {
        const { storage, fetch, key } = await arrange(open);
        const url = await storage.signUpload(key, { ...now(), sizeBytes: 7 });
        const answer = await fetch(url, { method: "PUT", body: new Uint8Array(count) });
        expect(answer.status).toBe(403);
        expect(await storage.head(key)).toBeNull();
      },
    );

    test("accept exactly the number of bytes that they were signed for", async () => {
      const { storage, fetch, key } = await arrange(open);
      const url = await storage.signUpload(key, { ...now(), sizeBytes: 7 });
      const answer = await fetch(url, { method: "PUT", body: bytesOf("content") });
      expect(answer.status).toBe(200);
      expect((await storage.head(key))?.sizeBytes).toBe(7);
    });

    test("cannot be used for reading", async () => {
      const { storage, fetch, key, upload } = await arrange(open);
      await upload(bytesOf("secret"));
      expect((await fetch(await storage.signUpload(key, now()))).status).toBe(403);
    });

    test("are rejected if they have been changed", async () => {
      const { storage, fetch, key } = await arrange(open);
      const url = await storage.signUpload(key, now());
      const other = url.replace(key, `${key}0`);
      expect((await fetch(other, { method: "PUT", body: bytesOf("x") })).status).toBe(403);
      expect(await storage.head(`${key}0`)).toBeNull();
    });
  });
}

/** Headers that would make caches store a document, or make clients misinterpret it. */
const CLAIMS = {
  "cache-control": "public, max-age=31536000",
  "content-encoding": "gzip",
  "content-language": "de",
  expires: "Fri, 24 May 2093 00:00:00 GMT",
};

/** Names that would break a header or a file system, or mislead a reader, if they were passed on unchanged. */
const HOSTILE_NAMES = [
  'quote".pdf',
  "O'Brien & Söhne (1).pdf",
  "日本語.pdf",
  "😀.pdf",
  "100%.pdf",
  "a;b=c, d.pdf",
  `${"😀".repeat(251)}.pdf`,
  `${"ä".repeat(251)}.pdf`,
];

function describeDownloads(open: OpenStorage) {
  describe("download URLs", () => {
    test("return the bytes", async () => {
      const { key, upload, download } = await arrange(open);
      await upload(bytesOf("content"));
      const answer = await download(key);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe("content");
    });

    test("never let a browser show what an uploader declared to be a web page", async () => {
      const { key, upload, download } = await arrange(open);
      await upload(bytesOf("<script>"), key, { "content-type": "text/html" });
      const { headers } = await download(key);
      expect(headers.get("content-type")).toBe("application/octet-stream");
      expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    });

    test("contain no metadata declared by the uploader", async () => {
      const { key, upload, download } = await arrange(open);
      await upload(bytesOf("not gzip"), key, CLAIMS);
      const answer = await download(key);
      expect(await answer.text()).toBe("not gzip");
      for (const [name, claimed] of Object.entries(CLAIMS)) {
        expect(answer.headers.get(name), name).not.toBe(claimed);
      }
    });

    test.each(HOSTILE_NAMES)("save the file under exactly the name %s", async (fileName) => {
      const { key, upload, download } = await arrange(open);
      await upload(bytesOf("content"));
      const answer = await download(key, fileName);
      expect(answer.status).toBe(200);
      const disposition = answer.headers.get("content-disposition") ?? "";
      const encoded = /^attachment;.*\bfilename\*=UTF-8''([^;]*)$/.exec(disposition)?.[1] ?? "";
      expect(decodeURIComponent(encoded)).toBe(fileName);
    });

    test("are rejected after they expire", async () => {
      const { storage, fetch, key, upload } = await arrange(open);
      await upload(bytesOf("content"));
      const options = { ...twoHoursAgo(), fileName: "report.pdf" };
      const url = await storage.signDownload({ key, versionId: null }, options);
      expect((await fetch(url)).status).toBe(403);
    });

    test("return 404 for a missing object", async () => {
      const { key, download } = await arrange(open);
      expect((await download(key)).status).toBe(404);
    });

    test("cannot be used for writing", async () => {
      const { storage, fetch, key } = await arrange(open);
      const options = { ...now(), fileName: "report.pdf" };
      const url = await storage.signDownload({ key, versionId: null }, options);
      expect((await fetch(url, { method: "PUT", body: bytesOf("x") })).status).toBe(403);
      expect(await storage.head(key)).toBeNull();
    });
  });
}

function describeHead(open: OpenStorage) {
  describe("head", () => {
    test("returns null for a missing object", async () => {
      const { storage, key } = await arrange(open);
      expect(await storage.head(key)).toBeNull();
    });

    test("returns the size, the declared content type and an ETag without quotes", async () => {
      const { storage, isVersioned, key, upload } = await arrange(open);
      await upload(bytesOf("content"), key, { "content-type": "application/pdf" });
      expect(await storage.head(key)).toEqual({
        versionId: isVersioned ? expect.stringMatching(/^(?!null$)./) : null,
        sizeBytes: 7,
        contentType: "application/pdf",
        etag: expect.stringMatching(/^[^"]+$/),
      });
    });

    test("returns a null content type for an upload without a content type", async () => {
      const { storage, key, upload } = await arrange(open);
      await upload(bytesOf("content"));
      expect((await storage.head(key))?.contentType).toBeNull();
    });

    test("returns 0 bytes for an empty object", async () => {
      const { storage, key, upload } = await arrange(open);
      await upload(new Uint8Array());
      expect((await storage.head(key))?.sizeBytes).toBe(0);
    });

    test("returns a different ETag after an upload of different bytes of the same size", async () => {
      const { storage, key, upload } = await arrange(open);
      await upload(bytesOf("one"));
      const before = await storage.head(key);
      await upload(bytesOf("two"));
      expect((await storage.head(key))?.etag).not.toBe(before?.etag);
    });
  });
}
