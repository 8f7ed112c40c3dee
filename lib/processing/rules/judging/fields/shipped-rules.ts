import type { FieldRules } from "./field-rule";
import { ENERGY_RULES, LETTER_RULES, MAINTENANCE_RULES, PLAN_RULES } from "./rules/building-rules";
import { INSURANCE_RULES } from "./rules/insurance-rules";
import { PERMIT_RULES, REGISTER_RULES, VALUATION_RULES } from "./rules/land-rules";
import { AMENDMENT_RULES, LEASE_RULES } from "./rules/lease-rules";
import { INVOICE_RULES, UTILITY_RULES } from "./rules/money-rules";
import { TAX_RULES } from "./rules/tax-rules";

/** The rules for the fields of the shipped classes, by class. */
export const SHIPPED_RULES: Readonly<Record<string, FieldRules>> = {
  lease: LEASE_RULES,
  "lease-amendment": AMENDMENT_RULES,
  invoice: INVOICE_RULES,
  "utility-statement": UTILITY_RULES,
  "land-register-extract": REGISTER_RULES,
  "floor-plan": PLAN_RULES,
  "energy-certificate": ENERGY_RULES,
  "maintenance-report": MAINTENANCE_RULES,
  insurance: INSURANCE_RULES,
  "tax-assessment": TAX_RULES,
  valuation: VALUATION_RULES,
  "building-permit": PERMIT_RULES,
  correspondence: LETTER_RULES,
};
