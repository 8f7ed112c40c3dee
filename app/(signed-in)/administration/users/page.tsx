import { requirePage } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import { UsersView } from "@/components/accounts/users/users-view";
import { USERS_TEXTS } from "@/components/texts/en/user-texts";
import { listUsers } from "@/lib/accounts/use-cases/users";
import { renderUsers } from "@/lib/http/accounts/user-schemas";

export const metadata = metadataOf("/administration/users");

/** All users, and the actions available to administrators. */
export default async function UsersPage() {
  const { id } = await requirePage("/administration/users");
  const { ports } = getContainer();
  // Uses the same query as the browser's first request, so that the server and the browser show the same rows.
  const users = await listUsers(ports, { text: "", order: "name", limit: 100 });
  return (
    <>
      <h1 className="font-serif text-4xl">{USERS_TEXTS.title}</h1>
      <p className="mt-2 mb-6 max-w-2xl text-quiet">{USERS_TEXTS.intro}</p>
      <UsersView first={renderUsers(users, ports.clock.now())} ownId={id} />
    </>
  );
}
