import { expect, test } from "vitest";
import type { ListedUser } from "@/lib/accounts/ports";
import { renderUsers } from "./user-schemas";

const NOON = new Date("2026-03-01T12:00:00.000Z");

const aListedUser = (overrides: Partial<ListedUser>): ListedUser => ({
  id: "019cbc00-0000-7000-8000-0000000000dd",
  email: "ada@example.com",
  name: "Ada",
  role: "reader" as const,
  sessionVersion: 1,
  createdAt: NOON,
  passwordChangedAt: NOON,
  lastSignedInAt: null,
  deactivatedAt: null,
  hasPassword: false,
  hasSecondFactor: false,
  link: null,
  ...overrides,
});

test.each([
  ["whose invitation was revoked and who never signed in", {}, "invited"],
  ["who used single sign-on", { lastSignedInAt: NOON }, "active"],
  ["with a password who never signed in", { hasPassword: true }, "active"],
  ["who was deactivated", { deactivatedAt: NOON }, "deactivated"],
])("a user %s is shown with the corresponding state", (_who, fields, state) => {
  const { items } = renderUsers({ users: [aListedUser(fields)], total: 1 }, NOON);
  expect(items).toMatchObject([{ state }]);
});
