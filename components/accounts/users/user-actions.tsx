"use client";

import {
  Ellipsis,
  KeyRound,
  LogOut,
  Pencil,
  ShieldOff,
  UserCheck,
  UserCog,
  UserX,
} from "lucide-react";
import type { CockpitUser } from "@/lib/http/accounts/user-schemas";
import { USERS_TEXTS } from "../../texts/en/user-texts";
import { Button } from "../../ui/button";
import { Menu, MenuItem, MenuLine, MenuNote } from "../../ui/menu";
import type { UserTask } from "./user-dialogs";

/** The actions on a user. For the user's own account, says why fewer actions are available. */
export function UserActions({
  user,
  isOwn,
  onTask,
}: {
  readonly user: CockpitUser;
  readonly isOwn: boolean;
  readonly onTask: (task: UserTask) => void;
}) {
  const isActive = user.state !== "deactivated";
  return (
    <Menu
      trigger={
        <Button tone="quiet" size="icon" aria-label={USERS_TEXTS.actionsFor(user.name)}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => onTask({ kind: "rename", user })}>
        <Pencil aria-hidden />
        {USERS_TEXTS.rename}
      </MenuItem>
      {!isOwn && (
        <MenuItem onSelect={() => onTask({ kind: "role", user })}>
          <UserCog aria-hidden />
          {USERS_TEXTS.changeRole}
        </MenuItem>
      )}
      {isActive && (
        <>
          {!isOwn && (
            <MenuItem onSelect={() => onTask({ kind: "link", user })}>
              <KeyRound aria-hidden />
              {user.state === "invited" ? USERS_TEXTS.inviteAgain : USERS_TEXTS.resetLink}
            </MenuItem>
          )}
          <MenuItem onSelect={() => onTask({ kind: "sessions", user })}>
            <LogOut aria-hidden />
            {USERS_TEXTS.endSessions}
          </MenuItem>
        </>
      )}
      {!isOwn && user.hasSecondFactor && (
        <MenuItem onSelect={() => onTask({ kind: "second-factor", user })}>
          <ShieldOff aria-hidden />
          {USERS_TEXTS.removeSecondFactor}
        </MenuItem>
      )}
      <MenuLine />
      {isOwn ? (
        <MenuNote>{USERS_TEXTS.ownAccount}</MenuNote>
      ) : (
        <MenuItem
          isDanger={isActive}
          onSelect={() => onTask({ kind: isActive ? "deactivate" : "reactivate", user })}
        >
          {isActive ? <UserX aria-hidden /> : <UserCheck aria-hidden />}
          {isActive ? USERS_TEXTS.deactivate : USERS_TEXTS.reactivate}
        </MenuItem>
      )}
    </Menu>
  );
}
