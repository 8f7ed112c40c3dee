"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { searchText } from "../shell/addresses";
import { NOT_FOUND_TEXTS } from "../texts/en/not-found-texts";
import { buttonLook } from "../ui/button";
import { cockpitPath } from "./cockpit-query";

/** Links to a search for the identifier in the URL, because most missing identifiers are misspelt. */
export function SearchForAsset() {
  const text = searchText(useSearchParams().get("identifier") ?? "");
  if (!text) return null;
  return (
    <Link
      href={cockpitPath({ text, folder: "", filter: "all", order: "activity" })}
      prefetch={false}
      className={buttonLook({})}
    >
      <span className="max-w-72 truncate">{NOT_FOUND_TEXTS.searchAsset(text)}</span>
    </Link>
  );
}
