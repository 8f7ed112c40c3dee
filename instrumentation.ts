/** Called once by Next when a server process starts; requests wait for it. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: a constant of the build, by which the edge's bundle, never run here, leaves out what only Node.js has
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { getContainer } = await import("./app/container");
    const { logSettingsWarnings } = await import("./app/log-settings-warnings");
    const { getDurableWork } = await import("./app/durable-work/durable-work");
    const { warmUpDurableWork } = await import("./app/durable-work/durable-work-warm-up");
    const { shareHotCalls } = await import("./app/hot-calls/hot-calls");
    const { warmUp } = await import("./app/hot-calls/warm-up");
    logSettingsWarnings(getContainer());
    await warmUpDurableWork();
    // biome-ignore lint/style/noProcessEnv: a constant of the build, as above
    if (process.env.NODE_ENV === "production") await warmUp(getContainer());
    shareHotCalls();
    const { relay, processingWatch, auditChainer } = getDurableWork();
    relay.start();
    processingWatch.start();
    auditChainer.start();
  }
}
