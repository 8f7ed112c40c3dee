"use client";

import { type FormEvent, useId } from "react";
import { type DeliveryState, PERIOD_TEXTS } from "../../texts/en/delivery-texts";
import { UI_TEXTS } from "../../texts/en/ui-texts";
import { Button } from "../../ui/button";
import { DialogActions } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { useResendPeriod } from "./use-resend-period";

/** The most frequently needed choice comes first. */
const CHOICES: readonly DeliveryState[] = ["undelivered", "delivered", "pending"];

/** The state and period of the notifications to resend. Shows how many there are before anything is sent. */
export function ResendPeriodForm({
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
