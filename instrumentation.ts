/** Called once by Next when a server process starts; requests wait for it. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: a constant of the build, by which the edge's bundle, never run here, leaves out what only Node.js has
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { start } = await import("./app/start");
    await start();
  }
}
