/** The orders in which a list of users can be sorted. */
export const USER_ORDERS = ["name", "email", "role", "last-sign-in", "created"] as const;

/** The order of a list of users: text and roles ascending, times newest first. */
export type UserOrder = (typeof USER_ORDERS)[number];
