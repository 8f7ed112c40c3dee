import { clsx } from "clsx";
import type { CockpitUser } from "@/lib/http/accounts/user-schemas";
import { ROLE_TEXTS } from "../../texts/en/role-texts";
import { USERS_TEXTS } from "../../texts/en/user-texts";
import { LocalTime } from "../../ui/local-time";
import { UserActions } from "./user-actions";
import type { UserTask } from "./user-dialogs";

const { columns } = USERS_TEXTS;
/** On phones, a row becomes a card with its cells stacked. */
const ROW =
  "grid grid-cols-[1fr_auto] gap-x-3 gap-y-2 border-line border-t px-4 py-3 first:border-t-0 sm:table-row sm:px-0";
const CELL = "sm:border-line sm:border-t sm:px-4 sm:py-3 sm:align-middle";
const HEAD = "px-4 py-2.5 font-medium";

/** A table with one row per user. */
export function UserList({
  users,
  ownId,
  onTask,
}: {
  readonly users: readonly CockpitUser[];
  readonly ownId: string;
  readonly onTask: (task: UserTask) => void;
}) {
  return (
    <table className="block w-full rounded-tile border border-line bg-surface text-sm shadow-tile sm:table sm:border-separate sm:border-spacing-0 sm:overflow-hidden">
      <caption className="sr-only">{USERS_TEXTS.caption}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="whitespace-nowrap text-left text-quiet text-xs">
          {[columns.person, columns.role, columns.state, columns.lastSignIn].map((label) => (
            <th key={label} scope="col" className={HEAD}>
              {label}
            </th>
          ))}
          <th scope="col" className={HEAD}>
            <span className="sr-only">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {users.map((user) => (
          <Row key={user.id} user={user} isOwn={user.id === ownId} onTask={onTask} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  user,
  isOwn,
  onTask,
}: {
  readonly user: CockpitUser;
  readonly isOwn: boolean;
  readonly onTask: (task: UserTask) => void;
}) {
  const { name, email, role, lastSignedInAt } = user;
  return (
    <tr className={ROW}>
      <th scope="row" className={clsx(CELL, "min-w-0 text-left font-normal")}>
        <span dir="auto" className="font-medium [overflow-wrap:anywhere]">
          {name}
        </span>
        {isOwn && <span className="ml-2 text-quiet text-xs">{USERS_TEXTS.you}</span>}
        {name !== email && (
          <span className="block text-quiet text-xs [overflow-wrap:anywhere]">{email}</span>
        )}
      </th>
      <td className={clsx(CELL, "col-start-1 row-start-2")}>{ROLE_TEXTS.names[role]}</td>
      <td className={clsx(CELL, "col-start-1 row-start-3")}>
        <State user={user} />
      </td>
      <td className={clsx(CELL, "col-start-1 row-start-4 text-quiet")}>
        <span className="sm:hidden">{`${columns.lastSignIn}: `}</span>
        {lastSignedInAt ? <LocalTime at={lastSignedInAt} look="relative" /> : USERS_TEXTS.never}
      </td>
      <td className={clsx(CELL, "col-start-2 row-start-1 text-right")}>
        <UserActions user={user} isOwn={isOwn} onTask={onTask} />
      </td>
    </tr>
  );
}

const LOOKS = {
  active: "bg-go-soft text-go",
  invited: "bg-wait-soft text-wait",
  deactivated: "bg-sunken text-quiet",
} as const;

function State({ user: { state, link } }: { readonly user: CockpitUser }) {
  return (
    <>
      <span
        className={clsx(
          "inline-flex min-h-6 items-center rounded-full px-2 font-medium text-xs",
          LOOKS[state],
        )}
      >
        {USERS_TEXTS.states[state]}
      </span>
      {link && (
        <span className="mt-1 block text-quiet text-xs">
          {link.isExpired ? (
            USERS_TEXTS.linkExpired
          ) : (
            <>
              {USERS_TEXTS.linkUntil} <LocalTime at={link.expiresAt} />
            </>
          )}
        </span>
      )}
    </>
  );
}
