import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getContainer } from "@/app/container";
import { requireAdmin } from "@/app/require-admin";
import { AssetView } from "@/components/assets/asset-view";
import { findAssetPlace } from "@/lib/assets/use-cases/find-asset-place";
import { storedIdentifierProblem } from "@/lib/documents/rules/asset-identifier";
import { renderAssetPlace } from "@/lib/http/assets/cockpit-serializers";
import { viewerOf } from "@/lib/http/assets/viewer";

interface Route {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The identifier is what people look for among their tabs. */
export async function generateMetadata({ searchParams }: Route): Promise<Metadata> {
  const { identifier } = await searchParams;
  return { title: typeof identifier === "string" ? identifier : "" };
}

/** The documents of one asset identifier, whether or not an asset has it. */
export default async function AssetPage({ searchParams }: Route) {
  const administrator = await requireAdmin();
  const { identifier } = await searchParams;
  if (typeof identifier !== "string" || storedIdentifierProblem(identifier)) notFound();
  const place = await findAssetPlace(getContainer().ports, {
    identifier,
    viewer: viewerOf(administrator),
  });
  return <AssetView key={identifier} place={renderAssetPlace(place)} />;
}
