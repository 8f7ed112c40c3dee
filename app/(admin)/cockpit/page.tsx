import type { Metadata } from "next";
import { getContainer } from "@/app/container";
import { requireAdmin } from "@/app/require-admin";
import {
  readCockpitQuery,
  tilesParams,
  UNASSIGNED_FIRST_COUNT,
} from "@/components/cockpit/cockpit-query";
import { CockpitView } from "@/components/cockpit/cockpit-view";
import { COCKPIT_TEXTS } from "@/components/texts/cockpit-texts";
import { StatusLegend } from "@/components/ui/status-legend";
import { renderAssetTiles, renderUnassigned } from "@/lib/http/cockpit/asset-serializers";
import { readAssetsQuery } from "@/lib/http/cockpit/read-assets-query";
import { viewerOf } from "@/lib/http/cockpit/viewer";
import { listAssets } from "@/lib/services/list-assets";
import { listUnassignedDocuments } from "@/lib/services/list-unassigned-documents";

/** What stands in the browser's tab. */
export const metadata: Metadata = { title: COCKPIT_TEXTS.title };

/** Where administrators begin: every asset as a tile, as the address asks for them. */
export default async function CockpitPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const administrator = await requireAdmin();
  const given = Object.entries(await searchParams);
  const query = readCockpitQuery(
    new URLSearchParams(
      given.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
  );
  const { ports } = getContainer();
  const [tiles, unassigned] = await Promise.all([
    listAssets(ports, {
      ...readAssetsQuery(tilesParams(query, 0)),
      viewer: viewerOf(administrator),
    }),
    listUnassignedDocuments(ports, {
      text: query.text || null,
      after: null,
      limit: UNASSIGNED_FIRST_COUNT,
    }),
  ]);
  const first = {
    query,
    tiles: renderAssetTiles(tiles),
    unassigned: renderUnassigned(unassigned),
  };
  return (
    <>
      <CockpitView first={first} />
      <StatusLegend />
    </>
  );
}
