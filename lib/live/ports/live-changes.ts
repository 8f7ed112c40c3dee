/** Ids of status changes that no look has seen: not committed when it looked, or not given out yet. */
export interface UnseenIds {
  readonly first: bigint;
  /** null: without an end, all that are to come. */
  readonly last: bigint | null;
  /** When a look passed over them, by the clock of the database. */
  readonly since: Date;
}

/** Up to where a look has seen everything; made by one look for the next one, and read by nobody else. */
export interface LivePosition {
  /** Ascending; an id is looked for until no statement can commit it any more. */
  readonly unseenChanges: readonly UnseenIds[];
  /** Another one after every change of an asset and every event of a document, such as a move to another asset. */
  readonly assetsMark: string;
  /** Another one after every change of a notification. */
  readonly notificationsMark: string;
}

/** The changes between two checks. Something may be named twice, but nothing is omitted. */
export interface LiveNews {
  /** Identifiers of assets whose documents changed. */
  readonly assetIdentifiers: readonly string[];
  /** Whether an asset was created, edited or archived, or a document was moved to another one. */
  readonly areAssetsChanged: boolean;
  /** Whether a notification was sent, frozen, or settled, or what is known of the receiver changed. */
  readonly areNotificationsChanged: boolean;
  /** Too much changed to list: reload everything. */
  readonly isTooMuch: boolean;
}

/** Detects changes committed by any process, through the database. */
export interface LiveChanges {
  /** The first check, with null, reports no changes. */
  look(after: LivePosition | null): Promise<{ news: LiveNews; position: LivePosition }>;
}
