import { expect, test } from "vitest";
import { readFileBody } from "./read-file-body";

test("a truncated file is reported as incomplete, not as invalid JSON", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("aborted")),
  });
  const request = { headers: new Headers({ "content-type": "text/csv" }), body };
  const reading = readFileBody(request as never, { type: "text/csv", bytesMax: 100 });
  await expect(reading).rejects.toMatchObject({
    code: "validation-failed",
    detail: "The file arrived incomplete. Send it again.",
  });
});
