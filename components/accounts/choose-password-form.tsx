"use client";

import { type FormEvent, useState } from "react";
import { passwordProblem } from "@/lib/accounts/rules/password";
import { CockpitProblem, callCockpit } from "../api/call-cockpit";
import { ACCOUNT_TEXTS } from "../texts/en/account-texts";
import { PASSWORD_LINK_TEXTS as TEXTS } from "../texts/en/user-texts";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { signIn } from "./sign-in";

type Problems = Partial<Record<"newPassword" | "repeated" | "whole", string>>;

/** A form in which a user who has followed a link chooses a password. Submitting the form also signs the user in. */
export function ChoosePasswordForm({
  token,
  email,
}: {
  readonly token: string;
  readonly email: string;
}) {
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    const [newPassword, repeated] = [text("newPassword"), text("repeated")];
    const found = problemsOf(newPassword, repeated);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await callCockpit("POST", "/api/invitations", { body: { token, newPassword } });
    } catch (error) {
      setBusy(false);
      setProblems(problemsFrom(error));
      return;
    }
    // If a second factor is also required, the sign-in page asks for it.
    const outcome = await signIn(email, newPassword);
    window.location.assign(outcome.kind === "signed-in" ? "/cockpit" : "/login");
  }

  return (
    // POST, in case the form is submitted before the scripts have started: a password must never appear in a URL.
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {problems.whole && <Notice tone="alarm" title={problems.whole} isAnnounced />}
      <TextField
        label={TEXTS.account}
        name="email"
        value={email}
        readOnly
        autoComplete="username"
        className="[&_input]:bg-sunken"
      />
      <PasswordField
        label={TEXTS.password}
        name="newPassword"
        required
        autoComplete="new-password"
        description={ACCOUNT_TEXTS.chooseHelp}
        error={problems.newPassword}
      />
      <PasswordField
        label={TEXTS.repeat}
        name="repeated"
        required
        autoComplete="new-password"
        error={problems.repeated}
      />
      <Button type="submit" tone="primary" size="large" disabled={isBusy}>
        {isBusy ? TEXTS.busy : TEXTS.submit}
      </Button>
    </form>
  );
}

function problemsOf(newPassword: string, repeated: string): Problems {
  const problem = passwordProblem(newPassword);
  if (problem) return { newPassword: ACCOUNT_TEXTS.fieldProblem(problem) };
  return newPassword === repeated ? {} : { repeated: ACCOUNT_TEXTS.notTheSame };
}

function problemsFrom(error: unknown): Problems {
  if (!(error instanceof CockpitProblem)) throw error;
  const wrong = error.errors.find(({ pointer }) => pointer === "#/newPassword");
  return wrong
    ? { newPassword: ACCOUNT_TEXTS.fieldProblem(wrong.detail) }
    : { whole: error.detail };
}
