/** What the navigation says while notifications fail. */
export const ALERT_TEXTS = {
  title: "Notifications failing",
  help: "The remote system does not receive changes. Select to see why.",
  askHelp: "The remote system does not receive changes. Tell an administrator.",
} as const;
