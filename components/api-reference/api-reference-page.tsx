import { API_REFERENCE_TEXTS } from "@/components/texts/en/documentation-texts";
import { CodeRegion } from "@/components/ui/scroll-region";
import type { ApiReference } from "@/lib/http/openapi/reference/api-reference";
import { AnchorHeading } from "./anchor-heading";
import { DescribedText } from "./described-text";
import { OperationSection } from "./operation-section";
import { objectAnchor, PropertyList, TypeText } from "./property-list";

const HEADING = "mt-14 font-serif text-3xl";
const DOCUMENT = "/external-api/openapi.json";

/**
 * Every call in the external API, with code to copy. Wider than other text pages, because the examples stand next to the
 * text.
 */
export function ApiReferencePage({ reference }: { readonly reference: ApiReference }) {
  return (
    <div data-wide className="gap-x-12 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <h1 className="mb-6 font-serif text-4xl lg:col-span-2 lg:mb-0">
        {API_REFERENCE_TEXTS.title}
      </h1>
      <div>
        <ReferenceNavigation tags={reference.tags} />
      </div>
      <div className="min-w-0">
        <Introduction reference={reference} />
        {reference.tags.map(({ name, operations }) => (
          <section key={name} aria-labelledby={tagAnchor(name)}>
            <AnchorHeading level="h2" id={tagAnchor(name)} title={name} className={HEADING} />
            {operations.map((operation) => (
              <OperationSection key={operation.id} operation={operation} />
            ))}
          </section>
        ))}
        <Headers reference={reference} />
        <Objects reference={reference} />
      </div>
    </div>
  );
}

function Introduction({ reference }: { readonly reference: ApiReference }) {
  const { readDocument, openApiDocument, forGenerators } = API_REFERENCE_TEXTS;
  return (
    <>
      <DescribedText className="text-quiet lg:pt-6" text={reference.introduction} />
      <p className="mt-3 text-quiet">
        {readDocument}
        <a className="text-ink underline" href={DOCUMENT}>
          {openApiDocument}
        </a>
        {forGenerators}
      </p>
      <Part title={API_REFERENCE_TEXTS.authentication} anchor={PART_ANCHORS.authentication} />
      <DescribedText className="mt-2 text-quiet" text={reference.apiKey} />
      <p className="mt-2 mb-3 text-quiet">{API_REFERENCE_TEXTS.sendKey}</p>
      <CodeRegion label={API_REFERENCE_TEXTS.sendKey} text={API_REFERENCE_TEXTS.authorization} />
      <Part title={API_REFERENCE_TEXTS.errors} anchor={PART_ANCHORS.errors} />
      <div className="mt-3">
        <CodeRegion label={API_REFERENCE_TEXTS.errorExample} text={reference.problemExample} />
      </div>
    </>
  );
}

function Part({ title, anchor }: { readonly title: string; readonly anchor: string }) {
  return (
    <AnchorHeading level="h2" id={anchor} title={title} className="mt-10 font-serif text-2xl" />
  );
}

function Headers({ reference }: { readonly reference: ApiReference }) {
  return (
    <>
      <AnchorHeading
        level="h2"
        id={PART_ANCHORS.headers}
        title={API_REFERENCE_TEXTS.headers}
        className={HEADING}
      />
      <PropertyList properties={reference.headers} />
    </>
  );
}

function Objects({ reference }: { readonly reference: ApiReference }) {
  return (
    <>
      <AnchorHeading
        level="h2"
        id={PART_ANCHORS.objects}
        title={API_REFERENCE_TEXTS.objects}
        className={HEADING}
      />
      {reference.objects.map(({ name, description, type, properties, isOfRequest }) => (
        <section key={name} aria-labelledby={objectAnchor(name)} className="mt-8">
          <AnchorHeading
            level="h3"
            id={objectAnchor(name)}
            title={name}
            className="font-mono text-base font-semibold"
          />
          <DescribedText className="mt-1 text-sm text-quiet" text={description} />
          {properties.length > 0 ? (
            <PropertyList properties={properties} isOfRequest={isOfRequest} />
          ) : (
            <p className="mt-1 text-sm">
              <TypeText type={type} />
            </p>
          )}
        </section>
      ))}
    </>
  );
}

/** The anchors of the reference's sections. */
const PART_ANCHORS = {
  authentication: "api-keys",
  errors: "errors",
  headers: "response-headers",
  objects: "objects",
} as const;

/** Returns the anchor of a tag, such as `staged-documents`. */
const tagAnchor = (name: string) => name.toLowerCase().replaceAll(" ", "-");

/** Links to all calls on the page: beside it if there is room, otherwise above it. */
function ReferenceNavigation({ tags }: { readonly tags: ApiReference["tags"] }) {
  const { authentication, errors, headers, objects } = API_REFERENCE_TEXTS;
  return (
    <nav
      aria-label={API_REFERENCE_TEXTS.calls}
      className="mb-10 space-y-4 text-sm lg:sticky lg:top-0 lg:mb-0 lg:max-h-dvh lg:overflow-y-auto lg:py-6 lg:pr-2"
    >
      <ul className="space-y-0.5">
        <Entry anchor={PART_ANCHORS.authentication} text={authentication} />
        <Entry anchor={PART_ANCHORS.errors} text={errors} />
        <Entry anchor={PART_ANCHORS.headers} text={headers} />
        <Entry anchor={PART_ANCHORS.objects} text={objects} />
      </ul>
      {tags.map(({ name, operations }) => (
        <div key={name}>
          <a
            className="font-medium underline-offset-4 hover:underline"
            href={`#${tagAnchor(name)}`}
          >
            {name}
          </a>
          <ul className="mt-1 space-y-0.5">
            {operations.map(({ id, summary }) => (
              <Entry key={id} anchor={id} text={summary} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({ anchor, text }: { readonly anchor: string; readonly text: string }) {
  return (
    <li>
      <a
        className="inline-block py-0.5 text-quiet underline-offset-4 hover:text-ink hover:underline"
        href={`#${anchor}`}
      >
        {text}
      </a>
    </li>
  );
}
