/** Looks up the names of actors, which are users and API keys. */
export interface ActorNames {
  /**
   * Returns the name of each user and key with one of these ids, including those that can no longer act; unknown ids are
   * omitted.
   */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
