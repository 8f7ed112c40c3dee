"use client";

import { CircleAlert } from "lucide-react";
import { useId, useRef, useState } from "react";
import { readAllowedNetwork } from "@/lib/accounts/rules/allowed-networks";
import type { NewApiKeyAnswer } from "@/lib/http/accounts/api-key-schemas";
import { SCOPES, type Scope } from "@/lib/kernel/rules/actor";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { NEW_API_KEY_TEXTS, SCOPE_TEXTS } from "../../texts/en/api-key-texts";
import { UI_TEXTS } from "../../texts/en/ui-texts";
import { Button } from "../../ui/button";
import { ChoiceChips } from "../../ui/choice-chips";
import { Dialog, DialogActions } from "../../ui/dialog";
import { TextArea, TextField } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { apiKeyCalls } from "./api-key-calls";

interface Parts {
  /** The user's own IP address; null if addresses are hidden. */
  readonly ownAddress: string | null;
  readonly onClose: () => void;
  readonly onCreated: (answer: NewApiKeyAnswer) => void;
}

/** A dialog for creating a key. It stays open until the server has created the key. */
export function CreateApiKeyDialog({ isOpen, ...parts }: Parts & { readonly isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} onClose={parts.onClose} title={NEW_API_KEY_TEXTS.title}>
      <CreateForm {...parts} />
    </Dialog>
  );
}

const EXPIRIES = (["30", "90", "365", "never"] as const satisfies readonly Expiry[]).map(
  (value) => ({ value, label: NEW_API_KEY_TEXTS.expiries[value] }),
);

function CreateForm({ ownAddress, onClose, onCreated }: Parts) {
  const form = useRef<HTMLFormElement>(null);
  const { values, set, problems, isBusy, submit } = useApiKeyForm(onCreated);
  const send = async () => {
    await submit();
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {problems.whole && (
        <Notice tone="alarm" title={NEW_API_KEY_TEXTS.notCreated} isAnnounced>
          {problems.whole}
        </Notice>
      )}
      <TextField
        label={NEW_API_KEY_TEXTS.name}
        description={NEW_API_KEY_TEXTS.nameHelp}
        required
        autoComplete="off"
        dir="auto"
        value={values.name}
        error={problems.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <ScopeChoices
        chosen={values.scopes}
        error={problems.scopes}
        onChoose={(scopes) => set({ scopes })}
      />
      <div>
        <p aria-hidden className="mb-1.5 text-sm font-medium">
          {NEW_API_KEY_TEXTS.expires}
        </p>
        <ChoiceChips
          label={NEW_API_KEY_TEXTS.expires}
          name="expiry"
          value={values.expiry}
          choices={EXPIRIES}
          onChoose={(expiry) => set({ expiry })}
        />
      </div>
      <TextArea
        label={NEW_API_KEY_TEXTS.networks}
        description={
          <>
            {NEW_API_KEY_TEXTS.networksHelp}
            {ownAddress && ` ${NEW_API_KEY_TEXTS.ownAddress(ownAddress)}`}
          </>
        }
        spellCheck={false}
        className="[&_textarea]:font-mono"
        value={values.networks}
        error={problems.allowedNetworks}
        onChange={({ currentTarget }) => set({ networks: currentTarget.value })}
      />
      <DialogActions>
        <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
        <Button type="submit" tone="primary" disabled={isBusy}>
          {isBusy ? NEW_API_KEY_TEXTS.busy : NEW_API_KEY_TEXTS.submit}
        </Button>
      </DialogActions>
    </form>
  );
}

/** The number of days after which a key expires. */
type Expiry = keyof typeof NEW_API_KEY_TEXTS.expiries;

interface Values {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiry: Expiry;
  /** The networks as the user typed them, one per line. */
  readonly networks: string;
}

type Problems = Partial<Record<"name" | "scopes" | "allowedNetworks" | "whole", string>>;

const DAY_MS = 24 * 60 * 60 * 1000;
const EMPTY: Values = { name: "", scopes: [], expiry: "90", networks: "" };

/**
 * Holds the values entered for a new key and validates them on submit. A problem is shown at its field until a value
 * changes.
 */
function useApiKeyForm(onCreated: (answer: NewApiKeyAnswer) => void) {
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    const judged = judge(values);
    setProblems(judged);
    if (Object.keys(judged).length > 0 || isBusy) return;
    setBusy(true);
    try {
      const { name, scopes, expiry } = values;
      const expiresAt =
        expiry === "never" ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString();
      onCreated(
        await apiKeyCalls.create({ name, scopes, expiresAt, allowedNetworks: linesOf(values) }),
      );
    } catch (error) {
      setProblems({ whole: errorMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  const set = (changed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changed }));
    setProblems({});
  };
  return { values, set, problems, isBusy, submit };
}

const linesOf = ({ networks }: Values) =>
  networks
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

function judge(values: Values): Problems {
  const wrong = linesOf(values).flatMap((line) => {
    const read = readAllowedNetwork(line);
    return "problem" in read ? [read.problem] : [];
  });
  return {
    ...(values.name.trim() === "" ? { name: NEW_API_KEY_TEXTS.nameMissing } : {}),
    ...(values.scopes.length === 0 ? { scopes: NEW_API_KEY_TEXTS.scopesMissing } : {}),
    ...(wrong.length > 0 ? { allowedNetworks: `${wrong.join("; ")}.` } : {}),
  };
}

/** Lets the user choose the scopes of a key, and explains each of them. */
function ScopeChoices({
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
              className="mt-0.5 size-4 shrink-0"
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
