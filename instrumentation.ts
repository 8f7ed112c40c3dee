/** Called once by Next when a server process starts, before it answers requests. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: a constant of the build, by which the edge's bundle, never run here, leaves out what only Node.js has
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { getContainer } = await import("./app/container");
    const { logSettingsWarnings } = await import("./app/log-settings-warnings");
    const { getDurableWork } = await import("./app/durable-work");
    const { shareHotCalls } = await import("./app/hot-calls");
    logSettingsWarnings(getContainer());
    shareHotCalls();
    getDurableWork().relay.start();
  }
}
