/** Reads a JSON report back: one of this kit's own, but who has had it in hand is not known. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type ErrorCode, KitError } from '../../errors.ts';
import { isJsonObject, type JsonObject, parseJsonBytes, stringifyJson } from '../../spec/json/exact-json.ts';
import { repeatedKeys } from '../../spec/json/repeated-keys.ts';
import { reasonOf } from '../../spec/source/source-file.ts';
import { REPORT_VERSION, type Report } from './report.ts';

/** A report, and the sha256 of the exact bytes that it was read from, hexadecimal. */
export interface ReportFile {
  readonly report: Report;
  readonly sha256: string;
}

/** Throws `report-unreadable` for what is no report of this version of the format. */
export async function readReport(file: string): Promise<Report> {
  return (await readReportFile(file)).report;
}

/** Throws as `readReport` does. */
export async function readReportFile(file: string): Promise<ReportFile> {
  const { bytes, value } = await readJsonFile(file, 'report-unreadable');
  refuseOtherVersion(file, value);
  if (!isReport(value)) throw new KitError('report-unreadable', `${file}: ${reportMisfit(value)}`);
  return { report: value, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function refuseOtherVersion(file: string, value: JsonObject): void {
  const key = 'reportVersion';
  if (value[key] === REPORT_VERSION) return;
  const what = value[key] === undefined ? 'is no report of this kit: ' : '';
  throw new KitError(
    'report-unreadable',
    `${file}: ${what}${versionMisfit(value, { key, reads: REPORT_VERSION })}`,
    { fix: 'Read it with the version of the kit that wrote it, or run again.' },
  );
}

/** Whether it has everything that a report has; fields that the schema does not know may stand beside it. */
export function isReport(value: unknown): value is Report {
  return schema()(value);
}

/** The first place that is not as it should be: `/stages/0/status: must be equal to one of the allowed values: passed`. */
export function reportMisfit(value: unknown): string | undefined {
  const validate = schema();
  return validate(value) ? undefined : misfitText(validate.errors?.[0]);
}

function schema(): ValidateFunction<Report> {
  compiled ??= ajv.compile<Report>(JSON.parse(reportSchema()));
  return compiled;
}

/** Formats are left alone: times are looked at where something rests on them. Its own test holds the schema itself. */
const ajv = new Ajv2020({ validateFormats: false, strict: false });

let compiled: ValidateFunction<Report> | undefined;

function misfitText(error: ErrorObject | undefined): string {
  const { instancePath = '', message = 'is not as the schema says', params = {} } = error ?? {};
  const allowed: unknown = params['allowedValues'] ?? params['allowedValue'];
  const words = allowed === undefined ? '' : `: ${[allowed].flat().join(', ')}`;
  return `${instancePath === '' ? 'the report' : instancePath}: ${message}${words}`;
}

/** The schema as it stands in its file; the same for every report of this REPORT_VERSION. */
export function reportSchema(): string {
  return readFileSync(new URL('schema/report.schema.json', import.meta.url), 'utf8');
}

/** The bytes as they are, and what they say. */
export interface JsonFile {
  readonly bytes: Uint8Array;
  readonly value: JsonObject;
}

/** Throws `code` for what cannot be read, is too large, is no JSON object, or has a key twice: readers differ in which they take. */
export async function readJsonFile(file: string, code: ErrorCode): Promise<JsonFile> {
  const bytes = await bytesOf(file, code);
  const parsed = parseJsonBytes(bytes);
  if (!parsed.ok) throw new KitError(code, `${file}: is not JSON: ${parsed.reason}`);
  const [twice] = repeatedKeys(new TextDecoder().decode(bytes));
  if (twice !== undefined) throw new KitError(code, `${file}: ${twice.join('.')} stands twice`);
  if (!isJsonObject(parsed.value)) throw new KitError(code, `${file}: is not a JSON object`);
  return { bytes, value: parsed.value };
}

/** A report of a thousand operations has some tens of megabytes; a text of more than 512 MB Node cannot hold. */
const MOST_BYTES = 256_000_000;

async function bytesOf(file: string, code: ErrorCode): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw new Error(`larger than ${MOST_BYTES} bytes`);
    return await readFile(file);
  } catch (error) {
    throw new KitError(code, `${file}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Why a file of another version is not read, with what stands there. */
export function versionMisfit(
  value: JsonObject,
  { key, reads }: { readonly key: string; readonly reads: number },
): string {
  const version = value[key];
  if (version === undefined) return `it has no ${key}`;
  return `${key} ${stringifyJson(version).slice(0, LONGEST_VERSION)}; this kit reads ${reads}`;
}

const LONGEST_VERSION = 80;
