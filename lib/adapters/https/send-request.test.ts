import { expect, test } from "vitest";
import { NO_CONNECTION } from "./connection-facts";
import { sendRequest } from "./send-request";
import { requestTo } from "./testing/transport.fixture";

test("an error caused by a lack of resources in our own process is rethrown, and the connection is closed", async () => {
  const shortage = Object.assign(new Error("too many open files"), { code: "EMFILE" });
  const closed: string[] = [];
  const connection = {
    client: { request: () => Promise.reject(shortage) },
    facts: NO_CONNECTION,
    bytesReceived: () => 0,
    isOpen: () => true,
    close: () => Promise.resolve(void closed.push("connection")),
  };
  const sending = sendRequest(null, {
    request: requestTo("https://dms.example.com/"),
    timeoutMs: 1000,
    open: () => Promise.resolve(connection),
  });
  await expect(sending).rejects.toBe(shortage);
  expect(closed).toEqual(["connection"]);
});
