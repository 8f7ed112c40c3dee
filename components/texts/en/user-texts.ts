import type { PasswordLinkKind } from "@/lib/accounts/rules/password";
import type { Role } from "@/lib/kernel/rules/actor";

/** Text for the users page. */
export const USERS_TEXTS = {
  title: "Users",
  intro:
    "Everybody who can sign in. You never set a password for somebody else: they choose their own with a link.",
  invite: "Invite user",
  search: "Search names and emails",
  orderLabel: "Sort by",
  orders: {
    name: "Name",
    email: "Email",
    role: "Role",
    "last-sign-in": "Last sign-in",
    created: "Newest",
  },
  count: (total: number) => (total === 1 ? "1 user" : `${total} users`),
  partOf: (shown: number, total: number) => `Showing ${shown} of ${total} users.`,
  narrow: "Search to find the others.",
  notFound: (text: string) => `No user matches “${text}”.`,
  caption: "Users",
  columns: {
    person: "User",
    role: "Role",
    state: "State",
    lastSignIn: "Last sign-in",
    actions: "Actions",
  },
  you: "You",
  never: "Never",
  states: { active: "Active", invited: "Invited", deactivated: "Deactivated" },
  linkUntil: "Link works until",
  linkExpired: "Link has expired",
  actionsFor: (name: string) => `Actions for ${name}`,
  rename: "Rename",
  changeRole: "Change role",
  resetLink: "Create password reset link",
  inviteAgain: "Create new invitation link",
  endSessions: "End all sessions",
  removeSecondFactor: "Remove second factor",
  deactivate: "Deactivate",
  reactivate: "Reactivate",
  ownAccount:
    "Another administrator can change your role, create a password link for you or deactivate you.",
  failed: "The user was not changed",
  done: {
    renamed: (name: string) => `The user is now called ${name}.`,
    role: (name: string, role: string) => `${name} now has the role ${role}.`,
    sessions: (name: string, count: number) =>
      count === 0
        ? `${name} had no open sessions.`
        : `${count === 1 ? "1 session" : `${count} sessions`} of ${name} ended.`,
    secondFactorRemoved: (name: string) => `The second factor of ${name} was removed.`,
    deactivated: (name: string) => `${name} can no longer sign in.`,
    reactivated: (name: string) => `${name} can sign in again.`,
  },
} as const;

/** Text for the dialogs on the users page. */
export const USER_DIALOG_TEXTS = {
  invite: {
    title: "Invite user",
    help: "You will get a link to send to this person, who uses it to choose a password.",
    submit: "Create link",
  },
  email: "Email",
  name: "Name",
  nameHelp: "Optional. Without a name, the email is shown.",
  role: "Role",
  roleHelp: {
    administrator: "Does everything, including managing users and settings.",
    reviewer: "Views, uploads, approves and deletes documents.",
    reader: "Views and downloads documents.",
  } satisfies Record<Role, string>,
  rename: { title: (name: string) => `Rename ${name}`, submit: "Rename" },
  roleChange: {
    title: (name: string) => `Change the role of ${name}`,
    help: "All of this user’s sessions will end. The new role will apply when they sign in again.",
    submit: "Change role",
  },
  busy: "Saving…",
  endSessions: {
    title: (name: string) => `End all sessions of ${name}?`,
    help: "Every browser will be signed out. The password will stay the same.",
    confirm: "End sessions",
  },
  removeSecondFactor: {
    title: (name: string) => `Remove the second factor of ${name}?`,
    help: "Do this only if the phone and the recovery codes are lost. The user will be able to sign in with only a password. If a second factor is required, they will have to set up a new one at the next sign-in.",
    confirm: "Remove second factor",
  },
  deactivate: {
    title: (name: string) => `Deactivate ${name}?`,
    help: "All sessions will end, open links will stop working, and nobody will be able to sign in with this account until you reactivate it.",
    confirm: "Deactivate",
  },
  resetLink: {
    title: (name: string) => `Create a password reset link for ${name}?`,
    help: "The current password will work until the link is used. Links created earlier will stop working.",
    confirm: "Create link",
  },
  link: {
    titles: {
      invitation: "Invitation link",
      "password-reset": "Password reset link",
    } satisfies Record<PasswordLinkKind, string>,
    shownOnce: "This link is shown only once. Copy it now.",
    label: "Link",
    copy: "Copy link",
    passOn: (email: string) =>
      `Send it to ${email} in a message that only this person reads. Anyone with the link can open the account.`,
    until: "It works once, until",
    stored: "I have copied the link",
  },
} as const;

/** Text for the page behind a password link. */
export const PASSWORD_LINK_TEXTS = {
  titles: {
    invitation: "Choose your password",
    "password-reset": "Choose a new password",
  } satisfies Record<PasswordLinkKind, string>,
  account: "Account",
  password: "New password",
  repeat: "Repeat new password",
  submit: "Save password and sign in",
  busy: "Saving…",
  invalidTitle: "This link does not work",
  tooMany: "Too many requests came from your address. Wait a minute, then reload this page.",
  signIn: "Go to sign-in",
} as const;
