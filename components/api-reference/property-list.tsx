import type { ReactNode } from "react";
import { API_REFERENCE_TEXTS } from "@/components/texts/en/documentation-texts";
import type { Bounds, ReferenceProperty } from "@/lib/http/openapi/reference/properties";
import type { TypePart } from "@/lib/http/openapi/reference/type-parts";
import { DescribedText } from "./described-text";

/** Properties or parameters with their types and descriptions, in columns if there is room. */
export function PropertyList({
  properties,
  placeOf,
  isOfRequest = false,
}: {
  readonly properties: readonly ReferenceProperty[];
  /** Renders where a parameter goes in the request. */
  readonly placeOf?: (name: string) => ReactNode;
  /** Whether to mark required properties. Responses always contain all of their properties. */
  readonly isOfRequest?: boolean;
}) {
  return (
    <dl className="mt-2 divide-y divide-line border-y border-line text-sm">
      {properties.map((property) => (
        <div
          key={property.name}
          className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        >
          <dt>
            <code className="font-medium">{property.name}</code>
            {isOfRequest && <Need isRequired={property.isRequired} />}
            {placeOf && <span className="text-quiet"> {placeOf(property.name)}</span>}
            <span className="block text-xs text-quiet">
              <TypeText type={property.type} />
            </span>
          </dt>
          <dd className="text-quiet">
            <DescribedText text={property.description} />
            <Limits property={property} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Need({ isRequired }: { readonly isRequired: boolean }) {
  return isRequired ? (
    <span className="text-curtain"> {API_REFERENCE_TEXTS.required}</span>
  ) : (
    <span className="text-quiet"> {API_REFERENCE_TEXTS.optional}</span>
  );
}

function Limits({ property: { bounds, defaultValue } }: { readonly property: ReferenceProperty }) {
  const limits = [
    ...(bounds ? [boundsText(bounds)] : []),
    ...(defaultValue === null ? [] : [API_REFERENCE_TEXTS.defaultValue(defaultValue)]),
  ];
  return limits.length === 0 ? null : <p className="mt-0.5 text-xs">{limits.join(" · ")}</p>;
}

function boundsText({ of, min, max }: Bounds): string {
  const { between, atLeast, atMost, bounds } = API_REFERENCE_TEXTS;
  if (min !== null && max !== null) return bounds[of](between(min, max));
  return bounds[of](min === null ? atMost(max ?? 0) : atLeast(min));
}

/** Returns the anchor of an object in the reference. */
export const objectAnchor = (name: string) => `object-${name}`;

/** A type in TypeScript notation, with links to its objects. */
export function TypeText({ type }: { readonly type: readonly TypePart[] }) {
  return (
    <code>
      {type.map(({ text, object }, index) => {
        const key = `${index}-${text}`;
        return object === null ? (
          <span key={key}>{text}</span>
        ) : (
          <ObjectLink key={key} name={object} />
        );
      })}
    </code>
  );
}

/** A link to an object on this page. */
export function ObjectLink({ name }: { readonly name: string }) {
  return (
    <a className="text-ink underline underline-offset-2" href={`#${objectAnchor(name)}`}>
      {name}
    </a>
  );
}
