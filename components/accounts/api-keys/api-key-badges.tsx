import { clsx } from "clsx";
import { CircleCheck, CircleX, Hourglass, type LucideIcon, Moon, Settings2 } from "lucide-react";
import type { ApiKeyRow } from "@/lib/http/accounts/api-key-schemas";
import { API_KEY_TEXTS } from "../../texts/en/api-key-texts";

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
export function ApiKeyBadges({ row }: { readonly row: ApiKeyRow }) {
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
