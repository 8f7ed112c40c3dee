import type { LiveNews } from "../live/live-connection";

/** Whether an update concerns notifications. */
export const areNotificationsConcerned = (news: LiveNews) =>
  news === "everything" || news.areNotificationsChanged;
