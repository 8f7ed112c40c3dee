import { API_REFERENCE_TEXTS } from "@/components/texts/en/documentation-texts";
import type { ApiReference } from "@/lib/http/openapi/reference/api-reference";

/** The anchors of the reference's sections. */
export const PART_ANCHORS = {
  authentication: "api-keys",
  errors: "errors",
  headers: "response-headers",
  objects: "objects",
} as const;

/** Returns the anchor of a tag, such as `staged-documents`. */
export const tagAnchor = (name: string) => name.toLowerCase().replaceAll(" ", "-");

/** Links to all calls on the page: beside it if there is room, otherwise above it. */
export function ReferenceNavigation({ tags }: { readonly tags: ApiReference["tags"] }) {
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
