import type { KnownParty } from "../judgement";
import { findKnownParties, type KnownPartyMatch, nameKey } from "../parties/find-known-parties";
import {
  authorityNames,
  type LetterheadName,
  recipientNames,
  senderNames,
} from "../parties/letterhead";
import { foundValue } from "../values/found-value";
import type { Candidate, FieldSearch } from "./candidate";
import type { CompiledRule } from "./compile-rule";

/** Finds names in the letterhead, and parties that the installation already knows. */
export function partyCandidates(
  search: FieldSearch,
  {
    field,
    rule,
    parties,
    labelled,
  }: {
    readonly field: string;
    readonly rule: CompiledRule;
    readonly parties: readonly KnownParty[];
    /** The candidates found by labels and in sentences. */
    readonly labelled: readonly Candidate[];
  },
): Candidate[] {
  const letterhead = letterheadCandidates(search, rule);
  const candidates = [...labelled, ...letterhead];
  const matches = parties.length === 0 ? [] : findKnownParties(search.passages, parties);
  return [
    ...confirmed(candidates, matches),
    ...matches.filter(({ party }) => party.roles.includes(field)).map(toKnownCandidate),
  ];
}

function letterheadCandidates(search: FieldSearch, { letterhead }: CompiledRule): Candidate[] {
  const pages = ownPages(search);
  const names = (): LetterheadName[] => {
    if (letterhead === undefined) return [];
    if (letterhead === "authority") return authorityNames(pages);
    const senders = senderNames(pages);
    if (letterhead === "sender") return senders;
    const best = [...senders].sort((a, b) => b.strength - a.strength)[0];
    return recipientNames(pages, best?.stretch.text.slice(best.start, best.end) ?? null);
  };
  return names().map(({ stretch, start, end, strength }) => ({
    found: foundValue(stretch.text.slice(start, end), start, end),
    stretch,
    strength,
    label: null,
    method: "letterhead",
  }));
}

/** Returns the document's own pages, without the pages of attachments, which have their own letterheads. */
function ownPages({ document }: FieldSearch) {
  const own = document.pages.filter(({ isAttachment }) => !isAttachment);
  return own.length > 0 ? own : document.pages;
}

/**
 * Strengthens a name from a label or the letterhead if the installation knows the party, and gives it the known spelling.
 */
function confirmed(
  candidates: readonly Candidate[],
  matches: readonly KnownPartyMatch[],
): Candidate[] {
  const known = new Map(matches.map(({ party }) => [nameKey(party.name), party]));
  return candidates.map((candidate) => {
    const party = known.get(nameKey(candidate.found.value));
    if (party === undefined) return candidate;
    return {
      ...candidate,
      found: { ...candidate.found, value: party.name },
      strength: candidate.strength + 1,
      method: "known-party",
    };
  });
}

function toKnownCandidate({ party, stretch, start, end, isExact }: KnownPartyMatch): Candidate {
  return {
    found: foundValue(party.name, start, end),
    stretch,
    strength: isExact ? 2.4 : 2.1,
    label: null,
    method: "known-party",
  };
}
