"use client";

import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { areSingleKeysOn } from "../ui/single-keys";
import { useLoaded } from "../ui/use-loaded";

const loadDialog = () => import("./search-dialog").then((module) => module.SearchDialog);
/** Where a slash is text, and where something else has to be answered first. */
const TYPING = "input:not([type=radio],[type=checkbox]), textarea, select, [contenteditable]";
const DIALOGS = "[role=dialog], [role=alertdialog]";

/** Opens the search, as `/`, Ctrl+K and ⌘K do on every page. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const [SearchDialog, load] = useLoaded(loadDialog);
  const open = () => {
    setOpen(true);
    load(() => setOpen(false));
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isTyping = (target as Element).closest(TYPING) !== null;
    const isSlash = key === "/" && !(ctrlKey || metaKey || isTyping) && areSingleKeysOn();
    const isChord = key.toLowerCase() === "k" && (ctrlKey || metaKey);
    if (altKey || !(isSlash || isChord) || document.querySelector(DIALOGS)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <Button
        aria-label={SHELL_TEXTS.search}
        aria-keyshortcuts="/ Control+K Meta+K"
        title={SHELL_TEXTS.searchKeys}
        onClick={open}
      >
        <Search aria-hidden />
        <span className="max-lg:hidden">{SHELL_TEXTS.search}</span>
      </Button>
      {SearchDialog && <SearchDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
