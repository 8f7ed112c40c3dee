import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { getContainer } from "@/app/container";
import { requireRole } from "@/app/require-role";
import { SessionGuard } from "@/components/accounts/session-guard";
import { LiveProvider } from "@/components/live/live-provider";
import { AppHeader } from "@/components/shell/app-header";
import { FocusKeeper } from "@/components/shell/focus-keeper";
import { RoleProvider } from "@/components/shell/role-provider";
import { readTheme, THEME_COOKIE } from "@/components/shell/theme";
import { ToastProvider } from "@/components/ui/toast";
import { NoUploads } from "@/components/uploads/no-uploads";
import { UploadTray } from "@/components/uploads/tray/upload-tray";
import { UploadsProvider } from "@/components/uploads/uploads-provider";
import { includesRole } from "@/lib/kernel/rules/roles";

/** The frame around every page behind sign-in. Uploads live here, so that they survive navigation. */
export default async function UserLayout({ children }: { children: ReactNode }) {
  const { id, name, email, role } = await requireRole("reader");
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  const { ports, settings } = getContainer();
  const { uploadSizeMaxBytes } = ports.limits;
  return (
    <RoleProvider role={role}>
      <ToastProvider>
        <LiveProvider>
          <UploadsProvider sizeMaxBytes={uploadSizeMaxBytes} accountId={id}>
            <AppHeader name={name} email={email} role={role} theme={theme} />
            <main id="content" className="mx-auto max-w-7xl px-4 pt-6 pb-40 sm:px-6 sm:pt-8">
              {children}
            </main>
            {includesRole(role, "reviewer") ? <UploadTray /> : <NoUploads />}
          </UploadsProvider>
        </LiveProvider>
        <SessionGuard email={email} singleSignOn={settings.singleSignOn?.name ?? null} />
        <FocusKeeper />
      </ToastProvider>
    </RoleProvider>
  );
}
