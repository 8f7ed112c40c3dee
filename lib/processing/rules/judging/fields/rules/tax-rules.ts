import type { FieldRules } from "../field-rule";

/** Rules for tax notices and notices of charges on land. */
export const TAX_RULES: FieldRules = {
  authority: {
    labels: [
      [
        "behörde|finanzamt|steueramt|stadtkasse|gemeinde|authority|issued by|billing authority|tax authority|issuing authority|tax collector|assessor|council|taxing authority|assessing authority",
        2,
      ],
    ],
    phrases: [
      [
        "(?<value>finanzamt(?: für [\\p{L} ]{3,30}?(?: in)?)? \\p{Lu}[\\p{L}.-]{2,30}(?:[- ](?:\\p{Lu}[\\p{L}.-]{2,20}|[IV]{1,3}))?)(?![\\p{L}])",
        3,
      ],
    ],
    letterhead: "authority",
  },
  fileNumber: {
    labels: [
      [
        "steuernummer|steuer-?nr\\.?|st\\.?-?nr\\.?|aktenzeichen|az\\.?|kassenzeichen|geschäftszeichen|file (?:no\\.?|number)|account (?:no\\.?|number|reference)|reference (?:no\\.?|number)|bill (?:no\\.?|number)|tax reference(?: number)?|property reference(?: number)?|notice (?:no\\.?|number)|assessment (?:no\\.?|number)|buchungszeichen|bescheid-?nr\\.?|bescheidnummer|vertragsgegenstand|debitoren(?:nummer|-nr\\.?)|personenkonto|finanzadresse|council tax reference|payment reference|liability order|parcel (?:no\\.?|number|id)|objektnummer|council tax account number|utr|unique taxpayer reference|register-?nr\\.?|einheitswert-?nummer|ew-?az\\.?|abgabenkonto|pin|apn",
        3,
      ],
      [
        "reference|unser zeichen|mein zeichen|ref\\.?|our ref(?:erence)?\\.?|ordnungsbegriff|kundennummer",
        1.8,
      ],
    ],
    unless:
      "telefon|phone|fax|iban|konto-?nr|ihr zeichen|your ref|identifikation|idnr|ust|bank|sort|gläubiger",
  },
  taxType: {
    phrases: [
      [
        "(?<![\\p{L}])(?<value>grundsteuer(?: [AB])?|gewerbesteuer|einkommensteuer|körperschaftsteuer|umsatzsteuer|grunderwerbsteuer|zweitwohnungsteuer|hundesteuer|erbschaftsteuer|schenkungsteuer|kirchensteuer|kapitalertragsteuer|vergnügungsteuer|council tax|business rates|non-domestic rates|property tax|real estate tax|income tax|corporation tax|land tax|stamp duty land tax|stamp duty|grundsteuermessbetrag|grundbesitzabgaben|local property tax|grundsteuerwert|capital gains tax|inheritance tax|school tax|sales tax|zweitwohnungssteuer|immobilienertragsteuer|liegenschaftssteuer)(?:bescheid|messbescheid|wert)?(?![\\p{L}])",
        2.6,
      ],
      [
        "(?<value>grundsteuer|gewerbesteuer|einkommensteuer|körperschaftsteuer|umsatzsteuer|grunderwerbsteuer|zweitwohnungsteuer|hundesteuer|grundbesitzabgaben)(?:n|s)?(?:mess|wert|vorauszahlungs)?bescheid",
        3.2,
      ],
    ],
    labels: [["steuerart|abgabenart|type of tax|tax type|abgabe", 3]],
  },
  period: {
    phrases: [
      [
        "(?:bescheid|steuer|tax|rates|abgaben|bill|assessment|statement|veranlagung|festsetzung|jahr|year|zeitraum|kalenderjahr|für|for)(?: [AB])?(?: (?:für|for|über|of|notice|bill|das|the|die|den|bescheid|vom|jahr|kalenderjahr|year|steuerjahr|tax|period|fiscal|financial|steuer|zeit|zeitraum|erhebungszeitraum|veranlagungszeitraum)){0,5}:? (?<value>(?:19|20)\\d{2}(?: ?[/-] ?(?:20)?\\d{2}(?!\\d|[.-]))?)(?![\\d.,/-])",
        2.4,
      ],
    ],
    labels: [
      [
        "veranlagungszeitraum|erhebungszeitraum|steuerjahr|veranlagungsjahr|kalenderjahr|abgabenjahr|tax year|financial year|billing year|fiscal year|assessment year|year|jahr|bescheid für|zeitraum|period|tax period|billing period|hebejahr|levy year|for the year|rating year",
        2.6,
      ],
    ],
    shape: /^(?:19|20)\d{2}(?: ?[/–-] ?(?:20)?\d{2})?$|\d{4}.{1,40}\d{4}/u,
    unless: "bau|vorjahr|previous|geburts|prior",
  },
  amount: {
    labels: [
      [
        "zu zahlen(?:der betrag)?|jahresbetrag|gesamtbetrag|festgesetzte (?:steuer|grundsteuer|gewerbesteuer|abgaben)|festgesetzt (?:auf|werden)|nachzahlung|zahlbetrag|noch zu zahlen|amount due|total (?:amount )?(?:due|payable|charge|tax(?: due)?)|amount payable|tax (?:due|payable)|total bill|balance due|annual charge|verbleibende (?:steuer|beträge)|steuerbetrag|abgabenbetrag|jahressteuer(?:betrag)?|insgesamt|summe der abgaben|gesamtsumme|erstattung|total for the year|gesamtforderung|jahresabgabe|abrechnung|total council tax|council tax payable|bitte zahlen sie|to pay|steuer(?:festsetzung)?",
        3,
      ],
      ["festgesetzt|summe|betrag|total|jahresbeitrag|amount|fällig", 1.5],
    ],
    unless:
      "mess(?:betrag|zahl)|einheitswert|hebesatz|assessed|rateable|value|vorauszahl|bereits|einkünfte|quartal|rate |zinsen|bemessung|ertrag|grundsteuerwert|instal",
    prefers: "largest",
  },
};
