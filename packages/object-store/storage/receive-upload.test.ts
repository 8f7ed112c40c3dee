import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openUploadFile, receiveUpload } from "./receive-upload";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "receive-upload-"));
});
afterEach(() => rm(directory, { recursive: true }));

const options = (bytesDeclared: number) => ({
  file: join(directory, "upload"),
  bytesDeclared,
  bytesMax: 10,
  isDurable: true,
  openFile: openUploadFile,
});
const bodyOf = (...parts: readonly string[]) =>
  Readable.from(parts.map((part) => Buffer.from(part)));

test("a body is written completely, with its size and digests", async () => {
  const received = await receiveUpload(bodyOf("hel", "lo"), options(5));
  expect(await readFile(received.file, "utf8")).toBe("hello");
  expect(received).toMatchObject({
    size: 5,
    md5: "5d41402abc4b2a76b9719d911017c592",
    sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    crc32: "3610a686",
  });
});

test.each([
  ["shorter than declared", 6, ["hel", "lo"], "IncompleteBody"],
  ["longer than the limit, whatever was declared", 5, ["0123456789", "x"], "EntityTooLarge"],
])(
  "a body that is %s is rejected and its file is removed",
  async (_name, bytesDeclared, parts, code) => {
    await expect(receiveUpload(bodyOf(...parts), options(bytesDeclared))).rejects.toMatchObject({
      code,
    });
    expect(await readdir(directory)).toEqual([]);
  },
);

test("a body is rejected and its file is removed if the sender disconnects", async () => {
  const source = new Readable({ read: () => undefined });
  source.on("error", () => undefined);
  source.push(Buffer.from("hel"));
  const receiving = receiveUpload(source, options(5));
  source.destroy(new Error("aborted"));
  await expect(receiving).rejects.toMatchObject({ code: "IncompleteBody" });
  expect(await readdir(directory)).toEqual([]);
});

test("an existing file is never overwritten", async () => {
  await receiveUpload(bodyOf("hello"), options(5));
  await expect(receiveUpload(bodyOf("other"), options(5))).rejects.toMatchObject({
    code: "EEXIST",
  });
  expect(await readFile(join(directory, "upload"), "utf8")).toBe("hello");
});
