/** What people call the users and API keys that act. */
export interface ActorNames {
  /** The name of each user and key with one of these ids, also of those that may act no more; an unknown id has none. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
