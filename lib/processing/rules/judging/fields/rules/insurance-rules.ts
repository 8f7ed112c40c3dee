import type { FieldRules } from "../field-rule";

/** Rules for insurance policies and certificates of insurance. */
export const INSURANCE_RULES: FieldRules = {
  insurer: {
    labels: [
      [
        "versicherer|versicherungsgesellschaft|versicherungsunternehmen|insurer(?:s|\\(s\\))?|insurance company|underwriter(?:s|\\(s\\))?|underwritten by|insured by|insurer a|name of insurer|risikoträger|company|carrier|insurance provider|insurance carrier|versicherungsträger|authori[sz]ed insurer|insurance underwritten by",
        2.8,
      ],
    ],
    unless: "nummer|nr|number|der |the |no\\.|address|insured",
    phrases: [
      [
        "(?:signed|issued) (?:for and )?(?:on behalf of|by)[: ]+(?<value>\\p{Lu}[^,;()]{4,70}?)(?: \\(|,|$|\\.)",
        2.2,
      ],
      [
        "(?<value>(?:[\\p{Lu}][\\p{L}&.-]{1,24} ){0,4}(?:[\\p{L}-]*versicherung(?:en|s-?aktiengesellschaft|sgesellschaft|sverein)?|assekuranz|feuersozietät|brandkasse|insurance(?: company)?|assurance|mutual|indemnity|underwriting)(?: [\\p{Lu}&][\\p{L}&.-]{0,24}){0,3} (?:AG|SE|VVaG|a\\.G\\.|plc|PLC|Ltd\\.?|Limited|Inc\\.?|Company|Co\\.?|AöR|aG|LLC|Corporation|Corp\\.?|N\\.V\\.|S\\.A\\.|eG))(?![\\p{L}])",
        2.4,
      ],
    ],
    letterhead: "sender",
  },
  policyNumber: {
    labels: [
      [
        "versicherungsschein-? ?(?:nr\\.?|nummer)|versicherungsscheinnummer|versicherungs-? ?(?:nr\\.?|nummer)|policy[- ]?(?:number|no\\.?|nr\\.?|#|ref(?:erence)?)|policen-?(?:nummer|nr\\.?)|police-?(?:nr\\.?|nummer)?|versicherungsscheines? nr\\.?|polizzen-?(?:nummer|nr\\.?)|certificate (?:no\\.?|number)|polizze nr\\.?|vertragsnummer|vertrags-?nr\\.?|policy|schein-?nr\\.?|vertrag nr\\.?|insurance (?:no\\.?|number)",
        3,
      ],
    ],
    unless:
      "kunde|customer|vorversich|previous|agentur|agent|broker|period|holder|vermittler|type|form|konto|year|limit|aggregate|wording|schadens|claim|term|inception|start|expir",
  },
  validFrom: {
    labels: [
      [
        "versicherungsbeginn|beginn(?: der versicherung| des versicherungsschutzes| des vertrages)?|vertragsbeginn|inception date|effective (?:date|from)|policy eff(?:ective)?(?: date)?|start date|commencement date|(?:date of )?commencement(?: of (?:insurance|cover|policy|insurance policy))?|valid from|period of insurance(?: from)?|policy period(?: from)?|versicherungszeitraum|versicherungsdauer|versicherungsperiode|insurance period|policy start(?: date)?|cover (?:starts?|from|period)|gültig (?:ab|vom)|coverage period|policy term|laufzeit|vertragslaufzeit|vertragsdauer|versicherungsschutz besteht(?: vom| von| ab)?|from|starts on|term",
        3,
      ],
      ["ab|vom|besteht vom|mit wirkung (?:vom|ab)|period|dauer|versicherungsjahr", 1.5],
    ],
    period: "start",
    unless: "zahlung|fällig|premium|geburt|birth|letter",
  },
  validTo: {
    labels: [
      [
        "versicherungsablauf|ablauf(?: der versicherung| des vertrages)?|versicherungsende|vertragsablauf|vertragsende|expiry date|expiration(?: date)?|policy exp(?:iration|iry)?(?: date)?|(?:date of )?expiry(?: of (?:insurance|cover|policy|insurance policy))?|end date|valid (?:to|until)|period of insurance|policy period|versicherungszeitraum|versicherungsdauer|versicherungsperiode|insurance period|policy end(?: date)?|cover (?:ends?|until|period)|gültig bis|coverage period|policy term|laufzeit|vertragslaufzeit|vertragsdauer|renewal date|versicherungsschutz besteht(?: vom| von| ab)?|expires(?: on)?|hauptfälligkeit|term|expires at",
        3,
      ],
      ["bis(?: zum)?|to|until|period|dauer|ende|versicherungsjahr|through", 1.5],
    ],
    period: "end",
    unless: "zahlung|zahlbar|premium|geburt|birth|up |belonging|subject|due to",
  },
  premium: {
    labels: [
      [
        "jahresbeitrag|jahresprämie|gesamtbeitrag|gesamtprämie|bruttobeitrag|jahresbruttobeitrag|beitrag (?:inkl|incl|einschl)[^\\d]{0,40}|prämie (?:inkl|incl|einschl)[^\\d]{0,40}|zu zahlender beitrag|zahlbeitrag|annual premium|total (?:annual )?premium|premium (?:incl|including)[^\\d]{0,40}|total payable|total amount payable|gross premium|policy premium|bruttoprämie|jahresbeitrag (?:brutto|inkl|einschl)[^\\d]{0,40}|total (?:annual )?cost|beitrag jährlich|jahresgesamtbeitrag|total policy premium",
        3,
      ],
      [
        "beitrag|prämie|premium|versicherungsbeitrag|versicherungsprämie|monatsbeitrag|rate|amount payable|total",
        2,
      ],
    ],
    unless:
      "netto|net\\b|steuer(?! \\d)|tax\\b|rabatt|discount|summe|sum insured|excess|selbst|minimum|limit|aggregate|ipt|fee",
    prefers: "largest",
  },
};
