/** Text in the navigation while notifications are failing. */
export const ALERT_TEXTS = {
  title: "Notifications failing",
  help: "The remote system is not receiving changes. Select to see why.",
  askHelp: "The remote system is not receiving changes. Tell an administrator.",
} as const;
