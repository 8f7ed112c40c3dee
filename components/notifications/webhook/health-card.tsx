"use client";

import { clsx } from "clsx";
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  History,
  type LucideIcon,
  Send,
  Timer,
  Unplug,
} from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import type { WebhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { formatCount } from "../../texts/en/format";
import { HEALTH_TEXTS, TEST_TEXTS } from "../../texts/en/webhook-texts";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { LocalTime } from "../../ui/local-time";
import { Notice } from "../../ui/notice";
import { useToasts } from "../../ui/toast";
import { Countdown } from "../log/countdown";
import { webhookCalls } from "../log/webhook-calls";
import { messageOf } from "../message-of";
import { type HealthState, type HealthWords, judgeHealth } from "./judge-health";
import { TestAnswer, TestNotice } from "./test-result";
import { type SavedUrl, trySendingTest } from "./use-webhook-url";

const ICONS: Record<HealthState, LucideIcon> = {
  "no-webhook": Unplug,
  untried: CircleDashed,
  delivered: CircleCheck,
  "caught-up": History,
  waiting: Timer,
  responding: Timer,
  failing: CircleAlert,
};

const LOOKS: Record<HealthWords["tone"], string> = {
  note: "bg-sunken text-quiet",
  go: "bg-go-soft text-go",
  wait: "bg-wait-soft text-wait",
  alarm: "bg-alarm-soft text-alarm",
};

/** The state of the receiver, in words first and then in figures. */
export function HealthCard({
  overview,
  onSent,
}: {
  readonly overview: WebhookOverview;
  readonly onSent: () => unknown;
}) {
  const [isBusy, setBusy] = useState(false);
  const [latest, setLatest] = useState<Pick<SavedUrl, "url" | "test" | "problem"> | null>(null);
  const { url } = overview;
  const words = judgeHealth(overview);
  // The response of a different receiver says nothing about the current one.
  const result = latest?.url === url ? latest : null;
  const send = async () => {
    if (url === null) return;
    setBusy(true);
    setLatest(null);
    setLatest({ url, ...(await trySendingTest()) });
    setBusy(false);
  };
  return (
    <Card
      title={HEALTH_TEXTS.title}
      action={
        url !== null && (
          <Button disabled={isBusy} onClick={() => void send()}>
            <Send aria-hidden />
            {isBusy ? HEALTH_TEXTS.sendingTest : HEALTH_TEXTS.sendTest}
          </Button>
        )
      }
    >
      <Verdict words={words} />
      {words.state === "responding" && overview.health.notificationsOutstanding > 0 && (
        <SendPendingButton onSent={onSent} />
      )}
      <div aria-live="polite">
        {result?.test && <TestNotice test={result.test} className="mt-5" />}
        {result?.problem && (
          <Notice tone="alarm" title={TEST_TEXTS.notTested} className="mt-5">
            {result.problem}
          </Notice>
        )}
      </div>
      {result?.test && (
        <div className="mt-3 flex flex-col gap-3">
          <TestAnswer test={result.test} of={TEST_TEXTS.ofTest} />
          <Button className="self-start" onClick={() => setLatest(null)}>
            {TEST_TEXTS.close}
          </Button>
        </div>
      )}
      <HealthFigures health={overview.health} />
    </Card>
  );
}

function Verdict({ words }: { readonly words: HealthWords }) {
  const Icon = ICONS[words.state];
  return (
    <div className="flex items-start gap-4">
      <span
        className={clsx("grid size-12 shrink-0 place-items-center rounded-full", LOOKS[words.tone])}
      >
        <Icon aria-hidden className="size-6" strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <p className="font-serif text-3xl leading-tight">
          {/* Screen readers announce only this part, because they would read out the ticking times again and again. */}
          <span role="status">{words.title}</span>
          {words.since && (
            <>
              {" "}
              <LocalTime at={words.since} look="relative" />
            </>
          )}
        </p>
        <p className="mt-1 text-quiet">
          {words.help}
          {words.nextAttemptAt && (
            <>
              {" "}
              {HEALTH_TEXTS.failingNext} <Countdown at={words.nextAttemptAt} />
              {"."}
            </>
          )}
          {words.state === "failing" && ` ${HEALTH_TEXTS.failingAdvice}`}
        </p>
      </div>
    </div>
  );
}

/**
 * Sends all pending notifications now instead of at their next attempt. Changes that are not in a notification yet are
 * sent after them.
 */
function SendPendingButton({ onSent }: { readonly onSent: () => unknown }) {
  const [isBusy, setBusy] = useState(false);
  const toasts = useToasts();
  const send = async () => {
    setBusy(true);
    try {
      const { count } = await webhookCalls.sendPending();
      toasts.done(HEALTH_TEXTS.pendingSent(count));
      await onSent();
    } catch (error) {
      toasts.failed(HEALTH_TEXTS.pendingNotSent, messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button tone="primary" className="mt-4" disabled={isBusy} onClick={() => void send()}>
      <Send aria-hidden />
      {isBusy ? HEALTH_TEXTS.sendingPending : HEALTH_TEXTS.sendPending}
    </Button>
  );
}

/** A count of this number means "this many or more". */
const COUNT_MAX = 10_000;

/** Figures about the receiver's health. */
function HealthFigures({ health }: { readonly health: WebhookOverview["health"] }) {
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 border-line border-t pt-5 sm:grid-cols-3 lg:grid-cols-5">
      <Figure name={HEALTH_TEXTS.changesWaiting}>{formatCount(health.changesWaiting)}</Figure>
      <Figure name={HEALTH_TEXTS.outstanding}>
        {formatCount(health.notificationsOutstanding)}
      </Figure>
      <Figure name={HEALTH_TEXTS.undelivered}>
        <GivenUp count={health.undeliveredCount} />
      </Figure>
      <Figure name={HEALTH_TEXTS.lastDelivered}>
        <Moment at={health.lastDeliveredAt} missing={HEALTH_TEXTS.never} />
      </Figure>
      <Figure name={HEALTH_TEXTS.oldestUntold}>
        <Moment at={health.oldestUntoldAt} missing={HEALTH_TEXTS.none} />
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col justify-between gap-1">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="text-lg tabular-nums leading-tight">{children}</dd>
    </div>
  );
}

function Moment({ at, missing }: { readonly at: string | null; readonly missing: string }) {
  return at === null ? missing : <LocalTime at={at} look="relative" />;
}

function GivenUp({ count }: { readonly count: number }) {
  const text = count >= COUNT_MAX ? `${formatCount(COUNT_MAX)}+` : formatCount(count);
  if (count === 0) return text;
  return (
    <Link
      href="?state=undelivered#delivery-log"
      prefetch={false}
      aria-label={HEALTH_TEXTS.undeliveredLink(text)}
      className="inline-block min-h-6 text-alarm underline underline-offset-4"
    >
      {text}
    </Link>
  );
}
