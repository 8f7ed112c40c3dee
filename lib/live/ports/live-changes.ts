/** Ids of status changes that no check has seen: not committed at the time of the check, or not assigned yet. */
export interface UnseenIds {
  readonly first: bigint;
  /** null for all future ids. */
  readonly last: bigint | null;
  /** The time of the check that skipped them, by the database's clock. */
  readonly since: Date;
}

/** The position up to which a check has seen everything; created by one check for the next and used by nothing else. */
export interface LivePosition {
  /** Ascending; an id is watched until no statement can commit it any more. */
  readonly unseenChanges: readonly UnseenIds[];
  /** Differs after every change to an asset and every event of a document, such as a move to a different asset. */
  readonly assetsMark: string;
  /** Differs after every change to a notification. */
  readonly notificationsMark: string;
}

/** The changes between two checks. A change may be reported twice, but none is omitted. */
export interface LiveNews {
  /** The identifiers of assets whose documents changed. */
  readonly assetIdentifiers: readonly string[];
  /** Whether an asset was created, edited or archived, or a document was moved to a different one. */
  readonly areAssetsChanged: boolean;
  /** Whether a notification was sent, frozen or settled, or the state of the receiver changed. */
  readonly areNotificationsChanged: boolean;
  /** Whether too much changed to list it: reload everything. */
  readonly isTooMuch: boolean;
}

/** Detects changes committed by any process, through the database. */
export interface LiveChanges {
  /** Checks for changes since this position. The first check, with null, reports none. */
  look(after: LivePosition | null): Promise<{ news: LiveNews; position: LivePosition }>;
}
