import type { SeededRandom } from "./seeded-random";

export type Language = "de" | "en";

const NAMES = {
  de: {
    first:
      "Anna Jürgen Matthias Sabine Björn Claudia Uwe Stefanie Günther Heike Tobias Özlem Lukas".split(
        " ",
      ),
    last: "Müller Schäfer Weiß Krüger Hofmann Çelik Groß Böhm Vogel Brandt Kühn Seidel Lorenz".split(
      " ",
    ),
    company:
      "Hausverwaltung Nord|Aufzugtechnik Brenner|Elektro Schindelhauer|Gebäudeservice Lindner|Kältetechnik Ostermann|Immobilien Reinhardt|Brandschutz Keller|Sanitär Vogt|Bauunternehmung Döring|Prüfdienst Rhein|Dachdeckerei Wöhrle|Wohnbau Isar|Merkur Grundbesitz".split(
        "|",
      ),
    form: "GmbH|GmbH & Co. KG|AG|e.K.|KG|UG (haftungsbeschränkt)|eG".split("|"),
    street:
      "Hauptstraße|Lindenallee|Am Bahnhof|Goethestraße|Industriering|Schloßweg|Münchner Straße|Rosengasse".split(
        "|",
      ),
    city: [
      "10115 Berlin",
      "80331 München",
      "50667 Köln",
      "70173 Stuttgart",
      "01067 Dresden",
      "24103 Kiel",
      "33602 Bielefeld",
    ],
  },
  en: {
    first: "Anna John Michael Sarah David Emma Oliver Grace Thomas Hannah Priya Liam".split(" "),
    last: "Carter Hughes Patel Murphy Wright Bennett Foster O'Neill Simmons Clarke Douglas Reyes".split(
      " ",
    ),
    company:
      "Northgate Property|Brenner Lift Services|Harbour Electrical|Lindfield Facilities|Ostler Refrigeration|Reinhart Estates|Keller Fire Protection|Vogt Plumbing|Doring Construction|Rhine Technical Inspection|Meridian Roofing|Kingsway Holdings".split(
        "|",
      ),
    form: "Ltd|LLP|plc|Inc.|Limited|LLC".split("|"),
    street:
      "High Street|Station Road|Mill Lane|Church Street|Victoria Avenue|Industrial Way|Park Crescent".split(
        "|",
      ),
    city: [
      "London SW1A 2AA",
      "Manchester M1 4BT",
      "Leeds LS1 5DL",
      "Bristol BS1 6QF",
      "Edinburgh EH1 1YZ",
    ],
  },
} as const;

const MONTHS = {
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(
    " ",
  ),
  en: "January February March April May June July August September October November December".split(
    " ",
  ),
} as const;

/** A date as `yyyy-mm-dd`, the format in which fields store it. */
export type Day = string;

/** The values of one document. Dates and amounts are always written in the same style, as one author would write them. */
export interface InventedValues {
  readonly random: SeededRandom;
  readonly language: Language;
  person(): string;
  company(): string;
  /** Returns a street and a town. */
  address(): [string, string];
  day(fromYear?: number, toYear?: number): Day;
  later(day: Day, days: number): Day;
  /** Formats a date as the document writes it. */
  date(day: Day): string;
  /** Formats an amount as the document writes it. */
  money(amount: string): string;
  amount(low: number, high: number): string;
  readonly currency: string;
  iban(): string;
  vatId(): string;
}

export function createInventedValues(random: SeededRandom, language: Language): InventedValues {
  const names = NAMES[language];
  const style = random.between(0, 3);
  const currency = language === "de" ? "EUR" : random.pick(["GBP", "GBP", "EUR"]);
  const sign = random.chance(0.25) ? "code" : "sign";
  return {
    random,
    language,
    currency,
    person: () => `${random.pick(names.first)} ${random.pick(names.last)}`,
    company: () => `${random.pick(names.company)} ${random.pick(names.form)}`,
    address() {
      const street = random.pick(names.street);
      const number = random.between(1, 180);
      return [
        language === "de" ? `${street} ${number}` : `${number} ${street}`,
        random.pick(names.city),
      ];
    },
    day: (fromYear = 2019, toYear = 2025) =>
      toDay(
        Date.UTC(random.between(fromYear, toYear), random.between(0, 11), random.between(1, 28)),
      ),
    later: (day, days) => toDay(Date.parse(day) + days * 86_400_000),
    date: (day) => writeDate(day, language, style),
    money: (amount) => writeMoney(amount, language, currency, sign),
    amount: (low, high) =>
      `${random.between(low, high)}.${String(random.between(0, 99)).padStart(2, "0")}`,
    iban: () => makeIban(random, language),
    vatId: () => makeVatId(random, language),
  };
}

function toDay(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}

function writeDate(day: Day, language: Language, style: number): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const name = MONTHS[language][Number(month) - 1] ?? "";
  const german = [
    `${date}.${month}.${year}`,
    `${Number(date)}. ${name} ${year}`,
    `${date}.${month}.${year}`,
    `${Number(date)}.${Number(month)}.${year}`,
  ];
  const english = [
    `${date}/${month}/${year}`,
    `${Number(date)} ${name} ${year}`,
    `${name} ${Number(date)}, ${year}`,
    day,
  ];
  return (language === "de" ? german : english)[style] ?? day;
}

function writeMoney(
  amount: string,
  language: Language,
  currency: string,
  style: "code" | "sign",
): string {
  const [whole = "", fraction = "00"] = amount.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/gu, language === "de" ? "." : ",");
  const number = `${grouped}${language === "de" ? "," : "."}${fraction}`;
  const sign = { EUR: "€", GBP: "£" }[currency] ?? currency;
  if (language === "de") return `${number} ${style === "code" ? currency : sign}`;
  return style === "code" ? `${currency} ${number}` : `${sign}${number}`;
}

function makeIban(random: SeededRandom, language: Language): string {
  const country = language === "de" ? "DE" : "GB";
  const body = language === "de" ? random.digits(18) : `NWBK${random.digits(14)}`;
  const number = `${body}${country}00`.replace(/[A-Z]/gu, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of number) rest = (rest * 10 + Number(digit)) % 97;
  return `${country}${String(98 - rest).padStart(2, "0")}${body}`;
}

function makeVatId(random: SeededRandom, language: Language): string {
  if (language === "en") return `GB${random.digits(9)}`;
  const body = random.digits(8);
  let product = 10;
  for (const digit of body) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return `DE${body}${(11 - product) % 10}`;
}

/** Divides an IBAN into groups of four, as people write it. */
export const grouped = (iban: string) => iban.replace(/(.{4})(?=.)/gu, "$1 ");
