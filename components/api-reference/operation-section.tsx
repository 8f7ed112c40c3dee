import { clsx } from "clsx";
import { API_REFERENCE_TEXTS } from "@/components/texts/en/documentation-texts";
import { Disclosure } from "@/components/ui/disclosure";
import { CodeRegion } from "@/components/ui/scroll-region";
import type { CodeSample } from "@/lib/http/openapi/code-samples";
import type {
  ReferenceOperation,
  ReferenceProblem,
  ReferenceResponse,
} from "@/lib/http/openapi/reference/api-reference";
import { AnchorHeading } from "./anchor-heading";
import { CopyCode } from "./copy-code";
import { DescribedText } from "./described-text";
import { ObjectLink, PropertyList } from "./property-list";

/** One call: its purpose, parameters, body and responses. Its `operationId` is its anchor. */
export function OperationSection({ operation }: { readonly operation: ReferenceOperation }) {
  const { id, method, path, summary, description, samples, responses, problems } = operation;
  return (
    <section aria-labelledby={id} className="mt-8 border-t border-line pt-8">
      <AnchorHeading level="h3" id={id} title={summary} className="text-xl font-semibold" />
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-sm">
        <MethodMark method={method} />
        <code>{path}</code>
      </p>
      <DescribedText className="mt-3 text-quiet" text={description} />
      <Parameters operation={operation} />
      <Body operation={operation} />
      <RequestExamples summary={summary} samples={samples} />
      {responses.map((response) => (
        <Response key={response.status} summary={summary} response={response} />
      ))}
      <Problems problems={problems} />
    </section>
  );
}

function Parameters({ operation: { parameters } }: { readonly operation: ReferenceOperation }) {
  if (parameters.length === 0) return null;
  const places = new Map(parameters.map(({ name, place }) => [name, place]));
  return (
    <>
      <h4 className="mt-5 text-sm font-semibold">{API_REFERENCE_TEXTS.parameters}</h4>
      <PropertyList
        properties={parameters}
        placeOf={(name) => API_REFERENCE_TEXTS.places[places.get(name) ?? "query"]}
      />
    </>
  );
}

function Body({ operation: { body } }: { readonly operation: ReferenceOperation }) {
  if (!body) return null;
  return (
    <>
      <h4 className="mt-5 text-sm font-semibold">
        {API_REFERENCE_TEXTS.body}{" "}
        <code className="font-normal text-quiet">
          <ObjectLink name={body.object} />
        </code>
      </h4>
      <PropertyList properties={body.properties} isOfRequest />
    </>
  );
}

function Response({
  summary,
  response: { status, description, headers, object, example },
}: {
  readonly summary: string;
  readonly response: ReferenceResponse;
}) {
  return (
    <>
      <h4 className="mt-5 text-sm font-semibold">
        {API_REFERENCE_TEXTS.response(status)}{" "}
        {object && (
          <code className="font-normal text-quiet">
            <ObjectLink name={object} />
          </code>
        )}
      </h4>
      <DescribedText className="mt-1 text-sm text-quiet" text={description} />
      {headers.length > 0 && (
        <p className="mt-1 text-sm text-quiet">
          {API_REFERENCE_TEXTS.responseHeaders}
          <code className="text-ink">{headers.join(", ")}</code>
        </p>
      )}
      {example !== null && (
        <Disclosure className="mt-1.5" summary={API_REFERENCE_TEXTS.exampleResponse}>
          <CodeRegion
            label={API_REFERENCE_TEXTS.responseOf(summary, status)}
            text={example}
            isWrapped={false}
          />
        </Disclosure>
      )}
    </>
  );
}

function Problems({ problems }: { readonly problems: readonly ReferenceProblem[] }) {
  return (
    <Disclosure className="mt-3" summary={API_REFERENCE_TEXTS.problems(problems.length)}>
      <ul className="space-y-1.5 text-sm text-quiet">
        {problems.map(({ status, code, title }) => (
          <li key={code}>
            <span className="tabular-nums">{status}</span>{" "}
            <a className="text-ink underline underline-offset-2" href={`/docs/problems/${code}`}>
              <code>{code}</code>
            </a>{" "}
            {title}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

const LOOKS: Readonly<Record<string, string>> = {
  GET: "bg-note-soft text-note",
  POST: "bg-go-soft text-go",
  DELETE: "bg-alarm-soft text-alarm",
};

/** The HTTP method of a call. Its border remains visible in forced-colours mode. */
function MethodMark({
  method,
  className,
}: {
  readonly method: string;
  readonly className?: string;
}) {
  return (
    <span
      className={clsx(
        "inline-block rounded border border-current/25 px-1.5 font-mono text-[0.6875rem] font-semibold leading-5",
        LOOKS[method] ?? "bg-wait-soft text-wait",
        className,
      )}
    >
      {method}
    </span>
  );
}

/** Writes `processingFailed` as `processing failed`. */
const inWords = (label: string) => label.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The requests of a call as curl commands. Only the first one is expanded at first. */
function RequestExamples({
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
