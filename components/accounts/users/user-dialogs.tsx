"use client";

import { useEffect, useState } from "react";
import type { CockpitUser, NewPasswordLink } from "@/lib/http/accounts/user-schemas";
import { messageOf } from "../../notifications/message-of";
import { USER_DIALOG_TEXTS, USERS_TEXTS } from "../../texts/en/user-texts";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { CopyButton } from "../../ui/copy-button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { LocalTime } from "../../ui/local-time";
import { useToasts } from "../../ui/toast";
import { userCalls } from "./user-calls";
import { InviteForm, RenameForm, RoleForm } from "./user-forms";

/** The action in progress on the users page. `reactivate` does not need a dialog. */
export type UserTask =
  | { readonly kind: "invite" }
  | {
      readonly kind:
        | "rename"
        | "role"
        | "link"
        | "sessions"
        | "second-factor"
        | "deactivate"
        | "reactivate";
      readonly user: CockpitUser;
    };

const { done } = USERS_TEXTS;

/** The dialogs of the users page, one at a time, and the link that one of them creates. */
export function UserDialogs({
  task,
  onTask,
  onChanged,
}: {
  readonly task: UserTask | null;
  readonly onTask: (task: UserTask | null) => void;
  readonly onChanged: () => void;
}) {
  const [link, setLink] = useState<NewPasswordLink | null>(null);
  const [isBusy, setBusy] = useState(false);
  const toasts = useToasts();
  const close = () => onTask(null);
  const finish = (sentence: string) => {
    close();
    onChanged();
    toasts.done(sentence);
  };
  const show = (newLink: NewPasswordLink) => {
    close();
    onChanged();
    setLink(newLink);
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      close();
      toasts.failed(USERS_TEXTS.failed, messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  // Nothing is lost by reactivating a user, so it does not need confirmation.
  const reactivated = task?.kind === "reactivate" ? task.user : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the task alone starts it, once
  useEffect(() => {
    if (!reactivated) return;
    void run(async () => {
      await userCalls.setActive(reactivated.id, true);
      finish(done.reactivated(reactivated.name));
    });
  }, [reactivated]);
  return (
    <>
      <FormDialog task={task} onClose={close} onDone={finish} onLink={show} />
      <Question
        task={task}
        isBusy={isBusy}
        onClose={close}
        run={run}
        onDone={finish}
        onLink={show}
      />
      <NewLinkDialog link={link} onStored={() => setLink(null)} />
    </>
  );
}

interface Ends {
  readonly task: UserTask | null;
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
  readonly onLink: (newLink: NewPasswordLink) => void;
}

function FormDialog({ task, onClose, onDone, onLink }: Ends) {
  const { invite, rename, roleChange } = USER_DIALOG_TEXTS;
  if (task?.kind === "invite") {
    return (
      <Dialog isOpen onClose={onClose} title={invite.title} description={invite.help}>
        <InviteForm onClose={onClose} onLink={onLink} />
      </Dialog>
    );
  }
  if (task?.kind === "rename") {
    return (
      <Dialog isOpen onClose={onClose} title={rename.title(task.user.name)}>
        <RenameForm user={task.user} onClose={onClose} onDone={onDone} />
      </Dialog>
    );
  }
  if (task?.kind !== "role") return null;
  const title = roleChange.title(task.user.name);
  return (
    <Dialog isOpen onClose={onClose} title={title} description={roleChange.help}>
      <RoleForm user={task.user} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function Question({
  task,
  isBusy,
  onClose,
  run,
  onDone,
  onLink,
}: Ends & {
  readonly isBusy: boolean;
  readonly run: (work: () => Promise<void>) => Promise<void>;
}) {
  if (!task || task.kind === "invite") return null;
  const { id, name } = task.user;
  const ask = (
    {
      title,
      help,
      confirm,
    }: (typeof USER_DIALOG_TEXTS)[
      | "endSessions"
      | "removeSecondFactor"
      | "deactivate"
      | "resetLink"],
    tone: "danger" | "primary",
    work: () => Promise<void>,
  ) => (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      description={help}
      confirm={confirm}
      isBusy={isBusy}
      tone={tone}
      title={title(name)}
      onConfirm={() => void run(work)}
    />
  );
  if (task.kind === "deactivate") {
    return ask(USER_DIALOG_TEXTS.deactivate, "danger", async () => {
      await userCalls.setActive(id, false);
      onDone(done.deactivated(name));
    });
  }
  if (task.kind === "sessions") {
    return ask(USER_DIALOG_TEXTS.endSessions, "danger", async () => {
      const { sessionCount } = await userCalls.endSessions(id);
      onDone(done.sessions(name, sessionCount));
    });
  }
  if (task.kind === "second-factor") {
    return ask(USER_DIALOG_TEXTS.removeSecondFactor, "danger", async () => {
      await userCalls.removeSecondFactor(id);
      onDone(done.secondFactorRemoved(name));
    });
  }
  if (task.kind !== "link") return null;
  return ask(USER_DIALOG_TEXTS.resetLink, "primary", async () =>
    onLink(await userCalls.createLink(id)),
  );
}

const TEXTS = USER_DIALOG_TEXTS.link;

/** Shows a new link once. Only the dialog's own button closes it. */
function NewLinkDialog({
  link,
  onStored,
}: {
  readonly link: NewPasswordLink | null;
  readonly onStored: () => void;
}) {
  return (
    <Dialog
      isOpen={link !== null}
      isHeldOpen
      onClose={onStored}
      title={TEXTS.titles[link?.kind ?? "invitation"]}
      description={TEXTS.shownOnce}
    >
      {link && (
        <div className="flex flex-col gap-3 text-sm">
          <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sunken/60 p-3">
            <output aria-label={TEXTS.label} className="min-w-0 grow break-all font-mono">
              {link.url}
            </output>
            <CopyButton text={link.url} label={TEXTS.copy} />
          </div>
          <p className="[overflow-wrap:anywhere]">{TEXTS.passOn(link.email)}</p>
          <p>
            {TEXTS.until} <LocalTime at={link.expiresAt} />
            {"."}
          </p>
        </div>
      )}
      <DialogActions>
        <Button tone="primary" onClick={onStored}>
          {TEXTS.stored}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
