import type pg from "pg";
import type { EmailCollision, User, UserRepository } from "@/lib/accounts/ports/users";
import { decideEmailKeys, emailKey, type KeyedEmail } from "@/lib/accounts/rules/email";
import { auditParameter } from "../core/audit-statement";
import type { Database } from "../core/database";
import { createQuery } from "../core/query";
import { inTransaction } from "../core/transaction";
import { createUserChange } from "./user-change";
import { type UserRow, withRole } from "./user-rows";
import {
  CREATE_USER,
  LIST_EMAIL_KEYS,
  LOCK_USERS,
  SET_EMAIL_KEYS,
  SET_PASSWORD,
} from "./user-statements";
import { withLockedUser } from "./with-locked-user";

const HIDDEN = { passwordHash: true, emailKey: true } as const;

/** Stores users in PostgreSQL. */
export function createUserRepository({ pool, prisma }: Database): UserRepository {
  const query = createQuery(pool);
  return {
    count: () => prisma.user.count(),
    countActive: () => prisma.user.count({ where: { deactivatedAt: null } }),
    list: async () => {
      const rows = await prisma.user.findMany({
        omit: HIDDEN,
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      });
      return rows.map(withRole);
    },
    create: async ({ id, email, name, role, passwordHash, createdAt }, note) => {
      const user = [id, email, name, role, passwordHash, createdAt];
      const values = [...user, auditParameter(note), emailKey(email)];
      const { rows } = await query<UserRow>({ text: CREATE_USER }, values);
      return rows[0] ? withRole(rows[0]) : null;
    },
    fillEmailKeys: () => fillEmailKeys(pool),
    find: async (id) => {
      const row = await prisma.user.findUnique({ where: { id }, omit: HIDDEN });
      return row && withRole(row);
    },
    findForSignIn: async (email) => {
      const row = await prisma.user.findUnique({ where: { email }, omit: { emailKey: true } });
      return row && withRole(row);
    },
    setPassword: (id, { passwordHash, at, replacing, keeping, note }) =>
      withLockedUser(pool, id, async (client) => {
        const values = [id, passwordHash, at, replacing, keeping, auditParameter(note)];
        const { rows } = await client.query<UserRow>(SET_PASSWORD, values);
        return rows[0] ? withRole(rows[0]) : null;
      }),
    change: createUserChange(pool),
  };
}

type KeyedUser = KeyedEmail & Pick<User, "deactivatedAt">;

/** Usually every account has its key, and the table is only read. */
async function fillEmailKeys(pool: pg.Pool): Promise<readonly EmailCollision[]> {
  const { rows } = await createQuery(pool)<KeyedUser>({ text: LIST_EMAIL_KEYS }, []);
  if (rows.every(({ key }) => key !== null)) return [];
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_USERS);
    const { rows: users } = await client.query<KeyedUser>(LIST_EMAIL_KEYS);
    const { keys, collisions } = decideEmailKeys(users);
    await client.query(SET_EMAIL_KEYS, [[...keys.keys()], [...keys.values()]]);
    return collisions;
  });
}
