import type { CockpitNotificationDetail } from "@/lib/http/notifications/cockpit-schemas";
import { ATTEMPT_TEXTS } from "../../texts/en/delivery-texts";
import { Disclosure } from "../../ui/disclosure";
import { CodeRegion } from "../../ui/scroll-region";

type Delivery = CockpitNotificationDetail["deliveries"][number];

/**
 * The body of a response as text, or a note that the response has none; `of` names the attempt or test that the response
 * belongs to.
 */
export function AnswerBody({
  answer,
  of,
}: {
  readonly answer: NonNullable<Delivery["answer"]>;
  readonly of: string;
}) {
  const { body, isTruncated, bodyError } = answer;
  return (
    <div>
      {body === "" ? (
        <p className="text-sm text-quiet">{ATTEMPT_TEXTS.emptyBody}</p>
      ) : (
        <>
          <p className="mb-1.5 font-medium text-sm">{ATTEMPT_TEXTS.answerBody}</p>
          <CodeRegion label={ATTEMPT_TEXTS.regionOf(ATTEMPT_TEXTS.answerBody, of)} text={body} />
        </>
      )}
      {isTruncated && <p className="mt-1.5 text-xs text-quiet">{ATTEMPT_TEXTS.truncated}</p>}
      {bodyError !== null && (
        <p className="mt-1.5 text-xs text-quiet">{ATTEMPT_TEXTS.bodyError(bodyError)}</p>
      )}
    </div>
  );
}

/** A short technical text that says why there was no response. */
export function FailureDetail({ failure }: { readonly failure: NonNullable<Delivery["failure"]> }) {
  return (
    <p className="text-sm text-quiet">
      {ATTEMPT_TEXTS.failure}
      {": "}
      <code className="break-all text-ink text-xs">{failure.code}</code>
      {failure.detail && (
        <>
          {" · "}
          <bdi className="break-all font-mono text-xs">{failure.detail}</bdi>
        </>
      )}
    </p>
  );
}

interface Headers {
  readonly title: string;
  /** Names the attempt or test that the headers belong to. */
  readonly of: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers in the order in which they were sent. */
export function HeaderList({ title, of, headers }: Headers) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return <p className="text-sm text-quiet">{ATTEMPT_TEXTS.noHeaders}</p>;
  const text = entries.map(([name, value]) => `${name}: ${value}`).join("\n");
  return <CodeRegion label={ATTEMPT_TEXTS.regionOf(title, of)} text={text} />;
}

/** A list of headers that is collapsed at first. */
export function HeadersDisclosure(parts: Headers) {
  return (
    <Disclosure summary={parts.title}>
      <HeaderList {...parts} />
    </Disclosure>
  );
}
