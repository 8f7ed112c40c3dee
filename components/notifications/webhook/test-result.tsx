import Link from "next/link";
import type { CockpitNotificationDetail } from "@/lib/http/notifications/cockpit-schemas";
import { ATTEMPT_TEXTS } from "../../texts/en/delivery-texts";
import { TEST_TEXTS } from "../../texts/en/webhook-texts";
import { LocalTime } from "../../ui/local-time";
import { Notice } from "../../ui/notice";
import { AnswerBody, FailureDetail, HeadersDisclosure } from "../log/answer-parts";
import { describeResult, isReceived } from "../log/attempt-words";

/** Whether a test was delivered; if not, why, and what to do. */
export function TestNotice({
  test,
  prefix,
  className,
}: {
  readonly test: CockpitNotificationDetail;
  /** A sentence shown before the result. */
  readonly prefix?: string;
  readonly className?: string;
}) {
  const attempt = test.lastAttempt;
  if (!attempt) return null;
  const hasArrived = isReceived(attempt.status);
  const verdict = (hasArrived ? TEST_TEXTS.arrived : TEST_TEXTS.failed)(describeResult(attempt));
  return (
    <Notice
      tone={hasArrived ? "go" : "alarm"}
      title={prefix ? `${prefix} ${verdict}` : verdict}
      className={className ?? ""}
    >
      {attempt.sentence && <p>{attempt.sentence}</p>}
      {attempt.fix && (
        <p>
          <strong className="font-medium">{TEST_TEXTS.whatHelps}</strong> {attempt.fix}
        </p>
      )}
    </Notice>
  );
}

/** The exact response of the receiver to a test, and where the test was sent. */
export function TestAnswer({
  test,
  of,
}: {
  readonly test: CockpitNotificationDetail;
  /** Names the test for screen readers, because the page can show two responses. */
  readonly of: string;
}) {
  const delivery = test.deliveries.at(-1);
  if (!delivery) return null;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-quiet">
        {TEST_TEXTS.sentTo} <bdi className="break-all font-mono text-ink">{delivery.url}</bdi>{" "}
        {TEST_TEXTS.sentAt} <LocalTime at={delivery.at} look="clock" />
      </p>
      {delivery.failure && <FailureDetail failure={delivery.failure} />}
      {delivery.answer && (
        <>
          <AnswerBody answer={delivery.answer} of={of} />
          <HeadersDisclosure
            title={ATTEMPT_TEXTS.answerHeaders}
            of={of}
            headers={delivery.answer.headers}
          />
        </>
      )}
      <p>
        <Link
          href={`/administration/external-dms/notifications/${test.id}`}
          prefetch={false}
          className="underline underline-offset-4"
        >
          {TEST_TEXTS.showLog}
        </Link>
      </p>
    </div>
  );
}
