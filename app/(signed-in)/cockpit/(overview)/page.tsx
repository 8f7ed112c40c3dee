import { requirePage } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { metadataOf } from "@/app/pages";
import {
  readCockpitQuery,
  tilesParams,
  UNASSIGNED_FIRST_COUNT,
} from "@/components/assets/cockpit-query";
import { CockpitView } from "@/components/assets/cockpit-view";
import { StatusLegend } from "@/components/ui/status-legend";
import { listAssets, listUnassignedDocuments } from "@/lib/assets/use-cases/asset-overviews";
import {
  readAssetsQuery,
  renderAssetTiles,
  renderUnassigned,
  viewerOf,
} from "@/lib/http/assets/cockpit-schemas";

/** The title of the browser tab. */
export const metadata = metadataOf("/cockpit");

/** The start page: every asset as a tile, filtered and sorted by the URL's query. */
export default async function CockpitPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const user = await requirePage("/cockpit");
  const parameters = Object.entries(await searchParams);
  const query = readCockpitQuery(
    new URLSearchParams(
      parameters.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
  );
  const { ports } = getContainer();
  const [tiles, unassigned] = await Promise.all([
    listAssets(ports, {
      ...readAssetsQuery(tilesParams(query, 0)),
      viewer: viewerOf(user),
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
  return <CockpitView first={first} legend={<StatusLegend />} />;
}
