import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { SCOPES, type Scope } from "@/lib/kernel/rules/actor";
import { NEW_API_KEY_TEXTS, SCOPE_TEXTS } from "../../texts/en/api-key-texts";

/** Lets the user choose the scopes of a key, and explains each of them. */
export function ScopeChoices({
  chosen,
  error,
  onChoose,
}: {
  readonly chosen: readonly Scope[];
  readonly error: string | undefined;
  readonly onChoose: (scopes: readonly Scope[]) => void;
}) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="text-sm font-medium">{NEW_API_KEY_TEXTS.scopes}</legend>
      <p className="text-quiet text-sm">{NEW_API_KEY_TEXTS.scopesHelp}</p>
      <div className="mt-1.5 flex flex-col gap-0.5">
        {SCOPES.map((scope) => (
          <label key={scope} className="flex min-h-7 items-start gap-2.5 py-1 text-sm">
            <input
              type="checkbox"
              aria-invalid={error !== undefined}
              className="mt-0.5 size-4 shrink-0 accent-ink"
              checked={chosen.includes(scope)}
              onChange={({ currentTarget: { checked } }) =>
                onChoose(
                  SCOPES.filter((each) => (each === scope ? checked : chosen.includes(each))),
                )
              }
            />
            <span>
              {SCOPE_TEXTS[scope]}{" "}
              <span className="whitespace-nowrap font-mono text-quiet text-xs">{scope}</span>
            </span>
          </label>
        ))}
      </div>
      <p id={errorId} aria-live="polite" className="text-sm font-medium text-alarm">
        {error && (
          <span className="inline-flex items-start gap-1.5">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{error}</span>
          </span>
        )}
      </p>
    </fieldset>
  );
}
