import { clsx } from "clsx";

const LOOKS: Readonly<Record<string, string>> = {
  GET: "bg-note-soft text-note",
  POST: "bg-go-soft text-go",
  DELETE: "bg-alarm-soft text-alarm",
};

/** The HTTP method of a call. Its border remains visible in forced-colours mode. */
export function MethodMark({
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
