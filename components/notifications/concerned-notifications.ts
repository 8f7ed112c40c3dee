import type { LiveNews } from "../live/live-connection";

/** Whether news concern notifications. */
export const areNotificationsConcerned = (news: LiveNews) =>
  news === "everything" || news.areNotificationsChanged;
