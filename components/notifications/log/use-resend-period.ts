"use client";

import { useEffect, useReducer, useRef } from "react";
import { PERIOD_TEXTS } from "../../texts/en/delivery-texts";
import { useToasts } from "../../ui/toast";
import { messageOf } from "./message-of";
import { readPeriod } from "./read-period";
import { beginning, type CountedPeriod, type PeriodFields, reducePeriod } from "./resend-period";
import { webhookCalls } from "./webhook-calls";

/**
 * Counts the notifications first, then resends exactly those in the period and state whose count is shown. Changing a
 * value cancels the count.
 */
export function useResendPeriod({
  onClose,
  onSent,
}: {
  /** Not called if the dialog was closed before the response arrived, because it may have been opened again. */
  readonly onClose: () => void;
  readonly onSent: () => unknown;
}) {
  const [{ fields, ...shown }, dispatch] = useReducer(reducePeriod, null, () =>
    beginning(Date.now()),
  );
  const counting = useRef<AbortController | null>(null);
  const isOpen = useRef(true);
  const toasts = useToasts();
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      counting.current?.abort();
    };
  }, []);

  const attempt = async (what: "counting" | "sending", act: () => Promise<void>) => {
    dispatch({ kind: "began", what });
    try {
      await act();
    } catch (error) {
      dispatch({ kind: "failed", asked: fields, failure: messageOf(error) });
    }
  };

  const count = () => {
    const read = readPeriod(fields);
    if ("wrong" in read) {
      const wrong = { field: read.wrong, problem: read.problem };
      return dispatch({ kind: "refused", wrong });
    }
    const period = { state: fields.state, ...read };
    const ending = new AbortController();
    counting.current = ending;
    return attempt("counting", async () => {
      const found = await webhookCalls.resendPeriod(period, {
        ...{ dryRun: true, signal: ending.signal },
      });
      dispatch({ kind: "counted", asked: fields, counted: { period, count: found.count } });
    });
  };

  const send = ({ period }: CountedPeriod) =>
    attempt("sending", async () => {
      const sent = await webhookCalls.resendPeriod(period, { dryRun: false });
      toasts.done(PERIOD_TEXTS.sent(sent.count), PERIOD_TEXTS.sentHelp);
      if (isOpen.current) onClose();
      await onSent();
    });

  const enter = (entered: Partial<PeriodFields>) => {
    counting.current?.abort();
    dispatch({ kind: "entered", entered });
  };

  return { fields, ...shown, enter, count, send };
}
