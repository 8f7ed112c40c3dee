"use client";

import { useEffect, useRef } from "react";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { useFocusAgain } from "./use-focus-again";

/** The second step of signing in: asks for the second factor's code. Its field is focused from the start. */
export function CodeStep({
  email,
  code,
  error,
  refusals,
  onChange,
  onBack,
}: {
  readonly email: string;
  readonly code: string;
  /** The problem with the submitted code; null if there is none. */
  readonly error: string | null;
  /** How many times a code has been rejected so far. */
  readonly refusals: number;
  readonly onChange: (code: string) => void;
  /** Returns to the email and the password. */
  readonly onBack: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useFocusAgain(input, refusals);
  return (
    <>
      <Notice tone="note" title={SIGN_IN_TEXTS.codeNeeded} isAnnounced>
        <span className="break-words">{SIGN_IN_TEXTS.codeNeededHelp(email)}</span>
      </Notice>
      <TextField
        label={SIGN_IN_TEXTS.code}
        name="code"
        ref={input}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={code}
        description={SIGN_IN_TEXTS.codeHelp}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="text-quiet text-sm">{SIGN_IN_TEXTS.codeLost}</p>
      <Button tone="quiet" className="self-start" onClick={onBack}>
        {SIGN_IN_TEXTS.backToPassword}
      </Button>
    </>
  );
}
