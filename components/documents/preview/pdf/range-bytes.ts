/** One request brings so much: the far end of a store answers one large part sooner than four small ones. */
export const RANGE_BYTES = 262_144;
