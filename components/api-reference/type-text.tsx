import type { TypePart } from "@/lib/http/openapi/reference/type-parts";

/** Where an object of the reference stands on its page. */
export const objectAnchor = (name: string) => `object-${name}`;

/** A type in the notation of TypeScript; its objects are links. */
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
