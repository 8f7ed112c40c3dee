import { expect, test } from "vitest";
import { beginning, type PeriodEvent, type PeriodState, reducePeriod } from "./resend-period";

const NOW = Date.parse("2026-11-22T10:00:00Z");
const PERIOD = {
  state: "undelivered",
  createdFrom: "2026-11-21T10:00:00.000Z",
  createdTo: "2026-11-22T10:01:00.000Z",
} as const;

const after = (state: PeriodState, ...events: readonly PeriodEvent[]) =>
  events.reduce(reducePeriod, state);
const counting = after(beginning(NOW), { kind: "began", what: "counting" });
const countedFor = ({ fields }: PeriodState): PeriodEvent => ({
  kind: "counted",
  fields,
  counted: { period: PERIOD, count: 3 },
});

test("a count is shown only for the values that it was requested for, and the counted notifications can then be sent", () => {
  expect(after(counting, countedFor(counting))).toMatchObject({
    busy: null,
    counted: { period: PERIOD, count: 3 },
  });
});

test.each<[string, Partial<PeriodState["fields"]>]>([
  ["state", { state: "delivered" }],
  ["start", { from: "2026-11-01T10:00" }],
  ["end", { to: "2026-11-30T10:00" }],
])("a count or a failure that arrives after the %s was changed is dropped", (_, entered) => {
  const changed = after(counting, { kind: "entered", entered });
  const late: readonly PeriodEvent[] = [
    countedFor(counting),
    { kind: "failed", fields: counting.fields, failure: "no answer" },
  ];

  expect(changed).toMatchObject({ busy: null, counted: null });
  for (const event of late) expect(after(changed, event)).toBe(changed);
  const again = after(changed, { kind: "began", what: "counting" });
  for (const event of late) expect(after(again, event)).toBe(again);
});

test("changing a value and changing it back also drops the pending count", () => {
  const same = after(
    counting,
    { kind: "entered", entered: { state: "delivered" } },
    { kind: "entered", entered: { state: "undelivered" } },
  );

  expect(after(same, countedFor(counting))).toBe(same);
});

test("nothing can be changed while the counted notifications are being sent", () => {
  const sending = after(counting, countedFor(counting), { kind: "began", what: "sending" });

  expect(after(sending, { kind: "entered", entered: { state: "delivered" } })).toBe(sending);
  expect(sending.counted?.period).toEqual(PERIOD);
});
