import type { Template } from "../template";
import { HELD_OUT_CONTRACTS } from "./held-out-contracts";
import { HELD_OUT_LETTERS } from "./held-out-letters";
import { HELD_OUT_MONEY } from "./held-out-money";
import { HELD_OUT_PROPERTY } from "./held-out-property";
import { TUNE_CONTRACTS_AND_MONEY } from "./tune-contracts-and-money";
import { TUNE_PROPERTY_AND_LETTERS } from "./tune-property-and-letters";

/** Templates that rules were tuned on. */
export const TUNE: readonly Template[] = [
  ...TUNE_CONTRACTS_AND_MONEY,
  ...TUNE_PROPERTY_AND_LETTERS,
];

/** Templates with another wording and layout, written before any of them was judged; their misses are not for tuning. */
export const HELD_OUT: readonly Template[] = [
  ...HELD_OUT_CONTRACTS,
  ...HELD_OUT_MONEY,
  ...HELD_OUT_PROPERTY,
  ...HELD_OUT_LETTERS,
];
