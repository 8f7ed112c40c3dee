"use client";

import { LogOut } from "lucide-react";
import { leave } from "../shell/leave";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { useToasts } from "../ui/toast";

/** Ends this session and opens the sign-in page. */
export function SignOutButton() {
  const toasts = useToasts();
  return (
    <Button tone="quiet" onClick={() => void leave(toasts)}>
      <LogOut aria-hidden />
      {SHELL_TEXTS.signOut}
    </Button>
  );
}
