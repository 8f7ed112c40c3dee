import { expect, test } from "vitest";
import { cancelUpload } from "./cancel-upload";

const DOCUMENT = { uuid: "0190", name: "plan.pdf" };

function cancelWith(own: { id: string } | null, status: number) {
  const cancelled: string[] = [];
  const uploads = { cancel: (id: string) => void cancelled.push(id) };
  const call = async ({ uuid }: { readonly uuid: string }) => {
    cancelled.push(uuid);
    return { status };
  };
  return { said: cancelUpload({ own, uploads, call }, DOCUMENT), cancelled };
}

test("an upload of this tab is cancelled locally and is not reported as cancelled yet", async () => {
  const { said, cancelled } = cancelWith({ id: "upload 1" }, 6);

  expect(await said).toBe("The upload of plan.pdf is being cancelled");
  expect(cancelled).toEqual(["upload 1"]);
});

test("any other upload is cancelled on the server, and the server's response is reported", async () => {
  expect(await cancelWith(null, 6).said).toBe("The upload of plan.pdf was cancelled");
  expect(await cancelWith(null, 8).said).toBe("plan.pdf was deleted");
  expect(cancelWith(null, 6).cancelled).toEqual(["0190"]);
});
