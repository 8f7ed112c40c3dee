import { formatCount } from "./format";

const assets = (count: number) => `${formatCount(count)} ${count === 1 ? "asset" : "assets"}`;

/** Text for the import and export of assets. */
export const IMPORT_TEXTS = {
  back: "Cockpit",
  title: "Import assets",
  intro:
    "Create and change many assets at once from a CSV file. Assets that are not in the file stay as they are.",
  fileTitle: "File",
  select: "Select a CSV file",
  selectAnother: "Select another file",
  fileLabel: "CSV file with assets",
  drop: "or drop it here",
  dropOver: "Drop the file to see a preview",
  limits: (rows: number, megabytes: number) =>
    `Up to ${formatCount(rows)} rows and ${megabytes} MB. Nothing changes before you confirm the preview.`,
  formatTitle: "What the file must look like",
  formatExample:
    "identifier,name,folder,description\nBLD-0001,Lindenhof office building,Zürich/Altstadt,Lindenhof 4\nBLD-0002,Harbour warehouse 7,Basel,",
  formatLabel: "Example of a file",
  columns: [
    ["identifier", "Required. Documents and other systems use it to refer to the asset."],
    ["name", "Required. The name that people use."],
    ["folder", "Optional. Names with / between them, such as Zürich/Altstadt."],
    ["description", "Optional. An address, for example."],
  ],
  rules: [
    "The first line names the columns, in any order. Other columns are ignored.",
    "An empty folder or description removes the current one. If the column is missing, nothing changes there.",
    "Commas, semicolons and tabs separate cells. In Excel, save the file as “CSV UTF-8”.",
    "Excel removes leading zeros when it opens a CSV file. If identifiers have them, import that column as text with Data > From Text/CSV.",
  ],
  exportFirst: "To change existing assets, export them, edit the file and import it.",
  reading: (name: string) => `Reading ${name}…`,
  previewTitle: "Preview",
  rows: (name: string, count: number) =>
    `${name}: ${formatCount(count)} ${count === 1 ? "row" : "rows"}`,
  kinds: {
    created: (count: number) => `${formatCount(count)} new`,
    renamed: (count: number) => `${formatCount(count)} renamed`,
    moved: (count: number) => `${formatCount(count)} moved to another folder`,
    described: (count: number) => `${formatCount(count)} with a new description`,
  },
  unchanged: (count: number) => `${formatCount(count)} unchanged`,
  andMore: (count: number) => `and ${formatCount(count)} more`,
  before: "Before",
  after: "After",
  noFolder: "no folder",
  noDescription: "no description",
  line: (line: number) => `Line ${formatCount(line)}`,
  wholeFile: "File",
  problemsTitle: (count: number) =>
    count === 1
      ? "Correct 1 problem, then select the file again"
      : `Correct ${formatCount(count)} problems, then select the file again`,
  problemsHelp: "Nothing is imported until every row is correct.",
  problemsLabel: "Problems by line",
  ignoredTitle: "Some columns are not imported",
  ignored: (names: readonly string[]) => names.join(", "),
  numericTitle: "Check identifiers that are numbers",
  numeric: (count: number) =>
    `${count === 1 ? "1 new identifier is a number" : `${formatCount(count)} new identifiers are numbers`}. Excel removes leading zeros and shortens long numbers when it opens a CSV file.`,
  archived: (count: number) =>
    count === 1
      ? "1 asset in the file is archived and stays archived."
      : `${formatCount(count)} assets in the file are archived and stay archived.`,
  nothingTitle: "Nothing to import",
  nothing: "Every asset already matches the file.",
  import: (count: number) => `Import ${assets(count)}`,
  importing: "Importing…",
  changedTitle: "Assets have changed since the preview",
  changed: "Nothing was imported. This is the new preview.",
  notRead: (name: string) => `Could not read ${name}`,
  notImported: "The import did not finish",
  retry: "Select the file again: the preview shows what is still missing.",
  tooLarge: (megabytes: number) =>
    `The file is larger than ${megabytes} MB. Split it, and import one part after the other.`,
  oneFile: "Drop one file at a time.",
  unreadable: "Your browser could not read the file. Check that it still exists.",
  doneTitle: (created: number, changed: number) =>
    `${assets(created)} created, ${formatCount(changed)} changed`,
  done: "The changes are visible to everyone.",
  toCockpit: "Go to the cockpit",
} as const;
