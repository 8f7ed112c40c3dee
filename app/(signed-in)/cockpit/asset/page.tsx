import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requirePage } from "@/app/access/require-role";
import { AssetView } from "@/components/assets/asset-view";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { renderAssetPlace } from "@/lib/http/assets/cockpit-schemas";
import { loadAssetPlace } from "./load-asset-place";

interface Route {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Uses the identifier as the page title, so that users find the right browser tab. */
export async function generateMetadata({ searchParams }: Route): Promise<Metadata> {
  const place = await loadAssetPlace((await searchParams).identifier);
  return { title: place?.identifier ?? DOCUMENT_TEXTS.notFoundTitle };
}

/** All documents with a given asset identifier, even if no asset has that identifier. */
export default async function AssetPage({ searchParams }: Route) {
  await requirePage("/cockpit/asset");
  const place = await loadAssetPlace((await searchParams).identifier);
  if (!place) notFound();
  return <AssetView key={place.identifier} place={renderAssetPlace(place)} />;
}
