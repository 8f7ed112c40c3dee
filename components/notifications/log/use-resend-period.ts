"use client";

import { useState } from "react";
import { type DeliveryState, PERIOD_TEXTS } from "../../texts/en/delivery-texts";
import { useToasts } from "../../ui/toast";
import { messageOf } from "./message-of";
import { lastDay, readPeriod } from "./read-period";
import { type ResendPeriod, webhookCalls } from "./webhook-calls";

interface Fields {
  readonly state: DeliveryState;
  readonly from: string;
  readonly to: string;
}

/** A period of which it is known how many notifications it has. */
interface Counted {
  readonly period: ResendPeriod;
  readonly count: number;
}

/** Counts first and sends exactly the period that was counted; another entry makes the count void. */
export function useResendPeriod(onDone: () => unknown) {
  const [fields, setFields] = useState<Fields>(() => ({
    ...{ state: "undelivered", ...lastDay(Date.now()) },
  }));
  const [busy, setBusy] = useState<"counting" | "sending" | null>(null);
  const [counted, setCounted] = useState<Counted | null>(null);
  const [wrong, setWrong] = useState<{ field: "from" | "to"; problem: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const toasts = useToasts();

  const attempt = async (what: "counting" | "sending", act: () => Promise<void>) => {
    setBusy(what);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(null);
    }
  };

  const count = () => {
    const read = readPeriod(fields);
    if ("wrong" in read) return setWrong({ field: read.wrong, problem: read.problem });
    const period = { state: fields.state, ...read };
    return attempt("counting", async () => {
      const found = await webhookCalls.resendPeriod(period, { dryRun: true });
      setCounted({ period, count: found.count });
    });
  };

  const send = ({ period }: Counted) =>
    attempt("sending", async () => {
      const sent = await webhookCalls.resendPeriod(period, { dryRun: false });
      toasts.done(PERIOD_TEXTS.sent(sent.count), PERIOD_TEXTS.sentHelp);
      await onDone();
    });

  const enter = (entered: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...entered }));
    setCounted(null);
    setWrong(null);
    setFailure(null);
  };

  return { fields, busy, counted, wrong, failure, enter, count, send };
}
