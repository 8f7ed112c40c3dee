import type { Metadata } from "next";
import type { PageLink } from "@/components/shell/navigation-link";
import { ACCOUNT_TEXTS } from "@/components/texts/en/account-texts";
import { API_KEY_TEXTS } from "@/components/texts/en/api-key-texts";
import { AUDIT_TEXTS } from "@/components/texts/en/audit-texts";
import { COCKPIT_TEXTS } from "@/components/texts/en/cockpit-texts";
import { NOTIFICATION_TEXTS } from "@/components/texts/en/delivery-texts";
import { DOCUMENT_LIST_TEXTS } from "@/components/texts/en/document-list-texts";
import {
  API_REFERENCE_TEXTS,
  GUIDE_TEXTS,
  UPLOADS_PAGE_TEXTS,
} from "@/components/texts/en/documentation-texts";
import { IMPORT_TEXTS } from "@/components/texts/en/import-texts";
import { REVIEW_TEXTS } from "@/components/texts/en/review-texts";
import { SECOND_FACTOR_TEXTS } from "@/components/texts/en/second-factor-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { SIGN_IN_TEXTS } from "@/components/texts/en/sign-in-texts";
import { PASSWORD_LINK_TEXTS, USERS_TEXTS } from "@/components/texts/en/user-texts";
import { WEBHOOK_TEXTS } from "@/components/texts/en/webhook-texts";
import type { Role } from "@/lib/kernel/rules/actor";

/** A page as it is declared. */
interface DeclaredPage {
  /** The lowest role that may open the page; null if it is open to everyone. */
  readonly role: Role | null;
  /** The title in the browser's tab; null if the page has none or takes it from what it shows. */
  readonly title: string | null;
  /** The navigation with a link to the page; absent if there is none. Links are in the order of this list. */
  readonly navigation?: { readonly in: "header" | "administration"; readonly label: string };
  /** The states in which browser tests check the page. `e2e/pages/page-states.ts` says how each is reached. */
  readonly states: readonly string[];
}

const { administrationPages } = SHELL_TEXTS;

/** Every page by its path. Only the server imports it: a browser would otherwise load the texts of all pages at once. */
export const PAGES = {
  "/": {
    role: null,
    title: null,
    states: [],
  },
  "/account": {
    role: "reader",
    title: ACCOUNT_TEXTS.title,
    states: ["the account", "the question before ending all other sessions"],
  },
  "/account/second-factor": {
    role: "reader",
    title: SECOND_FACTOR_TEXTS.title,
    states: [],
  },
  "/cockpit": {
    role: "reader",
    title: COCKPIT_TEXTS.title,
    navigation: { in: "header", label: SHELL_TEXTS.cockpit },
    states: [
      "the cockpit",
      "the account menu",
      "the menu of a tile",
      "the dialog for a new asset",
      "the question before archiving",
      "a search that finds nothing",
      "the tray with running, failed and finished uploads",
      "a tab after signing out in another tab",
    ],
  },
  "/cockpit/asset": {
    role: "reader",
    title: null,
    states: [
      "the documents of an asset",
      "the reasons for deleting a document of an asset",
      "a deletion in the list that can be undone",
      "an asset without documents",
      "documents without an asset",
    ],
  },
  "/cockpit/import": {
    role: "administrator",
    title: IMPORT_TEXTS.title,
    states: ["the asset import", "the preview of an import", "the problems of an import"],
  },
  "/documents": {
    role: "reader",
    title: DOCUMENT_LIST_TEXTS.title,
    navigation: { in: "header", label: DOCUMENT_LIST_TEXTS.title },
    states: [
      "the documents of all assets",
      "a search that explains what it found",
      "the choices of a filter",
      "the saved views",
      "filters that no document matches",
      "selected documents",
      "the question before many documents are deleted",
      "the search dialog",
    ],
  },
  "/documents/[uuid]": {
    role: "reader",
    title: null,
    states: [
      "a document with its results",
      "an approval that can be undone",
      "the reasons for a deletion",
      "a deletion that can be undone",
      "a deleted document",
      "the confirmation before content is erased",
      "the assets that a document can move to",
      "a document that does not exist",
    ],
  },
  "/review": {
    role: "reviewer",
    title: REVIEW_TEXTS.title,
    navigation: { in: "header", label: REVIEW_TEXTS.title },
    states: [
      "a document to review",
      "a decision in the queue that can be undone",
      "the shortcuts of the review page",
      "an empty queue",
    ],
  },
  "/administration": {
    role: "administrator",
    title: null,
    navigation: { in: "header", label: SHELL_TEXTS.administration },
    states: [],
  },
  "/administration/external-dms": {
    role: "administrator",
    title: WEBHOOK_TEXTS.title,
    navigation: { in: "administration", label: administrationPages.externalDms },
    states: [
      "the administration without a webhook URL",
      "a test that arrived",
      "a test that did not arrive",
      "the question before removing the webhook URL",
      "a new secret",
      "the dialog to resend a period",
    ],
  },
  "/administration/external-dms/notifications/[id]": {
    role: "administrator",
    title: NOTIFICATION_TEXTS.pageTitle,
    states: ["a notification that does not exist"],
  },
  "/administration/users": {
    role: "administrator",
    title: USERS_TEXTS.title,
    navigation: { in: "administration", label: administrationPages.users },
    states: [
      "the users",
      "the menu of a user",
      "the dialog for inviting a user, with mistakes",
      "a link that is shown once",
    ],
  },
  "/administration/api-keys": {
    role: "administrator",
    title: API_KEY_TEXTS.title,
    navigation: { in: "administration", label: administrationPages.apiKeys },
    states: ["the API keys", "the dialog for a new API key"],
  },
  "/administration/audit": {
    role: "administrator",
    title: AUDIT_TEXTS.title,
    navigation: { in: "administration", label: administrationPages.audit },
    states: ["the audit log", "the audit log without matching entries"],
  },
  "/login/second-factor": {
    role: "reader",
    title: SECOND_FACTOR_TEXTS.title,
    states: [],
  },
  "/login": {
    role: null,
    title: SIGN_IN_TEXTS.title,
    states: ["the sign-in page", "a refused sign-in"],
  },
  "/invitation/[token]": {
    role: null,
    title: PASSWORD_LINK_TEXTS.titles.invitation,
    states: ["a link that does not work", "the page for choosing a password"],
  },
  "/docs": {
    role: null,
    title: UPLOADS_PAGE_TEXTS.title,
    states: ["the documentation"],
  },
  "/docs/guide": {
    role: null,
    title: GUIDE_TEXTS.metaTitle,
    states: ["the guide"],
  },
  "/docs/api": {
    role: null,
    title: API_REFERENCE_TEXTS.title,
    states: ["the API reference, with one call opened"],
  },
  "/docs/problems/[code]": {
    role: null,
    title: null,
    states: ["the page about a problem"],
  },
} as const satisfies Readonly<Record<`/${string}`, DeclaredPage>>;

type Pages = typeof PAGES;

/** The path of a page. Names in brackets stand for values. */
export type PagePath = keyof Pages;

/** The path of a page that needs a role. */
export type RolePagePath = {
  [Path in PagePath]: Pages[Path]["role"] extends null ? never : Path;
}[PagePath];

/** The path of a page with a title of its own. */
type TitledPagePath = {
  [Path in PagePath]: Pages[Path]["title"] extends null ? never : Path;
}[PagePath];

/** A state in which browser tests check a page. */
export type PageState = Pages[PagePath]["states"][number];

/** Returns the metadata of a page: its title. */
export const metadataOf = (path: TitledPagePath): Metadata => ({ title: PAGES[path].title });

/** Returns the links of a navigation, each with the lowest role that may see it. */
export const linksOf = (navigation: "header" | "administration"): readonly PageLink[] =>
  Object.entries<DeclaredPage>(PAGES).flatMap(([href, page]) =>
    page.role !== null && page.navigation?.in === navigation
      ? [{ href, label: page.navigation.label, role: page.role }]
      : [],
  );
