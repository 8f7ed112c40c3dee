/** Called once by Next when a server process starts, before it answers requests. */
export async function register(): Promise<void> {
  const { getDurableWork } = await import("./app/durable-work");
  getDurableWork().relay.start();
}
