import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import type { ApiKeyNote, NewApiKey } from "../access-ports";

const NOON = new Date("2026-03-01T12:00:00.000Z");

/** Creates an audit note about a key, as a command writes it; tests pass only the values they care about. */
export const aKeyNote = (overrides: Partial<ApiKeyNote> = {}): ApiKeyNote => ({
  at: NOON,
  author: COMMAND_AUTHOR,
  action: "api-key-created",
  ...overrides,
});

/** Creates the data of a key to store; tests pass only the values they care about. */
export const aNewApiKey = (overrides: Partial<NewApiKey> = {}): NewApiKey => ({
  id: "019cbc00-0000-7000-8000-0000000000dd",
  name: "warehouse",
  hash: Buffer.alloc(32, 7),
  prefix: "sd_abcde",
  scopes: ["documents:read", "documents:write"],
  expiresAt: null,
  createdAt: NOON,
  allowedNetworks: [],
  ...overrides,
});
