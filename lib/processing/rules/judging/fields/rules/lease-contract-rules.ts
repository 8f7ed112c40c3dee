import { ORDINAL_WORDS } from "../../values/ordinals";
import type { FieldRules } from "../field-rule";

const SIGNED = {
  labels: [
    ["(?:ort(?: und|,|/| /)? ?)?datum(?:,? unterschrift)?|ort,? (?:den )?datum", 1.6],
    [
      "unterzeichnet am|unterschrieben am|abgeschlossen am|vertragsdatum|datum des vertrag(?:e?s)|signed on|date of (?:agreement|lease|signature|this agreement)|signed by (?:both|all) parties on|agreement date|lease date",
      3,
    ],
    ["dated(?: this| as of)?|date", 1.6],
  ],
  unless:
    "beginn|ende|end |ablauf|commence|start|expir|fällig|due|geburt|birth|von |bis|effective|original|ursprung|mietvertrag(?:s|es)? vom|lease dated|termination|übergabe|einzug|move|print|stand",
  phrases: [
    [
      "(?:is|was|hereby)? ?(?:made|entered into|dated|executed)(?: and entered into)?(?: on| as of| this| the)*:? (?:the )?(?<value>\\d{1,2}(?:st|nd|rd|th)?(?: day)?(?: of)? \\p{L}{3,9},? \\d{4}|\\p{L}{3,9} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2})",
      2.6,
    ],
    [
      "(?:^|[^\\p{L}])\\p{Lu}[\\p{L} /().-]{2,30}, (?:den|dem|am|the)? ?(?<value>\\d{1,2}\\. ?(?:\\d{1,2}\\.|\\p{L}{3,9}) ?\\d{4})",
      2.1,
    ],
    [
      "(?:vom|geschlossen am|unterzeichnet am|unterschrieben am) (?<value>\\d{1,2}\\. ?(?:\\d{1,2}\\.|\\p{L}{3,9}) ?\\d{4})",
      1,
    ],
  ],
} satisfies FieldRules[string];

const TENANT = {
  labels: [
    [
      "mieter(?:in|/in|\\(in\\)|innen|partei|seite)?|mieter \\(in\\)|mieter/-in|tenant(?:s|\\(s\\)| name|'s name)?(?: names?)?|name of (?:the )?tenant(?:s|\\(s\\))?|lessee(?:s|\\(s\\))?|pächter(?:in)?|untermieter(?:in)?|name des mieters|renter|occupant",
      3,
    ],
  ],
  unless: "vermieter|der |die |des |dem |den |the |by |to ",
  phrases: [
    [
      '(?:und|and|sowie) (?:(?:der|dem|die|the|frau|herrn?|firma|eheleuten?) )*(?<value>(?:[^()„“"“:;]|\\(haftungsbeschränkt\\)){3,140}?)[,;]? ?(?:[-–(„“"\'»] ?)*(?:(?:im folgenden|nachfolgend|nachstehend|hereinafter|hereafter|als|kurz|referred to as|called|the|collectively|individually|jointly|known as|gemeinsam|and severally)[ ,:]*)*[„“"\'»(]*(?:mieter|tenant|lessee|pächter|untermieter)(?:in|s)?\\b',
      3,
    ],
    [
      "(?:mieter|tenant|lessee)(?:in|s|\\(s\\))?[\"“”']?\\)? (?:ist|is|:) (?:(?:die|der|the) )?(?<value>[^,;:()]{3,90})",
      2,
    ],
  ],
} satisfies FieldRules[string];

/** Rules for lease contracts and their amendments. */
export const LEASE_CONTRACT_RULES: FieldRules = {
  tenant: TENANT,
  landlord: {
    labels: [
      [
        "vermieter(?:in|/in|\\(in\\)|partei|seite)?|vermieter/-in|landlord(?:s|\\(s\\)| name|'s name)?|name of (?:the )?landlord|lessor(?:s)?|verpächter(?:in)?|name des vermieters|property owner",
        3,
      ],
    ],
    unless: "der |des |dem |den |the |by |to ",
    phrases: [
      [
        '(?:zwischen|between)[: ]+(?:(?:der|dem|die|the|frau|herrn?|firma|eheleuten?) )*(?<value>(?:[^()„“":;]|\\(haftungsbeschränkt\\)){3,140}?)[,;]? ?(?:[-–(„“"\'»] ?)*(?:(?:im folgenden|nachfolgend|nachstehend|hereinafter|hereafter|als|kurz|referred to as|called|the|known as)[ ,:]*)*[„“"\'»(]*(?:vermieter|landlord|lessor|verpächter)',
        3,
      ],
      [
        "(?:vermieter|landlord|lessor)(?:in|s)?[\"“”']?\\)? (?:ist|is) (?:(?:die|der|the) )?(?<value>[^,;:()]{3,90})",
        2,
      ],
    ],
  },
  startsOn: {
    labels: [
      [
        "mietbeginn|vertragsbeginn|beginn des mietverhältnisses|beginn der mietzeit|beginn des miet(?:vertrage?s)|pachtbeginn|commencement date|start of (?:the )?tenancy|start date|lease start(?: date)?|tenancy start(?: date)?|date of commencement|term commencement(?: date)?|commencement of (?:the )?(?:term|lease|tenancy)|lease commencement(?: date)?|move-?in date|beginning date|bezugsfertig ab|übergabetermin",
        3,
      ],
      [
        "(?:mietverhältnis|mietvertrag|mietzeit|miete|vertrag|pachtverhältnis|laufzeit) (?:beginnt|läuft)(?: (?:am|ab|mit dem|zum|vom|ab dem))?|beginnt am|beginnend am|(?:shall |will |to )?commenc(?:e|es|ing)(?: on| from)?|begins? (?:on|from)|beginning on|starting on|starts on|from and including|ab dem|mit wirkung vom|mit wirkung zum",
        2.6,
      ],
      [
        "mietzeit|mietdauer|term(?: of (?:the )?(?:lease|tenancy))?|laufzeit|vertragslaufzeit|lease term|fixed term",
        2,
      ],
      ["vom|from|beginn", 1.4],
    ],
    period: "start",
    unless:
      "staffel|kündigung|termination|nachtrag|vertrag vom|verjährung|option|dated|indexanpassung|erhöhung",
  },
  endsOn: {
    labels: [
      [
        "mietende|vertragsende|ende des mietverhältnisses|ende der mietzeit|pachtende|expiry date|expiration date|end date|lease end(?: date)?|date of expiry|termination date|end of (?:the )?(?:term|tenancy|lease)|expiration of (?:the )?term|befristet bis(?: zum)?|tenancy end(?: date)?|ending date|befristung bis",
        3,
      ],
      [
        "endet am|endet mit ablauf des|endet zum|endend am|läuft bis(?: zum)?|(?:shall |will )?(?:expire|expires|end|ends|terminate|terminates|expiring|ending)(?: on| at midnight on)|ending on|until and including|through and including|zum ablauf des|mit ablauf des",
        2.7,
      ],
      [
        "mietzeit|mietdauer|term(?: of (?:the )?(?:lease|tenancy))?|laufzeit|vertragslaufzeit|lease term|fixed term",
        2,
      ],
      ["bis zum|bis|until|to", 1.1],
    ],
    period: "end",
    unless:
      "kündigung|option|spätestens|frist|werktag|monatlich|ausübung|notice|verlängert|renov|zahlbar|notify",
  },
  signedOn: SIGNED,
  unit: {
    labels: [
      [
        "mietobjekt|mietgegenstand|mietsache|mieträume|objekt|wohnung|wohnungs-?nr\\.?|einheit|mieteinheit|premises|property|leased premises|demised premises|rental unit|unit|the property|address of (?:the )?(?:property|premises)|property address|rental property|lage der wohnung|lage|anschrift der wohnung|mietfläche|flat|demised property|premises address|liegenschaft",
        2.8,
      ],
    ],
    phrases: [
      [
        "(?:vermietet (?:wird|werden)|vermietet dem mieter|vermietet an den mieter|mietgegenstand (?:ist|sind)|vermieteten? (?:wohnung|räume)|mietobjekt ist)[: ]+(?:an den mieter )?(?:zum zwecke? der [\\p{L} ]{4,30} )?(?:die |das |der |folgende |im hause? )?(?<value>[^;:]{5,140}?)(?: bestehend|, bestehend| mit einer| zu wohnzwecken|, mit | zur nutzung|\\. (?!(?:ober|unter|erd|dach|stock|etage|og|ug|geschoss|geschoß))|\\.$)",
        2.3,
      ],
      [
        "(?:premises|property|dwelling|apartment|flat|unit)(?: known as| located at| situated at| at)(?: and being)?:? (?<value>[^;:()]{5,120}?)(?: \\(|;| together|, together|, consisting|\\. |\\.$| for use)",
        2.3,
      ],
    ],
    unless: "nr\\.? ?\\d|bestandteil",
  },
  rentMonthly: {
    labels: [
      [
        "grundmiete|nettokaltmiete|kaltmiete|nettomiete|monatsmiete|monatliche (?:grund|kalt|netto|gesamt|nettokalt)?miete|miete (?:monatlich|netto|pro monat|mtl\\.?)|mietzins|nettomietzins|monatliche nettomiete|monthly rent(?:al)?|rent per (?:calendar )?month|rent amount|base rent|monthly base rent|rent payable|pachtzins|hauptmietzins|monthly installments?|rent \\(per month\\)|rent p\\.?c\\.?m\\.?|basic rent|nettokaltmiete monatlich|mietpreis|initial rent|monthly rental",
        3,
      ],
      [
        "miete(?: beträgt)?|(?:der |die )?miet(?:e|zins)(?: beträgt)?(?: monatlich)?|rent(?: of)?(?: is)?|the rent",
        2,
      ],
      ["gesamtmiete|warmmiete|bruttomiete|total rent|bruttowarmmiete", 1.2],
    ],
    phrases: [
      [
        "(?:rent|sum) of (?<value>[£$€] ?\\d[\\d,.]{1,12}|\\d[\\d,.]{1,12} (?:euros?|pounds|dollars|eur|usd|gbp)) (?:per|a|each|every|/) ?(?:calendar )?month",
        3,
      ],
      [
        "(?<value>(?:EUR|€) ?\\d[\\d,.]{1,12}|\\d[\\d,.]{1,12} ?(?:EUR|€|Euro)) (?:monatlich|pro monat|im monat|mtl)",
        2,
      ],
    ],
    unless:
      "kaution|deposit|sicherheit|vorauszahl|nebenkosten|betriebskosten|stellplatz|garage|staffel|heiz|mehrwert|parking|late|jahres|annual|per annum|yearly|bürgschaft|index|umsatz|minder",
    acceptsBare: true,
  },
};

/** Rules for amendments to lease contracts. */
export const AMENDMENT_RULES: FieldRules = {
  tenant: TENANT,
  signedOn: SIGNED,
  amendmentNumber: {
    labels: [
      [
        "nachtrag(?:svereinbarung)? ?(?:nr\\.?|nummer|no\\.?)|nachtrags-?(?:nr\\.?|nummer)|amendment (?:no\\.?|number|#|nr\\.?)|addendum (?:no\\.?|number|#)|variation (?:no\\.?|number)|ergänzungsvereinbarung nr\\.?|amendment|addendum|nachtrag|supplement no\\.?",
        3,
      ],
    ],
    phrases: [
      [
        "(?<value>\\d{1,2})\\. ?(?:nachtrag|ergänzung|änderungsvereinbarung|mietvertragsnachtrag|zusatzvereinbarung)",
        3.6,
      ],
      [
        `(?<value>${ORDINAL_WORDS.join("|")})[rns]? (?:nachtrag|amendment|addendum|supplement|ergänzung|änderungsvereinbarung|zusatzvereinbarung|mietvertragsnachtrag|lease amendment|lease addendum|lease variation|deed of variation)`,
        3.4,
      ],
      ["(?<value>\\d{1,2})(?:st|nd|rd|th) (?:amendment|addendum|supplement)", 3.4],
    ],
    unless: "mietvertrag nr|vom",
    shape: /^(?:(?:nr\.? ?)?[\p{L}]{0,3}[-/]?\d{1,4}(?:[-/]\d{1,4})?|\p{L}{5,9})$/iu,
  },
  effectiveOn: {
    labels: [
      [
        "wirksam ab|wirksam zum|wirkung ab|gültig ab|effective date|effective from|effective as of|with effect from|inkrafttreten|in kraft ab|date of variation|amendment effective date|tritt in kraft am|änderung (?:ab|zum)|variation date|effective",
        3,
      ],
      [
        "mit wirkung (?:vom|ab|zum|ab dem)|tritt (?:am|zum|mit wirkung vom|mit wirkung zum|ab)|as of|as from|with effect on and from|ab dem|beginnend (?:am|ab|mit dem)|(?:shall )?take effect (?:on|from)|beginning(?: on)?|commencing(?: on)?|from and after|from and including|ab",
        2.2,
      ],
    ],
    unless: "mietvertrag vom|lease dated|original|ursprünglich|dated as of|made as of",
  },
};
