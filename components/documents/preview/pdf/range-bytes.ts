/** The bytes per request. A distant store returns one large part sooner than four small ones. */
export const RANGE_BYTES = 262_144;
