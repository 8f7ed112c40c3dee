"use client";

import { type FormEvent, useState } from "react";
import { passwordProblem } from "@/lib/accounts/rules/password";
import { CockpitProblem, callCockpit } from "../api/call-cockpit";
import { ACCOUNT_TEXTS } from "../texts/en/account-texts";
import { formatDuration } from "../texts/en/format";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";

type Problems = Partial<Record<"currentPassword" | "newPassword" | "repeated" | "whole", string>>;

/** Changes the user's own password, which ends every other session; `onChanged` runs afterwards. */
export function PasswordForm({ onChanged }: { readonly onChanged: () => unknown }) {
  const [isBusy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = readForm(form);
    setChanged(false);
    const found = problemsOf(given);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { currentPassword, newPassword } = given;
      const body = { currentPassword, newPassword };
      await callCockpit("POST", "/api/cockpit/account/password", { body });
      form.reset();
      setChanged(true);
      onChanged();
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
      onSubmit={(event) => void submit(event)}
      className="flex max-w-md flex-col gap-4"
    >
      {problems.whole && <Notice tone="alarm" title={problems.whole} isAnnounced />}
      {isChanged && (
        <Notice tone="go" title={ACCOUNT_TEXTS.changed} isAnnounced>
          {ACCOUNT_TEXTS.changedHelp}
        </Notice>
      )}
      <PasswordField
        label={ACCOUNT_TEXTS.current}
        name="currentPassword"
        autoComplete="current-password"
        required
        error={problems.currentPassword}
      />
      <PasswordField
        label={ACCOUNT_TEXTS.next}
        name="newPassword"
        autoComplete="new-password"
        required
        description={ACCOUNT_TEXTS.passwordHelp}
        error={problems.newPassword}
      />
      <PasswordField
        label={ACCOUNT_TEXTS.repeat}
        name="repeated"
        autoComplete="new-password"
        required
        error={problems.repeated}
      />
      <Button type="submit" tone="primary" className="self-start" disabled={isBusy}>
        {isBusy ? ACCOUNT_TEXTS.busy : ACCOUNT_TEXTS.submit}
      </Button>
    </form>
  );
}

function readForm(form: HTMLFormElement) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  return {
    currentPassword: text("currentPassword"),
    newPassword: text("newPassword"),
    repeated: text("repeated"),
  };
}

function problemsOf({ newPassword, repeated }: ReturnType<typeof readForm>): Problems {
  const problem = passwordProblem(newPassword);
  if (problem) return { newPassword: ACCOUNT_TEXTS.fieldProblem(problem) };
  return newPassword === repeated ? {} : { repeated: ACCOUNT_TEXTS.notTheSame };
}

function problemsFrom(error: unknown): Problems {
  if (!(error instanceof CockpitProblem)) throw error;
  const at = (pointer: string) => error.errors.find((each) => each.pointer === pointer)?.detail;
  if (error.code === "sign-in-refused") return { currentPassword: error.detail };
  if (error.code === "rate-limited" && error.retryAfterSeconds !== null) {
    return { whole: ACCOUNT_TEXTS.throttled(formatDuration(error.retryAfterSeconds)) };
  }
  const newPassword = at("#/newPassword");
  return newPassword
    ? { newPassword: ACCOUNT_TEXTS.fieldProblem(newPassword) }
    : { whole: error.detail };
}
