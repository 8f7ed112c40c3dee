/** How a list of users may be ordered. */
export const USER_ORDERS = ["name", "email", "role", "last-sign-in", "created"] as const;

/** How a list of users is ordered: texts and roles ascending, times newest first. */
export type UserOrder = (typeof USER_ORDERS)[number];
