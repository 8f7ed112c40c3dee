import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { requireRole } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { linksOf } from "@/app/pages";
import { SessionGuard } from "@/components/accounts/session-guard";
import { LiveProvider } from "@/components/live/live-provider";
import { DeliveryAlert } from "@/components/notifications/delivery-alert";
import { SearchButton } from "@/components/search/search-button";
import { AppHeader } from "@/components/shell/app-header";
import { FocusKeeper } from "@/components/shell/focus-keeper";
import { RoleProvider } from "@/components/shell/role-provider";
import { readTheme, THEME_COOKIE } from "@/components/shell/theme";
import { readSingleKeys, SINGLE_KEYS_COOKIE } from "@/components/ui/single-keys";
import { ToastProvider } from "@/components/ui/toast";
import { NoUploads } from "@/components/uploads/no-uploads";
import { SayStrayDrops } from "@/components/uploads/say-stray-drops";
import { UploadTray } from "@/components/uploads/tray/upload-tray";
import { UploadsProvider } from "@/components/uploads/uploads-provider";
import { renderDeliveryAlert } from "@/lib/http/notifications/cockpit-serializers";
import { includesRole } from "@/lib/kernel/rules/actor";
import { readDeliveryAlert } from "./read-delivery-alert";

/** The frame around every page behind sign-in. Uploads live here so that they survive navigation. */
export default async function UserLayout({ children }: { children: ReactNode }) {
  const { id, name, email, role } = await requireRole("reader");
  const chosen = await cookies();
  const theme = readTheme(chosen.get(THEME_COOKIE)?.value);
  const singleKeys = readSingleKeys(chosen.get(SINGLE_KEYS_COOKIE)?.value);
  const container = getContainer();
  const { ports, settings } = container;
  const { uploadSizeMaxBytes } = ports.limits;
  const mayReview = includesRole(role, "reviewer");
  const alert = mayReview && (
    <DeliveryAlert initial={renderDeliveryAlert(await readDeliveryAlert(container))} />
  );
  return (
    <RoleProvider role={role}>
      <ToastProvider>
        <LiveProvider>
          <UploadsProvider sizeMaxBytes={uploadSizeMaxBytes} accountId={id}>
            <AppHeader
              links={linksOf("header")}
              name={name}
              email={email}
              role={role}
              theme={theme}
              singleKeys={singleKeys}
              alert={alert}
              search={<SearchButton />}
            />
            <main
              id="content"
              className="mx-auto max-w-7xl px-4 pt-6 pb-40 has-[>[data-wide]]:max-w-504 max-sm:has-[[data-selection-bar]]:pb-72 sm:px-6 sm:pt-8"
            >
              {children}
            </main>
            {mayReview ? (
              <>
                <UploadTray />
                <SayStrayDrops />
              </>
            ) : (
              <NoUploads />
            )}
          </UploadsProvider>
        </LiveProvider>
        <SessionGuard email={email} singleSignOn={settings.singleSignOn?.name ?? null} />
        <FocusKeeper />
      </ToastProvider>
    </RoleProvider>
  );
}
