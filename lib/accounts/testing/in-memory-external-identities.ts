import type { ExternalIdentities, ExternalIdentity } from "../access-ports";
import { emailKey } from "../rules/email";
import { passwordLinkState } from "../rules/password";
import { type People, withoutPassword } from "./in-memory-people";

/** Creates an in-memory store of provider identities that meets the same contract as the PostgreSQL adapter. */
export function createInMemoryExternalIdentities(people: People): ExternalIdentities {
  const userIds = new Map<string, string>();
  const keyOf = ({ issuer, subject }: ExternalIdentity) => JSON.stringify([issuer, subject]);
  const find = (id: string | undefined) => {
    const user = id === undefined ? undefined : people.users.get(id);
    return user ? withoutPassword(user) : null;
  };
  return {
    findUser: async (identity) => find(userIds.get(keyOf(identity))),
    link: async (identity, { emailKey: key, note }) => {
      const user = [...people.users.values()].find(({ email }) => emailKey(email) === key);
      if (!user || user.passwordHash !== null || user.deactivatedAt) return null;
      const open = [...people.links].find(
        ([, link]) =>
          link.userId === user.id &&
          link.kind === "invitation" &&
          passwordLinkState(link, note.at) === "open",
      );
      if (!open) return null;
      people.links.set(open[0], { ...open[1], usedAt: note.at });
      userIds.set(keyOf(identity), user.id);
      people.auditNotes.push({ ...note, subject: `user:${user.id}` });
      return find(user.id);
    },
  };
}
