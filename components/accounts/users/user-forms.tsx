"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import type { CockpitUser, NewPasswordLink } from "@/lib/http/accounts/user-schemas";
import { isRole, ROLES, type Role } from "@/lib/kernel/rules/actor";
import { CockpitProblem } from "../../api/call-cockpit";
import { messageOf } from "../../notifications/message-of";
import { ROLE_TEXTS } from "../../texts/en/role-texts";
import { UI_TEXTS } from "../../texts/en/ui-texts";
import { USER_DIALOG_TEXTS as TEXTS, USERS_TEXTS } from "../../texts/en/user-texts";
import { Button } from "../../ui/button";
import { DialogActions } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { userCalls } from "./user-calls";

type Problems = Partial<Record<"email" | "name" | "whole", string>>;
type ReadField = (name: string) => string;

/** A form for the email, name and role of a new user. */
export function InviteForm({
  onClose,
  onLink,
}: {
  readonly onClose: () => void;
  readonly onLink: (newLink: NewPasswordLink) => void;
}) {
  const submit = async (field: ReadField) => {
    const name = field("name").trim() || null;
    onLink(await userCalls.invite({ email: field("email"), name, role: roleOf(field) }));
  };
  return (
    <Form submitLabel={TEXTS.invite.submit} onClose={onClose} onSubmit={submit}>
      {(problems) => (
        <>
          <TextField
            label={TEXTS.email}
            name="email"
            error={problems.email}
            type="text"
            inputMode="email"
            autoComplete="off"
            required
          />
          <TextField
            label={TEXTS.name}
            name="name"
            error={problems.name}
            dir="auto"
            description={TEXTS.nameHelp}
            autoComplete="off"
          />
          <RoleChoice chosen="reader" />
        </>
      )}
    </Form>
  );
}

interface EditParts {
  readonly user: CockpitUser;
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
}

/** A form for renaming a user. */
export function RenameForm({ user, onClose, onDone }: EditParts) {
  const submit = async (field: ReadField) => {
    const name = field("name").trim();
    await userCalls.rename(user.id, name);
    onDone(USERS_TEXTS.done.renamed(name));
  };
  return (
    <Form submitLabel={TEXTS.rename.submit} onClose={onClose} onSubmit={submit}>
      {(problems) => (
        <TextField
          label={TEXTS.name}
          name="name"
          error={problems.name}
          dir="auto"
          defaultValue={user.name}
          autoComplete="off"
          required
        />
      )}
    </Form>
  );
}

/** A form for changing the role of a user. */
export function RoleForm({ user, onClose, onDone }: EditParts) {
  const submit = async (field: ReadField) => {
    const role = roleOf(field);
    await userCalls.changeRole(user.id, role);
    onDone(USERS_TEXTS.done.role(user.name, ROLE_TEXTS.names[role].toLowerCase()));
  };
  return (
    <Form submitLabel={TEXTS.roleChange.submit} onClose={onClose} onSubmit={submit}>
      {() => <RoleChoice chosen={user.role} />}
    </Form>
  );
}

function roleOf(field: ReadField): Role {
  const role = field("role");
  return isRole(role) ? role : "reader";
}

function RoleChoice({ chosen }: { readonly chosen: Role }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{TEXTS.role}</legend>
      {ROLES.map((role) => (
        <label key={role} className="flex items-start gap-2.5 text-sm">
          <input
            type="radio"
            name="role"
            value={role}
            defaultChecked={role === chosen}
            className="mt-0.5 size-4 shrink-0 accent-curtain"
          />
          <span>
            <span className="font-medium">{ROLE_TEXTS.names[role]}</span>
            <span className="block text-quiet">{TEXTS.roleHelp[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Submits the values entered. Stays open and shows what is wrong until the server has accepted them. */
function Form({
  submitLabel,
  onClose,
  onSubmit,
  children,
}: {
  readonly submitLabel: string;
  readonly onClose: () => void;
  readonly onSubmit: (field: ReadField) => Promise<void>;
  readonly children: (problems: Problems) => ReactNode;
}) {
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setBusy(true);
    setProblems({});
    try {
      await onSubmit((name) => String(data.get(name) ?? ""));
    } catch (error) {
      setProblems(problemsFrom(error));
      setBusy(false);
    }
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {problems.whole && <Notice tone="alarm" title={problems.whole} isAnnounced />}
      {children(problems)}
      <DialogActions>
        <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
        <Button type="submit" tone="primary" disabled={isBusy}>
          {isBusy ? TEXTS.busy : submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

function problemsFrom(error: unknown): Problems {
  if (!(error instanceof CockpitProblem)) throw error;
  const at = (pointer: string, label: string) => {
    const detail = error.errors.find((each) => each.pointer === pointer)?.detail;
    return detail && `${label} ${detail}.`;
  };
  const [email, name] = [at("#/email", TEXTS.email), at("#/name", TEXTS.name)];
  const whole = email || name ? undefined : messageOf(error);
  return { ...(email && { email }), ...(name && { name }), ...(whole && { whole }) };
}
