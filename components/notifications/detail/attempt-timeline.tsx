import { clsx } from "clsx";
import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import type {
  CockpitNotificationDetail,
  NamedNotification,
} from "@/lib/http/notifications/cockpit-schemas";
import { ATTEMPT_TEXTS, causeText, NOTIFICATION_TEXTS } from "../../texts/en/delivery-texts";
import { Disclosure } from "../../ui/disclosure";
import { LocalTime } from "../../ui/local-time";
import { AnswerBody, FailureDetail, HeaderList } from "../log/answer-parts";
import { describeResult, formatMs, isReceived, type Phase, phasesOf } from "../log/attempt-words";
import { Countdown } from "../log/countdown";

/** All attempts, newest first, below the next planned one. */
export function AttemptTimeline({
  notification: { attempts, deliveries, nextAttemptAt },
}: {
  readonly notification: NamedNotification;
}) {
  const older = attempts - deliveries.length;
  const numbered = deliveries
    .map((delivery, index) => ({ number: older + index + 1, delivery }))
    .reverse();
  return (
    <>
      {deliveries.length === 0 && <p className="text-quiet">{NOTIFICATION_TEXTS.noAttempts}</p>}
      <ol className="relative flex flex-col gap-7">
        {nextAttemptAt && (
          <li className="relative pl-8 text-quiet">
            <span
              aria-hidden
              className="absolute top-1.5 left-1 size-3 rounded-full border-2 border-edge border-dashed"
            />
            {NOTIFICATION_TEXTS.nextAttempt} <Countdown at={nextAttemptAt} />
          </li>
        )}
        {numbered.map(({ number, delivery }) => (
          <AttemptEntry key={number} number={number} delivery={delivery} />
        ))}
      </ol>
      {older > 0 && (
        <p className="mt-5 text-sm text-quiet">{NOTIFICATION_TEXTS.olderAttempts(older)}</p>
      )}
    </>
  );
}

/** The server to which an attempt was actually connected. */
function ConnectionFacts({
  connection,
}: {
  readonly connection: CockpitNotificationDetail["deliveries"][number]["connection"];
}) {
  const { address, port, tlsVersion, certificateIssuer, certificateExpiresAt } = connection;
  return (
    <div>
      <p className="mb-2 font-medium">{ATTEMPT_TEXTS.connection}</p>
      <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[10rem_1fr]">
        <Fact name={ATTEMPT_TEXTS.address}>{address && addressText(address, port)}</Fact>
        <Fact name={ATTEMPT_TEXTS.tlsVersion}>{tlsVersion}</Fact>
        <Fact name={ATTEMPT_TEXTS.certificateIssuer}>
          {certificateIssuer && <bdi className="break-all">{certificateIssuer}</bdi>}
        </Fact>
        <Fact name={ATTEMPT_TEXTS.certificateExpiresAt}>
          {certificateExpiresAt && <LocalTime at={certificateExpiresAt} />}
        </Fact>
      </dl>
    </div>
  );
}

const addressText = (address: string, port: number | null) => {
  const host = address.includes(":") ? `[${address}]` : address;
  return port === null ? host : `${host}:${port}`;
};

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="mb-1.5 sm:mb-0">{children || ATTEMPT_TEXTS.unknown}</dd>
    </>
  );
}

const COLOURS: Readonly<Record<Phase["name"], string>> = {
  dns: "bg-note",
  connect: "bg-go",
  tls: "bg-wait",
  firstByte: "bg-curtain",
  rest: "bg-edge",
};

/** Shows how long each phase of an attempt took, as a bar with words and figures below it. */
function PhaseBar({
  phasesMs,
}: {
  readonly phasesMs: CockpitNotificationDetail["deliveries"][number]["phasesMs"];
}) {
  const phases = phasesOf(phasesMs);
  return (
    <div>
      <p className="mb-2 font-medium">{ATTEMPT_TEXTS.timing}</p>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken">
        {phases.map(({ name, share }) => (
          <span key={name} className={COLOURS[name]} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <dl className="mt-2 grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 text-xs sm:max-w-md">
        {phases.map(({ name, ms }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex items-center gap-2">
              <span aria-hidden className={clsx("size-2 rounded-full", COLOURS[name])} />
              {ATTEMPT_TEXTS.phases[name]}
            </dt>
            <dd className={clsx("text-right tabular-nums", ms === null && "text-quiet")}>
              {ms === null ? ATTEMPT_TEXTS.notReached : formatMs(ms)}
            </dd>
          </div>
        ))}
        <div className="col-span-2 grid grid-cols-subgrid font-medium">
          <dt className="pl-4">{ATTEMPT_TEXTS.total}</dt>
          <dd className="text-right tabular-nums">{formatMs(phasesMs.total)}</dd>
        </div>
      </dl>
    </div>
  );
}

type Delivery = NamedNotification["deliveries"][number];

/** One attempt: when and why it was made, its result, what to do, and below that, all details. */
function AttemptEntry({
  number,
  delivery,
}: {
  readonly number: number;
  readonly delivery: Delivery;
}) {
  const status = delivery.answer?.status ?? null;
  const hasArrived = isReceived(status);
  const Icon = hasArrived ? CircleCheck : CircleX;
  return (
    <li className="relative pl-8 before:absolute before:top-13 before:-bottom-11 before:left-2.5 before:w-px before:bg-line last:before:hidden">
      <Icon
        aria-hidden
        className={`absolute top-6 left-0 size-5 ${hasArrived ? "text-go" : "text-alarm"}`}
      />
      <p className="text-sm text-quiet">
        {ATTEMPT_TEXTS.number(number)}
        {" · "}
        <LocalTime at={delivery.at} look="clock" />
        {" · "}
        <bdi>{causeText(delivery.cause, delivery.author)}</bdi>
      </p>
      <h3 className="font-serif text-2xl leading-snug">
        {describeResult({ status, totalMs: delivery.phasesMs.total })}
      </h3>
      {delivery.sentence && <p className="mt-1">{delivery.sentence}</p>}
      {delivery.fix && (
        <p className="mt-1">
          <strong className="font-medium">{ATTEMPT_TEXTS.whatHelps}</strong> {delivery.fix}
        </p>
      )}
      {delivery.nextAttemptAt && (
        <p className="mt-1 text-sm text-quiet">
          {ATTEMPT_TEXTS.next} <LocalTime at={delivery.nextAttemptAt} look="clock" />
          {"."}
        </p>
      )}
      <Disclosure summary={ATTEMPT_TEXTS.details} className="mt-2">
        <AttemptDetails delivery={delivery} of={ATTEMPT_TEXTS.number(number)} />
      </Disclosure>
    </li>
  );
}

function AttemptDetails({ delivery, of }: { readonly delivery: Delivery; readonly of: string }) {
  const { url, answer, failure, requestHeaders, phasesMs, connection } = delivery;
  return (
    <div className="flex flex-col gap-5 text-sm">
      <p className="text-quiet">
        {ATTEMPT_TEXTS.sentTo} <bdi className="break-all font-mono text-ink text-xs">{url}</bdi>
      </p>
      {failure && <FailureDetail failure={failure} />}
      {answer && <AnswerBody answer={answer} of={of} />}
      {answer && (
        <TitledHeaders title={ATTEMPT_TEXTS.answerHeaders} of={of} headers={answer.headers} />
      )}
      <TitledHeaders title={ATTEMPT_TEXTS.requestHeaders} of={of} headers={requestHeaders} />
      <PhaseBar phasesMs={phasesMs} />
      <ConnectionFacts connection={connection} />
    </div>
  );
}

function TitledHeaders(parts: Parameters<typeof HeaderList>[0]) {
  return (
    <div>
      <p className="mb-1.5 font-medium">{parts.title}</p>
      <HeaderList {...parts} />
    </div>
  );
}
