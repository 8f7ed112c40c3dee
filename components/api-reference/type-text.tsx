import type { TypePart } from "@/lib/http/openapi/reference/type-parts";

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
