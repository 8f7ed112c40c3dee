import type { FieldRules } from "../field-rule";

const NOT_TOTAL =
  "zuschl|abschl|allowance|charge|rabatt|anzahl|gezahlt|erspar|pos\\.|zeile|netto|net |net$|sub|zwischen|mwst|vat|tax\\b|ust\\b|steuer|anzahlung|excl|line|einzel|discount|skonto|zzgl|ohne|übertrag|carried|saldo vor|prepaid|paid|weight|gewicht|stunden|hours|teil|vorauszahlung|guthaben aus";

/** Rules for invoices and credit notes. */
export const INVOICE_RULES: FieldRules = {
  issuer: {
    labels: [
      [
        "rechnungssteller(?:in)?|rechnungsaussteller|lieferant|verkäufer|leistungserbringer|auftragnehmer|supplier|vendor|seller|invoice from|issued by|bill from|billed by|biller|verkäufer/leistungserbringer",
        2.7,
      ],
      [
        "zahlungsempfänger|payee|kontoinhaber|account name|account holder|beneficiary|remit to|from",
        1.2,
      ],
    ],
    unless: "nummer|nr|number|no\\.|invoice date|period",
    letterhead: "sender",
  },
  invoiceNumber: {
    labels: [
      [
        "\\p{L}{0,20}(?:rechnung|gutschrift|rechnungskorrektur|abrechnung)s?(?: \\(\\d+\\))? ?-? ?(?:nr\\.?|nummer|no\\.?)|rechnungs-? ?(?:nr\\.?|nummer|no\\.?)|re\\.?-? ?nr\\.?|invoice[- ]?(?:no\\.?|number|nr\\.?|#|id|num\\.?|ref\\.?|reference)|inv\\.? ?(?:no\\.?|#)|rechnung-nr\\.?|gutschriftsnummer|gutschrift-?nr\\.?|credit note (?:no\\.?|number)|rg\\.?-? ?nr\\.?|invoice:? ?(?:no|nr)?\\.?:|rechnungskennung|fakturanummer|faktura-?nr\\.?|bill (?:no\\.?|number)|tax invoice (?:no\\.?|number)|document (?:no\\.?|number)",
        3,
      ],
      [
        "belegnummer|beleg-?nr\\.?|belegnr\\.?|dokumentnummer|dokumentnr\\.?|vorgangsnummer|statement number",
        2,
      ],
      [
        "rechnung|invoice|faktura|honorarrechnung|schlussrechnung|abschlagsrechnung|honorarnote|gutschrift",
        1.6,
      ],
      ["number|nummer|nr\\.|no\\.", 1.2],
    ],
    unless:
      "kunde|customer|bestell|order|konto|account|steuer|tax (?:id|no)|vat|ust|telefon|phone|tel|fax|iban|liefer|zähler|artikel|seite|page|\\bpo\\b|auftrag|projekt|project|vertrag|contract|client|mieter|delivery|register|hrb|betrag|amount|datum|date|total|summe|empfänger|adresse|address|period|zeitraum",
  },
  issuedOn: {
    labels: [
      [
        "rechnungsdatum|rechnungs-datum|invoice date|date of invoice|ausstellungsdatum|date of issue|issue date|issued on|ausgestellt am|datum der rechnung|belegdatum|tax point|date issued|bill date|gutschriftsdatum|statement date|fakturadatum|billing date|rechnung vom|invoice dated|re\\.?-datum|issued|erstellt am|rg\\.?-datum",
        3,
      ],
      [
        "(?:\\p{L}{0,20}(?:rechnung|rechnungskorrektur)|invoice|gutschrift)(?: \\(\\d{3}\\))?(?: ?(?:nr\\.?|no\\.?|nummer|number|#))?[.:#]{0,2} ?[\\p{L}\\d/_.-]{1,24} (?:vom|von|dated|of|issued at|issued on)",
        2.9,
      ],
      ["datum|date|ort,? datum|ort/datum|, den|,? den", 1.7],
      ["vom|am", 0.5],
    ],
    unless:
      "fällig|due|liefer(?!datum)|lieferdat|leistung|skonto|bestell|auftrag|buchung|valuta|premium|effective|vertrag|anfrage|angebot|gültig|valid|until|expir|bis|nächste|next|beginn|start|commenc|ablauf|geburt|birth|order|zeitraum|zahlbar|zahlung|ship|delivery|supply|service|druck|payment",
    firstOnPage: 0.9,
  },
  totalAmount: {
    labels: [
      [
        "bruttosumme|rechnungsbetrag(?! netto| ohne)|gesamtrechnungsbetrag|gesamtbetrag(?! der| netto| ohne)(?: brutto| \\(?inkl[^\\d]{0,20}| incl[^\\d]{0,16})?|endbetrag|endsumme|bruttobetrag|rechnungsendbetrag|gesamtpreis brutto|rechnungssumme(?! ohne| netto)|gesamt ?summe(?: brutto)?|amount payable|due payable|invoice total|grand total|total amount(?: payable)?|total payable|total \\(?gross\\)?|gesamtbrutto|summe brutto|gesamt brutto|brutto ?gesamt|brutto-?rechnungsbetrag|total \\(?incl?\\.?[^\\d]{0,16}|total including[^\\d]{0,16}|total inc\\.? ?(?:vat|gst|tax)|gesamt(?:summe|betrag)? inkl\\.?[^\\d]{0,20}|invoice amount|betrag inkl\\.?[^\\d]{0,16}|summe inkl\\.?[^\\d]{0,16}|gutschriftsbetrag|gross (?:total|amount)|total (?:eur|gbp|usd|chf|in eur|in gbp)|forderungsbetrag",
        3,
      ],
      [
        "zu zahlender (?:betrag|gesamtbetrag)|zahlbetrag|amount due|balance due|total due|offener betrag|please pay|zu zahlen|fälliger betrag|balance|amount to pay|überweisungsbetrag|total charges|noch zu zahlen|restbetrag|total",
        2.7,
      ],
      ["summe|gesamt|betrag|brutto|total:|amount|gesamtpreis", 1.4],
    ],
    unless: NOT_TOTAL,
    prefers: "largest",
  },
  dueOn: {
    labels: [
      [
        "fällig(?:keit)?(?:sdatum| am| bis| zum)?|zahlbar bis(?: zum| spätestens| zum)?|due (?:date|on|by)|payment due(?: date| by| on)?|zahlungsziel|zahlungstermin|zu zahlen bis(?: zum)?|pay by|date due|payable (?:by|on or before)|zahlungsfrist|zahlung bis|fällig|due|bitte (?:zahlen|überweisen) sie[^\\d.]{0,60} bis(?: zum| spätestens)?|terms due",
        3,
      ],
      [
        "buchen[^\\d.]{0,60} am|abgebucht am|eingezogen am|einzug(?:stermin)? am|lastschrift(?:einzug)? (?:am|zum)|bis (?:spätestens )?zum|until|collected on|(?:on|by) or (?:before|after)|abbuchung (?:am|zum)",
        2,
      ],
    ],
    unless: "skonto|discount|angebot|gültig|valid|leistung|liefer|service|rabatt|% ",
  },
  vatId: {
    labels: [
      [
        "ust\\.?-? ?id(?:ent)?\\.?-? ?(?:nr\\.?|nummer)?|umsatzsteuer-?(?:id|identifikations)[\\p{L}.-]{0,14}|vat[- ](?:id|no\\.?|number|reg(?:istration)?)[\\p{L}. ]{0,20}|uid(?:-?nr\\.?)?",
        2.2,
      ],
    ],
    isFree: true,
  },
  iban: { labels: [["iban", 2.2]], isFree: true },
};

/** Rules for statements of operating costs and suppliers' annual bills. */
export const UTILITY_RULES: FieldRules = {
  provider: {
    labels: [
      [
        "versorger|anbieter|lieferant|energielieferant|vermieter(?:in)?|hausverwaltung|verwaltung|provider|supplier|landlord|managing agent|utility|eigentümer(?:in)?|abrechnungsunternehmen|abrechnungsdienst|messdienst|messstellenbetreiber|issued by|ersteller|erstellt durch|erstellt von|managed by|water company",
        2.4,
      ],
    ],
    unless: "nummer|nr|wechsel|konto|kosten|the |der |your |number",
    letterhead: "sender",
  },
  periodFrom: {
    labels: [
      [
        "abrechnungszeitraum|abrechnungsperiode|nutzungszeitraum|verbrauchszeitraum|lieferzeitraum|billing period|bill period|service period|statement period|accounting period|period covered|period|zeitraum|abrechnungsjahr|abrechnungszeit|wirtschaftsjahr|service charge (?:year|period)|for the (?:period|year)|charges? for|consumption period|supply period|accounting year|heizperiode|kalenderjahr|abrechnung für(?: das jahr| den zeitraum| die zeit)?|für (?:den|die) (?:zeitraum|zeit|periode)|in der zeit|abrechnung|year ended|year ending|financial year|from",
        3,
      ],
      ["zeitraum von|von|period from|period start|beginn|start date|period beginning|vom", 2],
    ],
    period: "start",
    unless: "miet|eigentum|gesamt-|einzug|vertrag|abschlag|nutzer seit|rechnung vom|schreiben vom",
  },
  periodTo: {
    labels: [
      [
        "abrechnungszeitraum|abrechnungsperiode|nutzungszeitraum|verbrauchszeitraum|lieferzeitraum|billing period|bill period|service period|statement period|accounting period|period covered|period|zeitraum|abrechnungsjahr|abrechnungszeit|wirtschaftsjahr|service charge (?:year|period)|for the (?:period|year)|charges? for|consumption period|supply period|accounting year|heizperiode|kalenderjahr|abrechnung für(?: das jahr| den zeitraum| die zeit)?|für (?:den|die) (?:zeitraum|zeit|periode)|in der zeit|abrechnung|financial year|from",
        3,
      ],
      ["year ended|year ending|period (?:ended|ending)", 2.8],
      ["zeitraum bis|bis|period to|period end|ende|end date|period ending|to|until", 2],
    ],
    period: "end",
    unless: "miet|eigentum|gesamt-|einzug|vertrag|abschlag|zahl|bitte|fällig|pay|due|überweis",
  },
  totalAmount: {
    labels: [
      [
        "nachzahlung(?:sbetrag)?|guthaben(?:betrag)?|abrechnungsergebnis|abrechnungssaldo|saldo|zu zahlender betrag|zahlbetrag|nachforderung|amount due|total due|balance due|amount payable|total (?:amount )?(?:due|payable)|your balance|total to pay|amount to pay|amount owed|erstattung(?:sbetrag)?|balancing charge|total charges this period|new charges|fälliger betrag|abrechnungsbetrag|zu ihren (?:lasten|gunsten)|ihr guthaben|ihre nachzahlung|abrechnungsspitze|please pay|balance|shortfall|deficit|surplus|overpayment|additional payment",
        3,
      ],
      [
        "rechnungsbetrag|gesamtbetrag|bruttobetrag|rechnungssumme|total charges|total (?:incl|including)[^\\d]{0,16}|total for this (?:bill|period)|gesamtforderung|total bill|bill total|total this bill",
        2.7,
      ],
      [
        "ihr(?:e)? (?:anteil|gesamtanteil|kosten(?:anteil)?)|summe ihrer kosten|your share|total|summe|gesamtkosten|gesamt|total cost",
        1.5,
      ],
    ],
    unless:
      "netto|mwst|vat|net\\b|vorjahr|previous|vorauszahl|abschlag|monatlich|zwischen|sub|einzel|liegenschaft|haus|property total|kwh|prepay|neu|last bill|steuer|brought",
  },
};
