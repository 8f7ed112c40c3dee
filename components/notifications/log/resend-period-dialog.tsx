"use client";

import { type FormEvent, useEffect, useId, useReducer, useRef } from "react";
import { type DeliveryState, PERIOD_TEXTS } from "../../texts/en/delivery-texts";
import { UI_TEXTS } from "../../texts/en/ui-texts";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { useToasts } from "../../ui/toast";
import { messageOf } from "../message-of";
import { readPeriod } from "./read-period";
import { beginning, type CountedPeriod, type PeriodFields, reducePeriod } from "./resend-period";
import { webhookCalls } from "./webhook-calls";

/** Resends the notifications from a period after showing how many there are. */
export function ResendPeriodDialog({
  isOpen,
  onClose,
  onSent,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSent: () => unknown;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={PERIOD_TEXTS.title}
      description={PERIOD_TEXTS.intro}
    >
      <ResendPeriodForm onClose={onClose} onSent={onSent} />
    </Dialog>
  );
}

/**
 * Counts the notifications first, then resends exactly those in the period and state whose count is shown. Changing a
 * value cancels the count.
 */
function useResendPeriod({
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
      dispatch({ kind: "failed", fields, failure: messageOf(error) });
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
        dryRun: true,
        signal: ending.signal,
      });
      dispatch({ kind: "counted", fields, counted: { period, count: found.count } });
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

/** The most frequently needed choice comes first. */
const CHOICES: readonly DeliveryState[] = ["undelivered", "delivered", "pending"];

/** The state and period of the notifications to resend. Shows how many there are before anything is sent. */
function ResendPeriodForm({
  onClose,
  onSent,
}: {
  readonly onClose: () => void;
  readonly onSent: () => unknown;
}) {
  const form = useResendPeriod({ onClose, onSent });
  const { fields, busy, counted, wrong } = form;
  const isSending = busy === "sending";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy === null) void form.count();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <StateField
        value={fields.state}
        isDisabled={isSending}
        onChange={(state) => form.enter({ state })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={PERIOD_TEXTS.from}
          type="datetime-local"
          value={fields.from}
          readOnly={isSending}
          error={wrong?.field === "from" ? wrong.problem : null}
          onChange={(event) => form.enter({ from: event.target.value })}
        />
        <TextField
          label={PERIOD_TEXTS.to}
          type="datetime-local"
          value={fields.to}
          readOnly={isSending}
          error={wrong?.field === "to" ? wrong.problem : null}
          onChange={(event) => form.enter({ to: event.target.value })}
        />
      </div>
      <p className="text-sm text-quiet">{PERIOD_TEXTS.zone(zoneOfReader())}</p>
      <div aria-live="polite" className="min-h-6 text-sm font-medium">
        {counted &&
          (counted.count > 0 ? PERIOD_TEXTS.found(counted.count) : PERIOD_TEXTS.foundNone)}
        {form.failure && <Notice tone="alarm" title={form.failure} />}
      </div>
      <Actions form={form} onClose={onClose} />
    </form>
  );
}

const zoneOfReader = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function Actions({
  form: { busy, counted, send },
  onClose,
}: {
  readonly form: ReturnType<typeof useResendPeriod>;
  readonly onClose: () => void;
}) {
  const sendable = counted && counted.count > 0 ? counted : null;
  const sendText = sendable?.period.state === "pending" ? PERIOD_TEXTS.sendNow : PERIOD_TEXTS.send;
  return (
    <DialogActions>
      <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
      <Button type="submit" tone={sendable ? "plain" : "primary"} disabled={busy !== null}>
        {busy === "counting" ? PERIOD_TEXTS.counting : PERIOD_TEXTS.count}
      </Button>
      {sendable && (
        <Button tone="primary" disabled={busy !== null} onClick={() => void send(sendable)}>
          {busy === "sending" ? PERIOD_TEXTS.sending : sendText(sendable.count)}
        </Button>
      )}
    </DialogActions>
  );
}

function StateField({
  value,
  isDisabled,
  onChange,
}: {
  readonly value: DeliveryState;
  readonly isDisabled: boolean;
  readonly onChange: (state: DeliveryState) => void;
}) {
  const id = useId();
  const choose = (text: string) => {
    const chosen = CHOICES.find((state) => state === text);
    if (chosen) onChange(chosen);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {PERIOD_TEXTS.state}
      </label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        onChange={(event) => choose(event.target.value)}
        className="min-h-10 w-full rounded-lg border border-edge bg-raised px-3 text-base text-ink disabled:opacity-60 sm:text-sm"
      >
        {CHOICES.map((state) => (
          <option key={state} value={state}>
            {PERIOD_TEXTS.stateLabels[state]}
          </option>
        ))}
      </select>
    </div>
  );
}
