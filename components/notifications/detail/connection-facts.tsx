import type { ReactNode } from "react";
import type { CockpitNotificationDetail } from "@/lib/http/notifications/cockpit-schemas";
import { ATTEMPT_TEXTS } from "../../texts/en/delivery-texts";
import { LocalTime } from "../../ui/local-time";

/** The server to which an attempt was actually connected. */
export function ConnectionFacts({
  connection,
}: {
  readonly connection: CockpitNotificationDetail["deliveries"][number]["connection"];
}) {
  const { address, port, tlsVersion, certificateIssuer, certificateExpiresAt } = connection;
  return (
    <div>
      <p className="mb-2 font-medium">{ATTEMPT_TEXTS.connection}</p>
      <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[10rem_1fr]">
        <Fact name={ATTEMPT_TEXTS.address}>{address && addressText(address, port)}</Fact>
        <Fact name={ATTEMPT_TEXTS.tlsVersion}>{tlsVersion}</Fact>
        <Fact name={ATTEMPT_TEXTS.certificateIssuer}>
          {certificateIssuer && <bdi className="break-all">{certificateIssuer}</bdi>}
        </Fact>
        <Fact name={ATTEMPT_TEXTS.certificateExpiresAt}>
          {certificateExpiresAt && <LocalTime at={certificateExpiresAt} />}
        </Fact>
      </dl>
    </div>
  );
}

const addressText = (address: string, port: number | null) => {
  const host = address.includes(":") ? `[${address}]` : address;
  return port === null ? host : `${host}:${port}`;
};

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="mb-1.5 sm:mb-0">{children || ATTEMPT_TEXTS.unknown}</dd>
    </>
  );
}
