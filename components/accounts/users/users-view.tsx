"use client";

import { UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import useSwr from "swr";
import { USER_ORDERS, type UserOrder } from "@/lib/accounts/rules/user-order";
import type { CockpitUsers } from "@/lib/http/accounts/user-schemas";
import { SWR_OPTIONS } from "../../api/swr-options";
import { UI_TEXTS } from "../../texts/en/ui-texts";
import { USERS_TEXTS } from "../../texts/en/user-texts";
import { Button } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { SearchField } from "../../ui/search-field";
import { type UsersQuery, usersPath } from "./user-calls";
import { UserDialogs, type UserTask } from "./user-dialogs";
import { UserList } from "./user-list";

const PAUSE_MS = 250;
const STEP = 100;
const LIMIT_MAX = 1000;

/** The initial query of the page. */
const FIRST_USERS_QUERY: UsersQuery = { text: "", order: "name", limit: STEP };

/** The list of users, with a search, sort orders and the actions on each user. */
export function UsersView({
  first,
  ownId,
}: {
  readonly first: CockpitUsers;
  /** The id of the signed-in user. */
  readonly ownId: string;
}) {
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState(FIRST_USERS_QUERY);
  const [task, setTask] = useState<UserTask | null>(null);
  useEffect(() => {
    const ask = () =>
      setQuery((before) =>
        before.text === typed.trim() ? before : { ...before, text: typed.trim(), limit: STEP },
      );
    const timer = setTimeout(ask, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const path = usersPath(query);
  const isFirst = path === usersPath(FIRST_USERS_QUERY);
  const { data, error, mutate } = useSwr<CockpitUsers, unknown>(
    path,
    SWR_OPTIONS.fetcher<CockpitUsers>,
    { ...SWR_OPTIONS, ...(isFirst ? { fallbackData: first } : {}) },
  );
  const choose = (order: UserOrder) => setQuery((before) => ({ ...before, order }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <SearchField
          className="w-full sm:w-72"
          label={USERS_TEXTS.search}
          value={typed}
          onChange={setTyped}
        />
        <OrderChoice order={query.order} onChoose={choose} />
        <Button tone="primary" className="sm:ml-auto" onClick={() => setTask({ kind: "invite" })}>
          <UserPlus aria-hidden />
          {USERS_TEXTS.invite}
        </Button>
      </div>
      <p role="status" className="mb-3 min-h-6 text-quiet text-sm">
        {data && USERS_TEXTS.count(data.total)}
      </p>
      {Boolean(error) && (
        <LoadFailure
          error={error}
          isOlderShown={data !== undefined}
          onRetry={() => void mutate()}
        />
      )}
      {data && data.total > 0 && <UserList users={data.items} ownId={ownId} onTask={setTask} />}
      {data?.total === 0 && <p className="py-10 text-center">{USERS_TEXTS.notFound(query.text)}</p>}
      {data && data.items.length < data.total && (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-quiet text-sm">
          <p>{USERS_TEXTS.partOf(data.items.length, data.total)}</p>
          {query.limit < LIMIT_MAX ? (
            <Button
              onClick={() => setQuery((before) => ({ ...before, limit: before.limit + STEP }))}
            >
              {UI_TEXTS.showMore}
            </Button>
          ) : (
            <p>{USERS_TEXTS.narrow}</p>
          )}
        </div>
      )}
      <UserDialogs task={task} onTask={setTask} onChanged={() => void mutate()} />
    </>
  );
}

function OrderChoice({
  order,
  onChoose,
}: {
  readonly order: UserOrder;
  readonly onChoose: (order: UserOrder) => void;
}) {
  return (
    <label className="flex items-center gap-2 text-quiet text-sm">
      {USERS_TEXTS.orderLabel}
      <select
        value={order}
        onChange={({ currentTarget: { value } }) => onChoose(value as UserOrder)}
        className="min-h-10 rounded-lg border border-edge/60 bg-surface px-2.5 text-base text-ink sm:text-sm"
      >
        {USER_ORDERS.map((each) => (
          <option key={each} value={each}>
            {USERS_TEXTS.orders[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
