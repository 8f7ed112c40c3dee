import type { FieldRules } from "../field-rule";

const FLOOR =
  "(?:\\d{1,2}\\. ?)?(?:kellergeschoss|untergeschoss|erdgeschoss|obergeschoss|dachgeschoss|staffelgeschoss|zwischengeschoss|souterrain|tiefgarage|tiefgeschoss|spitzboden|hochparterre|parterre|galeriegeschoss)|(?:\\d{1,2}\\. ?)(?:og|ug|stock|etage|dg|kg)|(?<![\\p{L}])(?:eg|og|ug|kg|dg|sg|ug\\d|og\\d|\\d{1,2}\\. ?og)(?![\\p{L}\\d.])|(?:ground|first|second|third|fourth|fifth|sixth|seventh|upper|lower(?: ground)?|top|basement|main|mezzanine|attic|roof|\\d{1,2}(?:st|nd|rd|th)) (?:floor|level|storey|story)|(?<![\\p{L}])basement(?![\\p{L}])|level [-\\d]{1,3}|floor \\d{1,2}";

/** Rules for floor plans. */
export const PLAN_RULES: FieldRules = {
  building: {
    labels: [
      [
        "gebäude|objekt|bauvorhaben|projekt|bauort|haus|liegenschaft|building|project(?: name| title)?|property|site|job|address|adresse|project address|location|building name|standort|bv|baumaßnahme|bauteil|objektadresse|anschrift|site address|premises|development|lage|grundstück|property address|scheme",
        2.6,
      ],
    ],
    unless: "nr\\b|number|no\\.|manager|leiter|status|phase|plan|eigentümer|fläche|teil |north",
  },
  floor: {
    labels: [["geschoss|ebene|stockwerk|etage|floor|level|storey|stock|geschoß|story", 2.8]],
    phrases: [
      [
        `(?:grundriss|floor ?plan|plan|geschossplan|planinhalt|plan of|layout|inhalt|title|darstellung|flächenplan|grundriß)[:\\s–-]*(?:(?:of|vom|des|the|general arrangement|proposed|existing|layout|grundriss|wohnung|neu|bestand|-|–) ?)*(?<value>${FLOOR})`,
        3.2,
      ],
      [`(?<value>${FLOOR})[ -]*(?:floor )?(?:plan|grundriss|layout|general arrangement)`, 3.2],
      [`(?<value>${FLOOR})`, 1.2],
    ],
    unless: "area|fläche|ffl|finished|höhe|covering|plan nr|zahl",
  },
  scale: {
    labels: [["maßstab|massstab|scale|m\\.?", 2]],
    phrases: [
      ["(?:maßstab|massstab|scale|m\\.?|mst\\.?)[ :=]{1,3}(?<value>1 ?: ?\\d{1,4})(?!\\d)", 3.2],
      [
        "(?<![\\d:])(?<value>1 ?: ?(?:10|20|25|50|75|100|125|150|200|250|300|400|500|1000|2000|5000))(?![\\d:])",
        2,
      ],
      [
        "(?:scale|maßstab)[ :=]{1,3}(?<value>\\d{1,2}/\\d{1,2}[\"”″']{1,2} ?= ?\\d{1,2}[’'′](?:[- ]?0[\"”″'])?)",
        3,
      ],
    ],
    shape: /^1 ?: ?\d{1,4}$|=/u,
  },
  drawnOn: {
    labels: [
      [
        "gezeichnet(?: am)?|gez\\.?(?: am)?|plandatum|zeichnungsdatum|date drawn|drawn on|drawing date|drawn|issue date|erstellt am|erstellt|erstelldatum|date of issue|date of drawing|plan date|bearbeitet am|bearbeitet",
        2.8,
      ],
      ["datum|date|stand|issued|dated|vom", 2],
      ["gepr(?:üft|\\.)?|checked|revision|rev\\.?|index|geändert|approved", 0.7],
    ],
    unless: "druck|print|plot|survey|due|bau(?:jahr|beginn)|vermess",
    firstOnPage: 0.9,
  },
};

/** Rules for energy certificates. */
export const ENERGY_RULES: FieldRules = {
  validUntil: {
    labels: [
      [
        "gültig bis(?: zum)?|gültigkeit(?:sdauer)?(?: bis)?|valid (?:until|to|till|through)|expiry date|expires(?: on)?|date of expiry|ablaufdatum|validity|this certificate is valid until|expiration date|certificate expires|gültigkeitsdatum|läuft ab am",
        3,
      ],
    ],
    unless: "ab|from|assess",
  },
  registrationNumber: {
    labels: [
      [
        "registriernummer(?: ?\\d)?|registrier-?nr\\.?|registrierungsnummer|certificate (?:no\\.?|number|reference)|reference number|report reference(?: number)?|rrn|registration (?:no\\.?|number)|epc (?:number|reference)|ausweis-?nr\\.?|reg\\.?-? ?nr\\.?|gwr-?zahl|energieausweis-?nr\\.?|ber (?:no\\.?|number)|hwb-?nr\\.?|registernummer|epbd-?nr\\.?|certificate ref(?:erence)?\\.?|id",
        3,
      ],
    ],
    unless:
      "berater|assessor|accreditation|aussteller|telefon|phone|ausstellernummer|employer|scheme|member",
    shape: /^(?=.*\d.*\d).{4,40}$/u,
  },
  issuedOn: {
    labels: [
      [
        "ausstellungsdatum|ausgestellt am|date of (?:certificate|issue|assessment)|issue date|issued(?: on)?|certificate date|erstellt am|date of this certificate|date issued|ausstellungstag|ausstellung",
        3,
      ],
      ["datum|date|ort,? datum|, den", 1.8],
      ["assessment date|date of assessment|inspection date", 1.2],
    ],
    unless: "gültig|valid|expir|bau|until|besichtigung|print|gesetz|geg|enev|vom \\d",
    firstOnPage: 0.6,
  },
  energyClass: {
    labels: [
      [
        "energieeffizienzklasse|effizienzklasse|energieklasse|energy (?:efficiency )?(?:rating|class)|energy rating|current (?:energy )?rating|rating|epc rating|operational rating|energieeffizienz-?klasse|hwb-?klasse|klasse|overall rating|asset rating|energy band|ber(?: rating)?|current",
        3,
      ],
    ],
    phrases: [
      [
        "(?:energieeffizienzklasse|effizienzklasse|energy (?:efficiency )?(?:rating|class)|asset rating|operational rating|current(?: rating)?|rating(?: is)?|rated|klasse|band)(?: des gebäudes| dieses gebäudes| of this (?:property|building|dwelling)| ist| is|:|,|current)*[ :]+(?:\\d{1,3}[ |,]+)?(?<value>[A-H][123]?\\+{0,3})(?![\\p{L}\\d+])(?! ?(?:B|[|/–-]|to |bis ))",
        3.2,
      ],
      ["(?:\\d{1,3}) ?\\|? ?(?<value>[A-G])(?![\\p{L}\\d])(?= ?(?:\\||potential|current|$))", 1],
    ],
    unless: "potential|potenzial|environmental|could be|skala|scale",
    shape: /^[A-H][123]?\+{0,3}$/u,
  },
  consumptionKwhPerM2Year: {
    labels: [
      [
        "endenergieverbrauch(?: dieses gebäudes| wärme| des gebäudes)?|endenergiebedarf(?: dieses gebäudes| des gebäudes| wärme)?|energieverbrauchskennwert|energiebedarfskennwert|energieverbrauch(?: dieses gebäudes)?|energiekennwert|primary energy (?:use|consumption|demand)(?: per (?:square met(?:re|er)|m²))?|(?:current )?(?:energy use|energy consumption|primary energy use)(?: per (?:square met(?:re|er)|m²))?|endenergie|heizwärmebedarf|hwb|energy performance indicator|annual energy use|final energy (?:demand|consumption)|energy demand|spezifischer endenergieverbrauch|endenergieverbrauchskennwert",
        3,
      ],
      [
        "primärenergiebedarf|primärenergieverbrauch|primärenergie|verbrauch|bedarf|consumption|primary energy",
        1.3,
      ],
    ],
    phrases: [
      [
        "(?<value>\\d{1,4}(?:[.,]\\d{1,2})?) ?kwh ?(?:/|per|pro|je) ?\\(?(?:m²|m2|qm|square met)",
        1.5,
      ],
    ],
    unless:
      "potential|anforderung|vergleich|typical|strom|primär|requirement|neubau|electricity|average|warmwasser",
  },
};

/** Rules for maintenance and inspection reports. */
export const MAINTENANCE_RULES: FieldRules = {
  equipment: {
    labels: [
      [
        "anlage(?:nart|ntyp|nbezeichnung)?|gerät(?:etyp|eart|ebezeichnung)?|prüfgegenstand|prüfobjekt|bezeichnung der anlage|art der anlage|bezeichnung|aufzug|heizung(?:sanlage)?|equipment(?: type| description| name| inspected| tested| serviced)?|appliance(?: type)?|unit(?: type| description)?|asset(?: description| name| type)?|system(?: type)?|plant(?: item| description)?|machine|item(?: inspected| tested)?|anlagentyp|typ|type of (?:equipment|system|appliance|lift)|description(?: of (?:equipment|the equipment|plant|lift))?|maschine|geprüfte anlage|wartungsgegenstand|equipment/asset|prüfling|arbeitsmittel|make/model|make and model|model|fabrikat(?:/typ)?|hersteller/typ|device|objekt der prüfung|boiler|lift|wartungsobjekt|fabrikat / typ|technische anlage|gewartete anlage",
        2.8,
      ],
    ],
    unless:
      "nr\\b|number|no\\.|standort|location|id\\b|serial|betreiber|owner|die |der |the |an der|siehe|teil|zustand|condition|serien|used|hersteller:|needed|test equipment",
  },
  performedOn: {
    labels: [
      [
        "prüfdatum|datum der (?:prüfung|wartung|inspektion|durchführung|ausführung|arbeiten)|tag der (?:prüfung|wartung|inspektion)|wartungsdatum|wartung (?:am|vom)|geprüft am|prüfung (?:am|vom)|durchgeführt am|durchführung am|ausgeführt am|date of (?:examination|inspection|service|visit|test|maintenance|work|thorough examination|the examination|servicing)|inspection date|service date|visit date|date (?:of )?(?:performed|completed|serviced|inspected|tested)|test date|maintenance date|completed on|inspected on|serviced on|performed on|einsatzdatum|wartungstermin|leistungsdatum|carried out on|examination date|date work (?:completed|performed|carried out)|tested on|prüftag|work date|wartung durchgeführt am|inspektionsdatum|einsatztag|date completed|arbeitsdatum|datum der letzten prüfung",
        3,
      ],
      ["datum|date|ort,? datum|report date|am|vom|, den|dated|date/time", 1.8],
    ],
    unless:
      "nächst|next|due|fällig|previous|letzte|last|baujahr|install|manufact|gültig|valid|expir|auftrag|order|herstell|inbetrieb|calib|kalib|geburt|bis|print",
    firstOnPage: 0.9,
  },
  company: {
    labels: [
      [
        "wartungsfirma|prüffirma|firma|fachfirma|prüforganisation|prüfstelle|auftragnehmer|ausführende firma|service ?(?:company|provider|contractor)|contractor|company|inspection (?:company|body)|organisation|organization|service partner|wartungsunternehmen|fachbetrieb|serviceunternehmen|performed by|carried out by|examined by|engineer company|inspection carried out by|company name|durchgeführt (?:von|durch)|wartung durch|tested by|maintenance company|prüfer/firma|business name|trading title|competent person's organisation",
        2.7,
      ],
    ],
    unless: "auftraggeber|client|customer|kunde|the |der |number|nr",
    letterhead: "sender",
  },
  nextDueOn: {
    labels: [
      [
        "nächste (?:prüfung|wartung|hauptprüfung|inspektion|überprüfung|zwischenprüfung|wiederkehrende prüfung|fälligkeit|uvv-prüfung|revision)(?: fällig| am| bis| spätestens| zum| fällig am| fällig bis)*|nächste[rn]? (?:prüftermin|wartungstermin|termin|prüfung|service|inspektionstermin)(?: am)?|next (?:examination|inspection|service|maintenance|test|visit|thorough examination|servicing|due|annual|scheduled|check|pm|safety check)(?: is)?(?: visit| date| inspection| service| maintenance)?(?: recommended)?(?: due| by| date| before| on)*|next due(?: date)?|wiedervorlage|due date of next [\\p{L} ]{4,24}|fälligkeit der nächsten [\\p{L}]{4,20}|date of next [\\p{L} ]{4,24}|due for (?:next )?[\\p{L} ]{4,16} (?:by|on)|wartung fällig|prüfung fällig|further examination[\\p{L} ]{0,24} by|re-?inspection(?: due| date)*|wiederholungsprüfung|re-?test(?: date| due)*|to be (?:re)?(?:inspected|tested|examined) (?:by|before|again by)|nächster kundendienst|prüfplakette(?: gültig)? bis|gültig bis|folgeprüfung|folgetermin|nächste",
        3,
      ],
    ],
    unless: "letzte|last",
  },
  result: {
    labels: [
      [
        "ergebnis(?: der (?:prüfung|wartung|inspektion|überprüfung))?|prüfergebnis|gesamtergebnis|result|overall (?:result|assessment|condition|status|outcome)(?: of the installation)?|outcome|befund|gesamtbeurteilung|beurteilung|bewertung|zustand(?: der anlage)?|conclusion|status|festgestellte mängel|mängel|defects(?: found| identified| noted)?|findings|gesamturteil|condition|assessment|fazit|summary|prüfurteil|inspection result|test result|verdict|urteil|final status|bemerkungen|remarks",
        2.6,
      ],
    ],
    phrases: [
      [
        "(?<value>(?:es wurden )?keine (?:sicherheitsrelevanten )?mängel(?: festgestellt| vorhanden)?|no defects(?: affecting safety)?(?: were)?(?: found| identified)?|ohne (?:mängel|beanstandung(?:en)?)|mängelfrei|(?:the )?(?:equipment|installation|appliance|lift|system|boiler) is (?:safe to (?:use|operate)|in (?:good|satisfactory) (?:working )?(?:order|condition))|safe to (?:use|operate)|die anlage (?:ist|kann)[^.]{4,60}|(?:geringe|erhebliche|gefährliche|geringfügige) mängel)(?![\\p{L}])",
        2.1,
      ],
    ],
    unless: "die |der |the |bei |siehe|keine|no |zone|test|pos|mess|nr|behebung",
  },
};

/** Rules for letters and emails. */
export const LETTER_RULES: FieldRules = {
  writtenOn: {
    labels: [
      ["datum|date|ort,? datum|briefdatum|sent|gesendet|date sent|letter date|dated", 2.8],
      [", den|, am|, the|den", 2.4],
    ],
    unless:
      "fällig|due|liefer|rechnung|beginn|ende|geburt|birth|vertrag|ihr schreiben|ihre nachricht|your letter|termin|your ref|bis|zahl|effective|move|kündigung|mietbeginn|lease|signature|frist|eingang|received",
    phrases: [
      [
        "^\\p{Lu}[\\p{L} /().-]{2,30}, (?:den |dem |am |the )?(?<value>\\d{1,2}\\. ?(?:\\d{1,2}\\.|\\p{L}{3,9}) ?\\d{4})",
        3,
      ],
    ],
    firstOnPage: 1.9,
  },
  sender: {
    labels: [["absender(?:in)?|von|from|sender|abs\\.", 2.8]],
    unless: "nummer|bis|zeitraum|until|to ",
    letterhead: "sender",
  },
  recipient: {
    labels: [
      ["an|empfänger(?:in)?|to|recipient|attn\\.?|attention|adressat|addressee|z\\. ?hd\\.?", 2.4],
    ],
    unless: "cc|reply|up|von|from|zu|der |the ",
    letterhead: "recipient",
  },
  subject: {
    labels: [
      [
        "betreff|betrifft|betr\\.|subject(?: line)?|re|regarding|bezug|in the matter of|thema|reference",
        2.9,
      ],
    ],
    unless: "your|our|no\\.|number|ihr |unser",
  },
};
