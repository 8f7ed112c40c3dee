"use client";

import { useEffect, useRef } from "react";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { useFocusAgain } from "./use-focus-again";

/** The second step of signing in: asks for the code of the second factor, and has the focus from the beginning. */
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
  /** What is wrong with the code that was sent; null: nothing. */
  readonly error: string | null;
  /** How often sending was refused so far. */
  readonly refusals: number;
  readonly onChange: (code: string) => void;
  /** Goes back to email and password. */
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
