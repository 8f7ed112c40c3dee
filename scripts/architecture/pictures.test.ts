import { expect, test } from "vitest";
import { pictureComplaints } from "./pictures";

test("a diagram that does not show the imports of a report is named, with the command that draws it again", async () => {
  const summary = { totalCruised: 0, violations: [] };
  expect(await pictureComplaints(JSON.stringify({ modules: [], summary }))).toEqual([
    "docs/architecture/subjects.svg does not show the current imports. Run `npm run architecture`.",
    "docs/architecture/layers.svg does not show the current imports. Run `npm run architecture`.",
  ]);
});
