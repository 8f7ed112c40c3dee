import type { DeliveryState } from "../../texts/en/delivery-texts";
import { lastDay } from "./read-period";
import type { ResendPeriod } from "./webhook-calls";

/** The values of the fields. */
export interface PeriodFields {
  readonly state: DeliveryState;
  readonly from: string;
  readonly to: string;
}

/** A period and the number of notifications in it. */
export interface CountedPeriod {
  readonly period: ResendPeriod;
  readonly count: number;
}

/** The operation in progress for a period. */
export type PeriodBusy = "counting" | "sending";

/** The state of a period, from input to sending; `counted` always belongs to `fields`. */
export interface PeriodState {
  readonly fields: PeriodFields;
  readonly busy: PeriodBusy | null;
  readonly counted: CountedPeriod | null;
  readonly wrong: { readonly field: "from" | "to"; readonly problem: string } | null;
  readonly failure: string | null;
}

/** An event that changes the state. A result contains the fields for which it was requested. */
export type PeriodEvent =
  | { readonly kind: "entered"; readonly entered: Partial<PeriodFields> }
  | { readonly kind: "refused"; readonly wrong: PeriodState["wrong"] }
  | { readonly kind: "began"; readonly what: PeriodBusy }
  | { readonly kind: "counted"; readonly fields: PeriodFields; readonly counted: CountedPeriod }
  | { readonly kind: "failed"; readonly fields: PeriodFields; readonly failure: string };

/** Returns the initial state: undelivered notifications from the last 24 hours. */
export const beginning = (nowMs: number): PeriodState => ({
  fields: { state: "undelivered", ...lastDay(nowMs) },
  busy: null,
  counted: null,
  wrong: null,
  failure: null,
});

/**
 * Returns the state after an event. Responses for outdated fields are dropped, and nothing can be changed while sending.
 */
export function reducePeriod(state: PeriodState, event: PeriodEvent): PeriodState {
  switch (event.kind) {
    case "entered":
      if (state.busy === "sending") return state;
      return {
        fields: { ...state.fields, ...event.entered },
        busy: null,
        counted: null,
        wrong: null,
        failure: null,
      };
    case "refused":
      return { ...state, wrong: event.wrong };
    case "began":
      return { ...state, busy: event.what, failure: null };
    case "counted":
      if (event.fields !== state.fields) return state;
      return { ...state, busy: null, counted: event.counted };
    case "failed":
      if (event.fields !== state.fields) return state;
      return { ...state, busy: null, failure: event.failure };
  }
}
