import type { ReactNode } from "react";

/** One entry of a list of facts: a name and what is known. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-quiet text-xs">{name}</dt>
      <dd className="mt-0.5 tabular-nums">{children}</dd>
    </div>
  );
}
