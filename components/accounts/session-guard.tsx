"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { sessionSignals } from "../api/session-signals";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { Dialog } from "../ui/dialog";
import { SignInForm } from "./sign-in-form";

/** Notices that the session is over and has its owner sign in again where they are, so that nothing on the page is lost. */
export function SessionGuard({ email }: { readonly email: string }) {
  const [isOver, setOver] = useState(false);
  const router = useRouter();
  useEffect(() => sessionSignals.onOver(() => setOver(true)), []);
  return (
    <Dialog
      isOpen={isOver}
      onClose={() => setOver(false)}
      title={SHELL_TEXTS.sessionEnded.title}
      description={SHELL_TEXTS.sessionEnded.description}
    >
      <SignInForm
        email={email}
        onSignedIn={() => {
          setOver(false);
          sessionSignals.noteRestored();
          router.refresh();
        }}
      />
    </Dialog>
  );
}
