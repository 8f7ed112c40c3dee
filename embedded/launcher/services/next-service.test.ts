import { expect, test } from "vitest";
import { heapLimit } from "./next-service";

const GIBIBYTE = 2 ** 30;

test.each([
  { gigabytes: 1, megabytes: 256 },
  { gigabytes: 4, megabytes: 512 },
  { gigabytes: 6.5, megabytes: 832 },
  { gigabytes: 8, megabytes: 1024 },
  { gigabytes: 512, megabytes: 1024 },
])(
  "the application's heap is limited to $megabytes MB on a machine with $gigabytes GB",
  ({ gigabytes, megabytes }) => {
    expect(heapLimit("start", {}, gigabytes * GIBIBYTE)).toEqual([
      `--max-old-space-size=${megabytes}`,
    ]);
  },
);

test("the limit of this machine's own memory is within the same bounds", () => {
  const [argument = ""] = heapLimit("start", {});
  const megabytes = Number(argument.split("=")[1]);
  expect(megabytes).toBeGreaterThanOrEqual(256);
  expect(megabytes).toBeLessThanOrEqual(1024);
});

test.each(["--max-old-space-size=3000", "--trace-warnings --max_old_space_size=3000"])(
  "an operator's own limit in NODE_OPTIONS is kept: %s",
  (NODE_OPTIONS) => {
    expect(heapLimit("start", { NODE_OPTIONS }, 4 * GIBIBYTE)).toEqual([]);
  },
);

test("there is no limit in development, where Next compiles in the same process", () => {
  expect(heapLimit("dev", {}, 4 * GIBIBYTE)).toEqual([]);
});
