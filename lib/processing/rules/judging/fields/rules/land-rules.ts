import type { FieldRules } from "../field-rule";

const ISSUED = {
  labels: [
    [
      "ausstellungsdatum|ausgestellt am|date of issue|issue date|date issued|issued on|erteilt am|datum des bescheides|bescheiddatum|bescheid vom|bescheid-?datum|decision date|date of decision|permit date|date of (?:this )?(?:notice|permit|permission|certificate|assessment)|genehmigt am|genehmigung vom|certificate date|issued|date of grant|decision issued|baugenehmigung vom|permission date|erstellt am|date of permit|approval date|notice date",
      3,
    ],
    ["datum|date|ort,? datum|dated|stand|, den|den", 1.8],
    ["vom|am|on", 0.5],
  ],
  unless:
    "antrag|application|eingang|eingegangen|received|valid|gültig|expir|ablauf|until|bis|begin|geburt|print|bau(?:jahr|beginn)|start|prüf|inspection|bauvorlagen|nachtrag|plan|submitted|lodged|applied|registered|gebot|gesetz|bekanntmachung|ordnung|fassung|besichtigung",
  firstOnPage: 0.9,
} satisfies FieldRules[string];

/** Rules for extracts from the land register. */
export const REGISTER_RULES: FieldRules = {
  court: {
    labels: [
      [
        "grundbuchamt|registry|land registry(?: office)?|district registry|court|grundbuchgericht|gericht|registergericht",
        2,
      ],
    ],
    phrases: [
      [
        "(?<value>(?:amtsgericht|bezirksgericht|grundbuchamt|landgericht) (?:(?:bad|sankt|st\\.|groß) )?\\p{Lu}[\\p{L}.-]{2,30}(?:[- /](?:am |an der |im |in |a\\. ?d\\. ?|ob der )?(?!Grundbuch|Blatt|Ausdruck|Auszug|Bestand|Amtlich|Abdruck|Band|Wohnungs|Teileig|GRUNDBUCH|Geschäft|Datum|Seite|Register)\\p{Lu}[\\p{L}.-]{2,20}|\\([\\p{L}. ]{2,20}\\)){0,1})",
        3,
      ],
      [
        "(?<value>(?:hm )?land registry,? \\p{Lu}[\\p{L}]{2,20} office|hm land registry|\\p{Lu}[\\p{L}]{2,20} district land registry|registers of scotland|land registry of \\p{Lu}[\\p{L}]{2,20}|tailte éireann|property registration authority|land & property services|[\\p{Lu}][\\p{L}]{2,20} county recorder|[\\p{Lu}][\\p{L}]{2,20} land registry|land registry|(?<![\\p{L}])[\\p{Lu}][\\p{L} ]{2,20} county (?:clerk|recorder)(?:'s office)?)",
        2.6,
      ],
    ],
  },
  folioNumber: {
    labels: [
      [
        "grundbuchblatt(?:[- ]?(?:nr\\.?|nummer))?|blatt(?:[- ]?(?:nr\\.?|nummer))?|blattnummer|folio(?:[- ](?:no\\.?|number))?|title (?:no\\.?|number)|einlagezahl|ez|grundbuchblatt-nr\\.?|title|folio|grundbuch-?(?:nr\\.?|nummer)|volume/folio|register number|instrument (?:no\\.?|number)|einlage",
        3,
      ],
    ],
    unless:
      "seite|page|gesamt|von blatt|letztes|plan |class|absolute|grade|anzahl|plan:|register of",
    phrases: [
      [
        "grundbuch (?:von|des|der|für) [\\p{L} ./()-]{3,60}?,? (?:band \\d{1,4},? )?(?:blatt|bl\\.)(?:[- ]?(?:nr\\.?|nummer))?:? (?<value>\\d{1,6}[A-Z]?)",
        3.4,
      ],
    ],
    shape: /^[\p{L}]{0,4}[ -]?\d[\d ./-]{0,12}[A-Z]?$/iu,
  },
  district: {
    labels: [
      [
        "grundbuchbezirk|bezirk|gemarkung|katastralgemeinde|administrative area|county and district|county|district|kg|gemeindebezirk|amtsgerichtsbezirk|local authority|grundbuch des bezirks",
        2.8,
      ],
    ],
    phrases: [
      [
        "grundbuch (?:von|des bezirks|der gemarkung|für|des grundbuchbezirks) (?<value>\\p{Lu}[\\p{L} ./()-]{2,50}?)(?:,|;)? (?:band|blatt|bl\\.|heft|-? ?bezirk)",
        3.2,
      ],
      ["grundbuch (?:von|für) (?<value>\\p{Lu}[\\p{L}./()-]{2,40})$", 2.4],
      [
        "(?:wohnungs|teileigentums|erbbau|wohnungserbbau)grundbuch von (?<value>\\p{Lu}[\\p{L} ./()-]{2,50}?)(?:,|;)? (?:band|blatt|bl\\.|$)",
        3.2,
      ],
      ["(?<value>(?:county of )?\\p{Lu}[\\p{L}' -]{2,30}) : \\p{Lu}", 1.4],
    ],
    unless: "lfd|flur|flurstück|vermess|land|court|council",
  },
  issuedOn: {
    ...ISSUED,
    labels: [
      [
        "ausdruck vom|abdruck vom|abruf vom|abgerufen am|ausdruck(?:s)?datum|(?:amtlicher )?ausdruck|ausgedruckt am|stand vom|stand|date of (?:this )?(?:copy|extract|search)|issued on|abschrift vom|erstellt am|auszug vom|datum des ausdrucks|extract date|tag des ausdrucks|date and time|abrufdatum|as at|search date|on|datum der abfrage|official copy (?:dated|issued)|letzte änderung",
        2.6,
      ],
      ...ISSUED.labels,
    ],
    phrases: [
      [
        "(?:register of title on|shows the entries[^.]{0,60}? on|entries subsisting[^.]{0,60}? on|issued on|this official copy[^.]{0,60}? on) (?<value>\\d{1,2} \\p{L}{3,9} \\d{4}|\\d{2}[./]\\d{2}[./]\\d{4})",
        3.2,
      ],
    ],
    unless: `${ISSUED.unless}|eingetragen|edition|auflassung|bewilligung|dated [\\d]|registered|eintragung|charge|transfer|conveyance|lease`,
  },
};

/** Rules for building permits and planning decisions. */
export const PERMIT_RULES: FieldRules = {
  authority: {
    labels: [
      [
        "behörde|bauaufsichtsbehörde|genehmigungsbehörde|authority|issued by|planning authority|local planning authority|issuing authority|permit authority|jurisdiction|council|department",
        2.2,
      ],
    ],
    letterhead: "authority",
  },
  fileNumber: {
    labels: [
      [
        "aktenzeichen|az\\.?|geschäftszeichen|gesch\\.-?z\\.?|bauantrags-?(?:nr\\.?|nummer)|genehmigungs-?(?:nr\\.?|nummer)|permit[- ]?(?:no\\.?|number|#|id)|application (?:no\\.?|number|reference|ref\\.?)|planning (?:application )?(?:reference|ref\\.?)|baugenehmigungs-?nr\\.?|bauschein-?nr\\.?|reference (?:no\\.?|number)|case (?:no\\.?|number)|file (?:no\\.?|number|ref(?:erence)?)|bescheid-?(?:nr\\.?|nummer)|vorgangs-?nr\\.?|registriernummer|bv-?nr\\.?|application|register(?: ref)?(?:erence)?|decision no\\.?|reg\\. ref\\.?|bauregister-?nr\\.?|baugenehmigung nr\\.?|building permit (?:no\\.?|number|#)|bauakte(?: nr\\.?)?|bautagebuchnummer|grant no\\.?",
        3,
      ],
      ["reference|ref\\.?|unser zeichen|mein zeichen|zeichen|our ref(?:erence)?\\.?|nr\\.", 2],
    ],
    unless:
      "ihr zeichen|your ref|telefon|phone|fax|iban|flur|kassen|flurstück|raum|license|licence|parcel|contractor|konto|zimmer|type",
  },
  issuedOn: ISSUED,
  project: {
    labels: [
      [
        "bauvorhaben|vorhaben|projekt|baumaßnahme|maßnahme|bezeichnung (?:des vorhabens|der baumaßnahme)|proposal|description(?: of (?:development|work|proposal|project|works|proposed (?:development|works)))?|proposed development|development|project(?: description| name)?|work description|scope of work|gegenstand|art der baumaßnahme|description of the development|betreff|wegen|betr\\.|nature of work|type of work|particulars of development|works|purpose|proposed works?|antragsgegenstand|project scope|for",
        2.7,
      ],
    ],
    phrases: [
      [
        "(?:genehmigung|permission|consent|permit)(?: is)?(?: hereby)?(?: granted)?(?: zur| für (?:den|die|das)| for(?: the)?(?: development)?:?) (?<value>(?:errichtung|neubau|umbau|anbau|nutzungsänderung|aufstockung|abbruch|erweiterung|erection|construction|change of use|demolition|alteration|conversion|installation|extension|single)[^.;:]{4,140}?)(?:\\.|;|:|, unbeschadet| at | auf dem|$)",
        2.5,
      ],
    ],
    unless: "the |rechte|nr|number|no\\.|applicant|zone|conditions|address|manager|cost|value",
  },
};

/** Rules for property valuations. */
export const VALUATION_RULES: FieldRules = {
  valuedOn: {
    labels: [
      [
        "wertermittlungsstichtag|bewertungsstichtag|wertermittlungs- und qualitätsstichtag|stichtag(?: der (?:wertermittlung|bewertung))?|wertstichtag|valuation date|date of (?:the )?valuation|effective date(?: of (?:the )?(?:appraisal|valuation|value))?|appraisal date|date of value|as of date|qualitätsstichtag|bewertungsdatum|zum (?:wertermittlungs|bewertungs)?stichtag|date of appraisal|value date|effective date",
        3,
      ],
      ["as at|as of|zum|datum der (?:wertermittlung|bewertung)", 1.8],
      [
        "besichtigt am|ortsbesichtigung|ortstermin|inspection date|date of inspection|inspected on|inspection|besichtigung(?:stermin)?|besichtigungsdatum",
        0.8,
      ],
      ["datum|date|report date", 0.7],
    ],
    unless: "auftrag vom|instruction|report dated|baujahr|contract|sale|beschluss",
  },
  marketValue: {
    labels: [
      [
        "verkehrswert(?: \\(?marktwert\\)?)?|marktwert(?: \\(?verkehrswert\\)?)?|verkehrswert/marktwert|market value|appraised value|fair market value|open market value|opinion of value|marktwert rd\\.?|verkehrswert (?:gerundet|rd\\.?)|fair value|valued at|indicated value|value conclusion|final (?:opinion of )?value|verkehrswert des [\\p{L} ]{4,40}|final value|concluded value|estimated market value|current market value|value of the property|gesamtwert",
        3,
      ],
      [
        "(?:verkehrswert|marktwert)[^.\\d]{0,140}(?:ermittelt|geschätzt|festgestellt|beträgt|bewertet|mit|von|auf)|market value[^.\\d]{0,160}(?:is|of|was|at|to be)|wird (?:geschätzt|ermittelt|festgestellt) auf|opinion[^.\\d]{0,160}(?:is|was|to be)|in the sum of",
        2.6,
      ],
      ["gutachtenwert|wert|value|ergebnis|schätzwert|beleihungswert", 1],
    ],
    unless:
      "boden|sach|ertrag|rent|land |versicherung|reinstatement|insurance|je m|per m|unit|miet|letztes|previous|verfahrens|residual|gebäude|zeit|book|rateable|assessed|richt|site |rental",
    prefers: "largest",
    acceptsBare: true,
  },
  appraiser: {
    labels: [
      [
        "sachverständige[r]?|gutachter(?:in)?|erstellt (?:von|durch)|bearbeiter(?:in)?|verfasser(?:in)?|valuer|appraiser|appraised by|prepared by|valuation by|appraiser name|registered valuer|name of (?:valuer|appraiser)|surveyor|bewerter(?:in)?|sachverständigenbüro|aufgestellt von|reported by|signed|auftragnehmer|valued by|responsible valuer|chartered surveyor",
        2.8,
      ],
    ],
    phrases: [
      [
        "(?<value>(?:(?:Dr|Prof|Dipl)\\.?[- ]?(?:Ing\\.?|Kfm\\.?|Arch\\.?)? )*\\p{Lu}[\\p{L}.-]+ (?:\\p{Lu}\\.? )?\\p{Lu}[\\p{L}'-]+),? (?:MRICS|FRICS|MAI|SRA|öffentlich bestellt|von der (?:ihk|industrie)|zertifizierte[r]? sachverst|RICS registered)",
        2.6,
      ],
    ],
    unless: "auftraggeber|client|the |der |des |zu |state|license|certif|prepared for|appeal",
    letterhead: "sender",
  },
};
