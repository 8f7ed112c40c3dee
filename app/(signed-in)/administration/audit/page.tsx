import { requirePage } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { readAuditChoice } from "@/components/accounts/audit/audit-address";
import { AuditView } from "@/components/accounts/audit/audit-view";
import { listAudit } from "@/lib/accounts/use-cases/audit-log";
import { auditPageQuery, readAuditCursor, renderAuditPage } from "@/lib/http/accounts/audit-query";

export const metadata = metadataOf("/administration/audit");

const ROWS_AT_ONCE = 50;
const NO_FILTER = {
  who: null,
  action: null,
  subject: null,
  rowsOf: null,
  from: null,
  to: null,
};

type Query = Record<string, string | string[] | undefined>;

/** The audit log: who changed what, newest first. The filter and the cursor are in the URL. */
export default async function AuditPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requirePage("/administration/audit");
  const { ports } = getContainer();
  const query = await searchParams;
  const choice = readAuditChoice(query);
  const parsed = auditPageQuery.safeParse({ ...choice, cursor: query.cursor });
  const { cursor, ...filter } = parsed.success ? parsed.data : { ...NO_FILTER, cursor: undefined };
  const after = readAuditCursor(cursor);
  const [page, users, keys] = await Promise.all([
    listAudit(ports, filter, { after, limit: ROWS_AT_ONCE }),
    ports.users.list(),
    ports.apiKeys.list(),
  ]);
  return (
    <AuditView
      choice={choice}
      isChoiceValid={parsed.success}
      isFirstPage={after === null}
      page={renderAuditPage(page)}
      people={[...users, ...keys].map(({ id, name }) => ({ id, name }))}
    />
  );
}
