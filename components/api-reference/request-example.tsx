import { API_REFERENCE_TEXTS } from "@/components/texts/en/documentation-texts";
import { CodeRegion } from "@/components/ui/code-region";
import { Disclosure } from "@/components/ui/disclosure";
import type { CodeSample } from "@/lib/http/openapi/code-samples";
import { CopyCode } from "./copy-code";

/** Writes `processingFailed` as `processing failed`. */
const inWords = (label: string) => label.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The requests of a call as curl commands. Only the first one is expanded at first. */
export function RequestExamples({
  summary,
  samples,
}: {
  readonly summary: string;
  readonly samples: readonly CodeSample[];
}) {
  const [first, ...others] = samples;
  if (!first) return null;
  return (
    <>
      <RequestExample summary={summary} sample={first} isOnly={others.length === 0} />
      {others.length > 0 && (
        <Disclosure className="mt-2" summary={API_REFERENCE_TEXTS.moreExamples(others.length)}>
          {others.map((sample) => (
            <RequestExample key={sample.label} summary={summary} sample={sample} isOnly={false} />
          ))}
        </Disclosure>
      )}
    </>
  );
}

function RequestExample({
  summary,
  sample: { label, source },
  isOnly,
}: {
  readonly summary: string;
  readonly sample: CodeSample;
  readonly isOnly: boolean;
}) {
  return (
    <div data-example="" className="mt-3">
      <div className="flex items-center justify-between gap-4 pb-1.5 text-sm">
        <span className="text-quiet first-letter:uppercase">
          {isOnly ? API_REFERENCE_TEXTS.examples : inWords(label)}
        </span>
        <span className="noscript:hidden">
          <CopyCode
            text={source}
            label={API_REFERENCE_TEXTS.copyRequest(summary, inWords(label))}
          />
        </span>
      </div>
      <CodeRegion
        label={API_REFERENCE_TEXTS.request(summary, inWords(label))}
        text={source}
        isWrapped={false}
      />
    </div>
  );
}
