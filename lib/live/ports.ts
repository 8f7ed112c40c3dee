/** A range of ids of status changes that a check did not see, because they were not committed or not assigned yet. */
export interface UnseenIds {
  readonly first: bigint;
  /** null if the range contains all future ids. */
  readonly last: bigint | null;
  /** The time of the check that did not see these ids, by the database's clock. */
  readonly since: Date;
}

/**
 * The position up to which a check has seen all changes. Each check creates one for the next check; nothing else uses it.
 */
export interface LivePosition {
  /** Ranges in ascending order. An id is checked again until no statement can commit it any more. */
  readonly unseenChanges: readonly UnseenIds[];
  /**
   * A value that differs after every change to an asset and every event of a document, such as a move to a different
   * asset.
   */
  readonly assetsMark: string;
  /** A value that differs after every change to a notification. */
  readonly notificationsMark: string;
}

/** The changes between two checks. A change may be reported twice, but none is omitted. */
export interface LiveNews {
  /** The identifiers of assets whose documents changed. */
  readonly assetIdentifiers: readonly string[];
  /** Whether an asset was created, edited or archived, or a document was moved to a different asset. */
  readonly areAssetsChanged: boolean;
  /** Whether a notification was sent, frozen or settled, or the state of the receiver changed. */
  readonly areNotificationsChanged: boolean;
  /** Whether there were too many changes to list, so that everything must be reloaded. */
  readonly isTooMuch: boolean;
}

/** Detects changes committed by any process, through the database. */
export interface LiveChanges {
  /** Checks for changes since this position. The first check, whose position is null, reports no changes. */
  look(after: LivePosition | null): Promise<{ news: LiveNews; position: LivePosition }>;
}
