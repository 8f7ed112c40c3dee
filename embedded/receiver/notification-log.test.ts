import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { oneChange } from "./notification.fixture";
import { openNotificationLog } from "./notification-log";

const FILE_BYTES_BOUND = 18_000_000;

async function temporaryFile(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "stagedoor-log-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return join(directory, "notifications.jsonl");
}

const arrival = (id: string) => ({
  arrivedAtMs: 1_700_000_000_000,
  method: "POST",
  path: "/webhook",
  headers: { "webhook-id": id, "x-stagedoor-attempt": "2" },
  whyNotVerified: null,
});

/** Opens a log for the running test. */
function open(file: string | null, notificationsKept = 1_000) {
  const log = openNotificationLog(file, notificationsKept);
  const take = (id: string, answered: number | null, body: string | Buffer = oneChange()) => {
    const notification = log.add(arrival(id), Buffer.from(body));
    log.noteAnswer(notification, answered);
    return notification;
  };
  return { ...log, take };
}

describe("a restart", () => {
  test("restores all notifications byte for byte, and numbering continues", async () => {
    const file = await temporaryFile();
    const first = open(file);
    first.take("msg_1", 200);
    first.take("msg_2", 500, Buffer.from([0xff, 0xfe, 0x00]));
    first.take("msg_3", null);
    const second = open(file);
    expect(second.notifications()).toEqual(first.notifications());
    expect(second.take("msg_4", 200)).toMatchObject({ number: 4, isRepeat: false });
  });

  test("recognises a repeat of a notification only if that notification was answered with 200", async () => {
    const file = await temporaryFile();
    const first = open(file);
    first.take("msg_ok", 200);
    first.take("msg_refused", 500);
    first.take("msg_no_content", 204);
    const second = open(file);
    expect(second.take("msg_ok", 200).isRepeat).toBe(true);
    expect(second.take("msg_refused", 200).isRepeat).toBe(false);
    expect(second.take("msg_no_content", 200).isRepeat).toBe(false);
  });

  test("after a kill in the middle of a line loses only that line and reports the loss", async () => {
    const file = await temporaryFile();
    const first = open(file);
    first.take("msg_1", 200);
    first.take("msg_2", 200);
    const text = await readFile(file, "utf8");
    await writeFile(file, text.slice(0, -20));
    const second = open(file);
    expect(second.unreadableLines).toBe(1);
    expect(second.notifications().map(({ id }) => id)).toEqual(["msg_1"]);
    second.take("msg_3", 200);
    const third = open(file);
    expect(third.unreadableLines).toBe(0);
    expect(third.notifications().map(({ id }) => id)).toEqual(["msg_1", "msg_3"]);
  });
});

describe("the notification file", () => {
  test("keeps the order of arrival, regardless of the order of the responses", async () => {
    const file = await temporaryFile();
    const first = open(file);
    const slow = first.add(arrival("msg_slow"), Buffer.from(oneChange()));
    first.take("msg_quick", 200);
    first.noteAnswer(slow, 200);
    expect(
      open(file)
        .notifications()
        .map(({ id }) => id),
    ).toEqual(["msg_slow", "msg_quick"]);
  });

  test("contains the ids of notifications that are no longer kept, so that repeats are still recognised", async () => {
    const file = await temporaryFile();
    const first = open(file, 2);
    for (const id of ["msg_1", "msg_2", "msg_3"]) first.take(id, 200);
    expect(first.notifications().map(({ id }) => id)).toEqual(["msg_2", "msg_3"]);
    open(file, 2);
    const third = open(file, 2);
    expect(third.notifications().map(({ id }) => id)).toEqual(["msg_2", "msg_3"]);
    expect(third.take("msg_1", 200).isRepeat).toBe(true);
  });

  test("contains only the next number once the log has been cleared", async () => {
    const file = await temporaryFile();
    const first = open(file);
    first.take("msg_1", 200);
    first.clear();
    const second = open(file);
    expect(second.notifications()).toEqual([]);
    expect(second.take("msg_1", 200)).toMatchObject({ number: 2, isRepeat: false });
  });
});

test("a response is in the file as soon as it is recorded, before anything else happens", async () => {
  const file = await temporaryFile();
  open(file).take("msg_1", 200);
  expect(await readFile(file, "utf8")).toContain('"id":"msg_1"');
});

test("the file can be read only by its owner", async () => {
  const file = await temporaryFile();
  open(file).take("msg_1", 200);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("file and memory stay bounded, and the newest notifications and all accepted ids are kept", async () => {
  const file = await temporaryFile();
  const log = open(file);
  const body = "x".repeat(1_000_000);
  for (let index = 0; index < 60; index += 1) log.take(`msg_${index}`, 200, body);
  expect((await stat(file)).size).toBeLessThan(FILE_BYTES_BOUND);
  const bytes = log
    .notifications()
    .reduce((sum, notification) => sum + notification.body.length, 0);
  expect(bytes).toBeLessThan(33_600_000);
  const next = open(file);
  expect(next.notifications().at(-1)?.id).toBe("msg_59");
  expect(next.take("msg_0", 200).isRepeat).toBe(true);
});

test("the oldest accepted id is dropped if there are more than 10,000", () => {
  const log = open(null);
  for (let index = 0; index <= 10_000; index += 1) log.take(`msg_${index}`, 200);
  expect(log.take("msg_0", 200).isRepeat).toBe(false);
  expect(log.take("msg_10000", 200).isRepeat).toBe(true);
});
