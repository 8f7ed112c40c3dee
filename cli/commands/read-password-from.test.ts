import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readPasswordFrom } from "./user-commands";

const read = (...chunks: string[]) =>
  readPasswordFrom(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));

test.each([
  [["correct horse battery\n"]],
  [["correct horse battery"]],
  [["correct horse battery\r\n"]],
  [["correct ", "horse battery\nanother line\n"]],
])("the password of %j is its first line", async (chunks) => {
  expect(await read(...chunks)).toBe("correct horse battery");
});

test("spaces are part of the password", async () => {
  expect(await read(" correct horse \n")).toBe(" correct horse ");
});

test.each([[[]], [[""]], [["\n"]]])("%j contains no password and is rejected", async (chunks) => {
  await expect(read(...chunks)).rejects.toThrow("contains no password");
});

test("a file that is too long to be a password is not read to the end", async () => {
  await expect(read("x".repeat(5000), "y")).rejects.toThrow("too long for a password");
});
