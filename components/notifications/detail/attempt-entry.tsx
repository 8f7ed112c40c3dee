import { CircleCheck, CircleX } from "lucide-react";
import type { NamedNotification } from "@/lib/http/notifications/cockpit-schemas";
import { ATTEMPT_TEXTS, causeText } from "../../texts/en/delivery-texts";
import { Disclosure } from "../../ui/disclosure";
import { LocalTime } from "../../ui/local-time";
import { AnswerBody, FailureDetail, HeaderList } from "../log/answer-parts";
import { describeResult, isReceived } from "../log/attempt-words";
import { ConnectionFacts } from "./connection-facts";
import { PhaseBar } from "./phase-bar";

type Delivery = NamedNotification["deliveries"][number];

/** One attempt: when and why it was made, its result, what to do, and below that, all details. */
export function AttemptEntry({
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
