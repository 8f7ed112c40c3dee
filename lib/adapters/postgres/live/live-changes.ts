import type pg from "pg";
import type { LiveChanges, LiveNews, LivePosition } from "@/lib/live/ports/live-changes";
import { createQuery } from "../core/query";
import { CHANGES_LISTED_MAX, LAST_ID, LIVE_STATEMENTS } from "./live-changes-statements";
import { withoutSeen, withoutSettled } from "./unseen-ids";

interface MarksRow {
  readonly looked_at: Date;
  readonly assets_mark: string;
  readonly notifications_mark: string;
}

interface BeginRow extends MarksRow {
  readonly last_id: string;
  readonly gaps: readonly { readonly first: string; readonly last: string }[];
}

interface LookRow extends MarksRow {
  readonly changes: readonly { readonly id: string; readonly assetIdentifier: string }[];
}

/** Detects changes with one PostgreSQL statement per check. It holds no connection between checks (decision 0030). */
export function createLiveChanges(pool: pg.Pool): LiveChanges {
  const query = createQuery(pool);
  const queryOne = async <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => {
    const { rows } = await query<Row>(statement);
    if (!rows[0]) throw new Error("the query for changes returned no row");
    return rows[0];
  };
  return {
    async look(after) {
      if (!after) return begin(await queryOne<BeginRow>(LIVE_STATEMENTS.begin));
      const firsts = after.unseenChanges.map(({ first }) => String(first));
      const lasts = after.unseenChanges.map(({ last }) => String(last ?? LAST_ID));
      const statement = { ...LIVE_STATEMENTS.look, values: [firsts, lasts] };
      return advance(after, await queryOne<LookRow>(statement));
    },
  };
}

function begin(row: BeginRow): { news: LiveNews; position: LivePosition } {
  const since = row.looked_at;
  const gaps = row.gaps.map(({ first, last }) => ({
    ...{ first: BigInt(first), last: BigInt(last), since },
  }));
  const toCome = { first: BigInt(row.last_id) + 1n, last: null, since };
  return {
    news: {
      assetIdentifiers: [],
      areAssetsChanged: false,
      areNotificationsChanged: false,
      isTooMuch: false,
    },
    position: { unseenChanges: [...gaps, toCome], ...marksOf(row) },
  };
}

function advance(before: LivePosition, row: LookRow): { news: LiveNews; position: LivePosition } {
  const seenIds = row.changes.map(({ id }) => BigInt(id));
  const unseen = withoutSeen(before.unseenChanges, seenIds, row.looked_at);
  // If the result is incomplete, the ids that it lacks may or may not have been committed.
  const isTooMuch = seenIds.length >= CHANGES_LISTED_MAX;
  const unseenChanges = isTooMuch ? unseen : withoutSettled(unseen, row.looked_at);
  const identifiers = new Set(row.changes.map(({ assetIdentifier }) => assetIdentifier));
  const marks = marksOf(row);
  return {
    news: {
      assetIdentifiers: isTooMuch ? [] : [...identifiers],
      areAssetsChanged: marks.assetsMark !== before.assetsMark,
      areNotificationsChanged: marks.notificationsMark !== before.notificationsMark,
      isTooMuch,
    },
    position: { unseenChanges, ...marks },
  };
}

const marksOf = ({ assets_mark, notifications_mark }: MarksRow) => ({
  assetsMark: assets_mark,
  notificationsMark: notifications_mark,
});
