"use client";

import { type FormEvent, useState } from "react";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { useEarlyTyping } from "../ui/use-early-typing";
import { type SignInOutcome, signIn } from "./sign-in";

/** E-mail and password; stays busy after the right ones, until its caller has moved on. */
export function SignInForm({
  email: givenEmail = "",
  onSignedIn,
}: {
  /** Of whom it is known already. */
  readonly email?: string;
  readonly onSignedIn: () => void;
}) {
  const [email, setEmail] = useState(givenEmail);
  const [password, setPassword] = useState("");
  const emailInput = useEarlyTyping(email, setEmail);
  const passwordInput = useEarlyTyping(password, setPassword);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    const outcome = await signIn(email, password);
    if (outcome.kind === "signed-in") return onSignedIn();
    setBusy(false);
    setProblem(sentenceFor(outcome));
  }

  return (
    // Posted, should it be sent before the scripts have started: a password must not stand in an address.
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {problem && <Notice tone="alarm" title={problem} isAnnounced />}
      <TextField
        label={SIGN_IN_TEXTS.email}
        name="email"
        ref={emailInput}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={SIGN_IN_TEXTS.password}
        name="password"
        ref={passwordInput}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" tone="primary" size="large" disabled={isBusy}>
        {isBusy ? SIGN_IN_TEXTS.busy : SIGN_IN_TEXTS.submit}
      </Button>
    </form>
  );
}

function sentenceFor(outcome: Exclude<SignInOutcome, { kind: "signed-in" }>): string {
  if (outcome.kind === "throttled") return SIGN_IN_TEXTS.throttled(outcome.retryAfterSeconds);
  if (outcome.kind === "cookies-needed") return SIGN_IN_TEXTS.cookiesNeeded;
  return outcome.kind === "refused" ? SIGN_IN_TEXTS.refused : SIGN_IN_TEXTS.unreachable;
}
