"use client";

import { type FormEvent, useState } from "react";
import { CockpitProblem } from "../api/call-cockpit";
import { formatDuration } from "../texts/en/format";
import { SECOND_FACTOR_TEXTS } from "../texts/en/second-factor-texts";
import { Button, type ButtonLook } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";

/** The input that a user must enter before their second factor can change. */
export interface Proof {
  readonly currentPassword: string;
  readonly code: string;
}

type Problems = Partial<Record<keyof Proof | "whole", string>>;

/**
 * Asks for the password and a code, and passes both to `onProof`. If they are rejected, the reason is shown at the field
 * and the input is kept.
 */
export function ProofForm({
  codeHelp,
  submit,
  tone = "primary",
  onProof,
}: {
  readonly codeHelp: string;
  readonly submit: string;
  readonly tone?: ButtonLook["tone"];
  /** Rejects with a `CockpitProblem` if the proof was rejected. */
  readonly onProof: (proof: Proof) => Promise<void>;
}) {
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: keyof Proof) => String(data.get(name) ?? "");
    setBusy(true);
    setProblems({});
    try {
      await onProof({ currentPassword: text("currentPassword"), code: text("code") });
    } catch (error) {
      setProblems(problemsFrom(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    // POST, in case the form is submitted before the scripts have started: a password must never appear in a URL.
    <form
      method="post"
      onSubmit={(event) => void send(event)}
      className="flex max-w-md flex-col gap-4"
    >
      {problems.whole && <Notice tone="alarm" title={problems.whole} isAnnounced />}
      <PasswordField
        label={SECOND_FACTOR_TEXTS.password}
        name="currentPassword"
        autoComplete="current-password"
        required
        error={problems.currentPassword}
      />
      <TextField
        label={SECOND_FACTOR_TEXTS.code}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        description={codeHelp}
        error={problems.code}
      />
      <Button type="submit" tone={tone ?? "primary"} className="self-start" disabled={isBusy}>
        {isBusy ? SECOND_FACTOR_TEXTS.busy : submit}
      </Button>
    </form>
  );
}

function problemsFrom(error: unknown): Problems {
  if (!(error instanceof CockpitProblem)) throw error;
  const { code, detail, errors, retryAfterSeconds } = error;
  if (code === "rate-limited" && retryAfterSeconds !== null) {
    return { whole: SECOND_FACTOR_TEXTS.throttled(formatDuration(retryAfterSeconds)) };
  }
  if (code !== "sign-in-refused") return { whole: detail };
  const isCode = errors.some(({ pointer }) => pointer === "#/code");
  return isCode ? { code: detail } : { currentPassword: detail };
}
