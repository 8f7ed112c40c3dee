import type { Template } from "../template";
import { HELD_OUT_CONTRACTS } from "./held-out-contracts";
import { HELD_OUT_INVOICES } from "./held-out-invoices";
import { HELD_OUT_LETTERS } from "./held-out-letters";
import { HELD_OUT_POLICIES_AND_TAXES } from "./held-out-policies-and-taxes";
import { HELD_OUT_REGISTERS_AND_PLANS } from "./held-out-registers-and-plans";
import { HELD_OUT_REPORTS_AND_PERMITS } from "./held-out-reports-and-permits";
import { HELD_OUT_UTILITIES } from "./held-out-utilities";
import { TUNE_CONTRACTS } from "./tune-contracts";
import { TUNE_INVOICES } from "./tune-invoices";
import { TUNE_LETTERS } from "./tune-letters";
import { TUNE_POLICIES_AND_TAXES } from "./tune-policies-and-taxes";
import { TUNE_REGISTERS_AND_PLANS } from "./tune-registers-and-plans";
import { TUNE_REPORTS_AND_PERMITS } from "./tune-reports-and-permits";

/** The templates on which rules were tuned. */
export const TUNE: readonly Template[] = [
  ...TUNE_CONTRACTS,
  ...TUNE_INVOICES,
  ...TUNE_POLICIES_AND_TAXES,
  ...TUNE_REGISTERS_AND_PLANS,
  ...TUNE_REPORTS_AND_PERMITS,
  ...TUNE_LETTERS,
];

/**
 * Templates with different wording and layout, written before any of them was classified. Rules must not be tuned to
 * errors in these templates.
 */
export const HELD_OUT: readonly Template[] = [
  ...HELD_OUT_CONTRACTS,
  ...HELD_OUT_INVOICES,
  ...HELD_OUT_UTILITIES,
  ...HELD_OUT_POLICIES_AND_TAXES,
  ...HELD_OUT_REGISTERS_AND_PLANS,
  ...HELD_OUT_REPORTS_AND_PERMITS,
  ...HELD_OUT_LETTERS,
];
