import type { LiveNews } from "../live/live-connection";

/** Whether notifications are among the news. */
export const areNotificationsConcerned = (news: LiveNews) =>
  news === "everything" || news.areNotificationsChanged;
