"use client";

import { CircleCheck, Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import type { OwnSession } from "@/lib/http/accounts/cockpit-schemas";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { SESSION_TEXTS } from "../texts/en/account-texts";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { LoadFailure } from "../ui/load-failure";
import { LocalTime } from "../ui/local-time";
import { useToasts } from "../ui/toast";
import { ownSessionCalls } from "./own-session-calls";

interface ListParts {
  readonly items: readonly OwnSession[];
  /** Why the list could not be refreshed; undefined if it could. */
  readonly error: unknown;
  readonly onChanged: () => unknown;
}

/** The user's sessions, with buttons to end them. A session disappears once it has ended. */
export function OwnSessionList({ items, error, onChanged }: ListParts) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, endOne, endOthers } = useEnding(onChanged);
  const hasOthers = items.some(({ isThis }) => !isThis);
  return (
    <Card
      id="sessions"
      title={SESSION_TEXTS.title}
      action={
        hasOthers && (
          <Button onClick={() => setAsking(true)} disabled={isBusy}>
            {SESSION_TEXTS.endOthers}
          </Button>
        )
      }
    >
      <p className="mb-4 max-w-prose text-sm text-quiet">{SESSION_TEXTS.help}</p>
      {error !== undefined && (
        <LoadFailure error={error} isOlderShown onRetry={() => void onChanged()} />
      )}
      <ul aria-label={SESSION_TEXTS.list} className="divide-y divide-line border-y border-line">
        {items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() => void endOne(session.id)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={SESSION_TEXTS.endOthersTitle}
        description={SESSION_TEXTS.endOthersHelp}
        confirm={SESSION_TEXTS.endOthers}
        isBusy={isBusy}
        onConfirm={() => void endOthers().finally(() => setAsking(false))}
      />
    </Card>
  );
}

const PHONES: readonly (string | null)[] = ["iPhone", "iPad", "Android"];

function SessionRow({
  session,
  isBusy,
  onEnd,
}: {
  readonly session: OwnSession;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}) {
  const { isThis, address, method, hasSecondFactor, createdAt, lastSeenAt } = session;
  const Icon = PHONES.includes(session.system) ? Smartphone : Monitor;
  const device = SESSION_TEXTS.device(session);
  const place = address ?? SESSION_TEXTS.unknownAddress;
  const how = [
    SESSION_TEXTS.methods[method],
    ...(hasSecondFactor ? [SESSION_TEXTS.secondFactor] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden className="size-6 shrink-0 text-quiet" />
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {device}
          {isThis && (
            <span className="inline-flex min-h-6 items-center gap-1.5 rounded-full bg-go-soft px-2 text-xs text-go">
              <CircleCheck aria-hidden className="size-3.5" />
              {SESSION_TEXTS.this}
            </span>
          )}
        </p>
        <p className="mt-0.5 text-sm break-words text-quiet">
          {SESSION_TEXTS.whereAndHow(place, how)}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-quiet">
          <span>
            {SESSION_TEXTS.signedIn} <LocalTime at={createdAt} />
          </span>
          <span>
            {SESSION_TEXTS.lastSeen} <LocalTime at={lastSeenAt} look="relative" />
          </span>
        </p>
      </div>
      {!isThis && (
        <Button
          className="max-sm:ml-10"
          onClick={onEnd}
          disabled={isBusy}
          aria-label={SESSION_TEXTS.endOf(device, place)}
        >
          {SESSION_TEXTS.end}
        </Button>
      )}
    </li>
  );
}

function useEnding(onChanged: () => unknown) {
  const [isBusy, setBusy] = useState(false);
  const toasts = useToasts();
  const run = async (end: () => Promise<string>, failed: string) => {
    setBusy(true);
    try {
      toasts.done(await end());
      await onChanged();
    } catch (error) {
      toasts.failed(failed, errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    endOne: (id: string) =>
      run(async () => {
        await ownSessionCalls.endOne(id);
        return SESSION_TEXTS.ended;
      }, SESSION_TEXTS.notEnded),
    endOthers: () =>
      run(async () => {
        const { endedCount } = await ownSessionCalls.endOthers();
        return SESSION_TEXTS.endedOthers(endedCount);
      }, SESSION_TEXTS.notEndedOthers),
  };
}
