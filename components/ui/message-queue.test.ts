import { expect, test } from "vitest";
import { createMessageQueue, type Message } from "./message-queue";

const message = (title: string): Message => ({ kind: "done", title, description: undefined });

test("messages wait until they can be shown, and none is lost or shown twice", () => {
  const queue = createMessageQueue();
  const shown: string[] = [];
  const show = ({ title }: Message) => shown.push(title);
  queue.push(message("before"));
  const end = queue.take(show);
  queue.push(message("meanwhile"));
  end();
  queue.push(message("nobody looks"));
  expect(shown).toEqual(["before", "meanwhile"]);
  queue.take(show);
  expect(shown).toEqual(["before", "meanwhile", "nobody looks"]);
});
