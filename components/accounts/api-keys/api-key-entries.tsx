import { clsx } from "clsx";
import { CircleCheck, CircleX, Hourglass, type LucideIcon, Moon, Settings2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ApiKeyRow } from "@/lib/http/accounts/api-key-schemas";
import { API_KEY_TEXTS, SCOPE_TEXTS } from "../../texts/en/api-key-texts";
import { Button } from "../../ui/button";
import { LocalTime } from "../../ui/local-time";

type OnTask = (kind: "rotate" | "revoke", row: ApiKeyRow) => void;

/** A list of keys. `all` contains these keys and those that they may be replacing. */
export function ApiKeyEntries({
  rows,
  all,
  onTask,
}: {
  readonly rows: readonly ApiKeyRow[];
  readonly all: readonly ApiKeyRow[];
  readonly onTask: OnTask;
}) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id} className="py-4 first:pt-0 last:pb-0">
          <Entry row={row} all={all} onTask={onTask} />
        </li>
      ))}
    </ul>
  );
}

function Entry({
  row,
  all,
  onTask,
}: {
  readonly row: ApiKeyRow;
  readonly all: readonly ApiKeyRow[];
  readonly onTask: OnTask;
}) {
  const replaced = all.find(({ id }) => id === row.rotatedFromId);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="break-words font-medium" dir="auto">
            {row.name}
          </h3>
          <p className="font-mono text-quiet text-sm">{API_KEY_TEXTS.prefix(row.prefix)}</p>
        </div>
        {row.state === "active" && !row.isSetByOperator && <Actions row={row} onTask={onTask} />}
      </div>
      <ApiKeyBadges row={row} />
      {row.isSetByOperator && (
        <p className="mt-2 text-quiet text-sm">{API_KEY_TEXTS.setByOperatorHelp}</p>
      )}
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact label={API_KEY_TEXTS.scopes}>
          <Scopes scopes={row.scopes} />
        </Fact>
        <Fact label={API_KEY_TEXTS.networks}>
          {row.allowedNetworks.length === 0 ? (
            API_KEY_TEXTS.everywhere
          ) : (
            <span className="break-words font-mono">{row.allowedNetworks.join(", ")}</span>
          )}
        </Fact>
        <Fact label={API_KEY_TEXTS.created}>
          <LocalTime at={row.createdAt} />
        </Fact>
        <Fact label={API_KEY_TEXTS.lastUsed}>
          {row.lastUsedAt ? <LocalTime at={row.lastUsedAt} look="relative" /> : API_KEY_TEXTS.never}
        </Fact>
        {row.revokedAt ? (
          <Fact label={API_KEY_TEXTS.revokedAt}>
            <LocalTime at={row.revokedAt} />
          </Fact>
        ) : (
          <Fact label={API_KEY_TEXTS.expires}>
            {row.expiresAt ? <LocalTime at={row.expiresAt} /> : API_KEY_TEXTS.never}
          </Fact>
        )}
        {replaced && (
          <Fact label={API_KEY_TEXTS.replaces}>
            <span className="font-mono">{API_KEY_TEXTS.prefix(replaced.prefix)}</span>
          </Fact>
        )}
      </dl>
    </>
  );
}

function Actions({ row, onTask }: { readonly row: ApiKeyRow; readonly onTask: OnTask }) {
  return (
    <div className="flex gap-2">
      <Button
        aria-label={API_KEY_TEXTS.rotateNamed(row.name, row.prefix)}
        onClick={() => onTask("rotate", row)}
      >
        {API_KEY_TEXTS.rotate}
      </Button>
      <Button
        aria-label={API_KEY_TEXTS.revokeNamed(row.name, row.prefix)}
        onClick={() => onTask("revoke", row)}
      >
        {API_KEY_TEXTS.revoke}
      </Button>
    </div>
  );
}

function Scopes({ scopes }: Pick<ApiKeyRow, "scopes">) {
  return (
    <ul>
      {scopes.map((scope) => (
        <li key={scope}>
          {SCOPE_TEXTS[scope]} <span className="font-mono text-quiet text-xs">{scope}</span>
        </li>
      ))}
    </ul>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

interface Look {
  readonly icon: LucideIcon;
  readonly look: string;
  readonly label: string;
}

const { active, revoked, expired, expiringSoon, unused, setByOperator } = API_KEY_TEXTS;

/** A colour, an icon and a word for each state, because colour alone is not enough. */
const STATES: Readonly<Record<ApiKeyRow["state"], Look>> = {
  active: { icon: CircleCheck, look: "bg-go-soft text-go", label: active },
  revoked: { icon: CircleX, look: "bg-sunken text-quiet", label: revoked },
  expired: { icon: CircleX, look: "bg-sunken text-quiet", label: expired },
};
const SOON: Look = { icon: Hourglass, look: "bg-wait-soft text-wait", label: expiringSoon };
const UNUSED: Look = { icon: Moon, look: "bg-wait-soft text-wait", label: unused };
const OPERATOR: Look = { icon: Settings2, look: "bg-note-soft text-note", label: setByOperator };

/** Badges for the main facts about a key: whether it works, expires soon, is unused, or was set by the operator. */
function ApiKeyBadges({ row }: { readonly row: ApiKeyRow }) {
  const looks = [
    STATES[row.state],
    ...(row.isExpiringSoon ? [SOON] : []),
    ...(row.isUnused ? [UNUSED] : []),
    ...(row.isSetByOperator ? [OPERATOR] : []),
  ];
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5">
      {looks.map(({ icon: Icon, look, label }) => (
        <li
          key={label}
          className={clsx(
            "inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2 text-xs font-medium",
            look,
          )}
        >
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {label}
        </li>
      ))}
    </ul>
  );
}
