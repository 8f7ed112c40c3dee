import type { DeliveryState } from "../../texts/en/delivery-texts";
import { lastDay } from "./read-period";
import type { ResendPeriod } from "./webhook-calls";

/** What is entered, as the fields hold it. */
export interface PeriodFields {
  readonly state: DeliveryState;
  readonly from: string;
  readonly to: string;
}

/** A period of which it is known how many notifications it has. */
export interface CountedPeriod {
  readonly period: ResendPeriod;
  readonly count: number;
}

/** What goes on with a period. */
export type PeriodBusy = "counting" | "sending";

/** A period from entering it to sending it; `counted` is always of `fields`. */
export interface PeriodState {
  readonly fields: PeriodFields;
  readonly busy: PeriodBusy | null;
  readonly counted: CountedPeriod | null;
  readonly wrong: { readonly field: "from" | "to"; readonly problem: string } | null;
  readonly failure: string | null;
}

/** What happens to it; an answer names the fields that were asked about. */
export type PeriodEvent =
  | { readonly kind: "entered"; readonly entered: Partial<PeriodFields> }
  | { readonly kind: "refused"; readonly wrong: PeriodState["wrong"] }
  | { readonly kind: "began"; readonly what: PeriodBusy }
  | { readonly kind: "counted"; readonly asked: PeriodFields; readonly counted: CountedPeriod }
  | { readonly kind: "failed"; readonly asked: PeriodFields; readonly failure: string };

/** The undelivered ones of the last 24 hours. */
export const beginning = (nowMs: number): PeriodState => ({
  ...{ fields: { state: "undelivered", ...lastDay(nowMs) } },
  ...{ busy: null, counted: null, wrong: null, failure: null },
});

/** The state after an event. Answers to fields that were changed since are dropped, and what is being sent cannot be changed. */
export function reducePeriod(state: PeriodState, event: PeriodEvent): PeriodState {
  switch (event.kind) {
    case "entered":
      if (state.busy === "sending") return state;
      return {
        ...{ fields: { ...state.fields, ...event.entered } },
        ...{ busy: null, counted: null, wrong: null, failure: null },
      };
    case "refused":
      return { ...state, wrong: event.wrong };
    case "began":
      return { ...state, busy: event.what, failure: null };
    case "counted":
      if (event.asked !== state.fields) return state;
      return { ...state, busy: null, counted: event.counted };
    case "failed":
      if (event.asked !== state.fields) return state;
      return { ...state, busy: null, failure: event.failure };
  }
}
