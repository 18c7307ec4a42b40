/** A list as CSV, compared with the same list as JSON. */
import {
  compareNumbers,
  isJsonObject,
  isNumeric,
  type Json,
  parseJson,
  stringifyJson,
} from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { parseCsv } from '../../../../spec/wire/csv.ts';
import type { ExpectedTable } from '../../model/sequence.ts';

export interface TableDifference {
  readonly expected: string;
  readonly received: string;
  readonly key: string;
  /** Why it may be correct. */
  readonly reason?: string | undefined;
}

/** Undefined where both show the same, or the headings are not the names of properties: then they cannot be compared. */
export function findTableDifference(
  text: string,
  { items, item, idName }: ExpectedTable,
  operation: Operation,
): TableDifference | undefined {
  const parsed = parseCsv(text);
  const [headings = [], ...rows] = parsed.rows;
  const names = declaredProperties(item);
  const known = headings.filter((heading) => names.has(heading));
  if (known.length < 2) return otherSeparator(headings, new Set(names.keys()), operation);
  if (!parsed.ok) return malformed('cells that follow RFC 4180', `${parsed.reason}, in line ${parsed.row}`);
  const odd = rows.findIndex((row) => row.length !== headings.length);
  if (odd >= 0)
    return malformed(
      `${headings.length} cells in each line, as in the line of headings`,
      `${rows[odd]?.length} in line ${odd + 2}`,
    );
  if (idName === undefined || !headings.includes(idName)) return undefined;
  const compared = new Set(known.filter((name) => isPlain(names.get(name))));
  return rows.map((row) => otherCell({ headings, row, compared }, items, idName)).find((one) => one !== undefined);
}

/** A spreadsheet may write semicolons; the media type is defined with commas. */
function otherSeparator(
  headings: readonly string[],
  names: ReadonlySet<string>,
  { description = '', responses }: Operation,
): TableDifference | undefined {
  const [only = '', ...others] = headings;
  const separator = [';', '\t', '|'].find((one) => only.split(one).filter((name) => names.has(name)).length > 1);
  if (others.length > 0 || separator === undefined) return undefined;
  const texts = [description, ...responses.map((response) => response.description)];
  const isStated = texts.some((one) => /\bRFC ?4180\b|\bcomma/i.test(one));
  return {
    expected: 'cells separated by commas (RFC 4180)',
    received: `cells separated by ${JSON.stringify(separator)}`,
    key: 'separator',
    reason: isStated ? undefined : 'the contract does not name RFC 4180',
  };
}

function malformed(expected: string, received: string): TableDifference {
  return { expected, received, key: 'malformed' };
}

/** Dates and others are often formatted for people. */
function isPlain(schema: Parameters<typeof flattenSchema>[0] | undefined): boolean {
  if (schema === undefined) return false;
  const { types, format } = flattenSchema(schema);
  const [type, ...others] = [...(types ?? [])].filter((one) => one !== 'null');
  return (
    others.length === 0 && (type === 'integer' || (type === 'string' && (format === undefined || format === 'uuid')))
  );
}

interface TableRow {
  readonly headings: readonly string[];
  readonly row: readonly string[];
  /** The names of the compared columns. */
  readonly compared: ReadonlySet<string>;
}

/** Of the record with the same identifier: the list may have changed in the meantime. */
function otherCell(
  { headings, row, compared }: TableRow,
  items: readonly Json[],
  idName: string,
): TableDifference | undefined {
  const id = row[headings.indexOf(idName)];
  const record = items.find((one) => isJsonObject(one) && String(one[idName] ?? '') === id);
  if (record === undefined || !isJsonObject(record)) return undefined;
  const at = headings.findIndex((name, index) => {
    const shown = Object.hasOwn(record, name) ? record[name] : undefined;
    return compared.has(name) && shown !== undefined && shown !== null && !isSameCell(row[index] ?? '', shown);
  });
  const name = headings[at];
  if (name === undefined) return undefined;
  return {
    expected: `${name}: ${stringifyJson(record[name] ?? null)}, as in the list as JSON`,
    received: JSON.stringify(row[at]),
    key: 'cell',
  };
}

/** Spreadsheets take a text that begins with such a character for a formula: some implementations put a quote before it. */
function isSameCell(cell: string, shown: Json): boolean {
  if (typeof shown === 'string') return cell === shown || (/^[=+\-@\t\r]/.test(shown) && cell === `'${shown}`);
  const parsed = parseJson(cell);
  return !isNumeric(shown) || (parsed.ok && isNumeric(parsed.value) && compareNumbers(parsed.value, shown) === 0);
}
