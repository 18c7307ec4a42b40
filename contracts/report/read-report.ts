/** Reads a JSON report back. The file may have been edited since the kit wrote it, so it is validated. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type ErrorCode, KitError } from '../../errors.ts';
import { findDuplicateKeys } from '../../spec/json/duplicate-keys.ts';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes, stringifyJson } from '../../spec/json/exact-json.ts';
import { describeReadError } from '../../spec/source/source-file.ts';
import { REPORT_VERSION, type Report } from './report.ts';

/** A report, and the SHA-256 of the bytes that it was read from, hexadecimal. */
export interface LoadedReport {
  readonly report: Report;
  readonly sha256: string;
}

/** Throws `report-unreadable` if the file is not a report of this version of the format. */
export async function readReport(file: string): Promise<Report> {
  return (await readReportFile(file)).report;
}

/** Throws as `readReport` does. */
export async function readReportFile(file: string): Promise<LoadedReport> {
  const { bytes, value } = await readJsonFile(file, 'report-unreadable');
  rejectOtherVersion(file, value);
  if (!isReport(value)) throw new KitError('report-unreadable', `${file}: ${reportSchemaError(value)}`);
  return { report: value, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function rejectOtherVersion(file: string, value: JsonObject): void {
  const key = 'reportVersion';
  if (value[key] === REPORT_VERSION) return;
  if (value[key] === undefined)
    throw new KitError('report-unreadable', `${file} is not a report of plant-store: it has no ${key}`);
  throw new KitError('report-unreadable', versionMismatch(file, { version: value[key], supported: REPORT_VERSION }), {
    fix: 'Run verify again, or use the release that wrote it (docs/reference/upgrading.md has the new names).',
  });
}

/** Whether the value has all fields of a report; unknown fields are allowed. */
export function isReport(value: unknown): value is Report {
  return reportValidator()(value);
}

/** The first schema violation: `/stages/0/status: must be equal to one of the allowed values: passed`. */
export function reportSchemaError(value: unknown): string | undefined {
  const validate = reportValidator();
  return validate(value) ? undefined : schemaErrorText(validate.errors?.[0]);
}

function reportValidator(): ValidateFunction<Report> {
  compiled ??= ajv.compile<Report>(JSON.parse(reportSchema()));
  return compiled;
}

/**
 * Formats are not validated here: times are parsed where they are used. A separate test validates the schema itself.
 */
const ajv = new Ajv2020({ validateFormats: false, strict: false });

let compiled: ValidateFunction<Report> | undefined;

function schemaErrorText(error: ErrorObject | undefined): string {
  const { instancePath = '', message = 'does not match the schema', params = {} } = error ?? {};
  const allowed: unknown = params['allowedValues'] ?? params['allowedValue'];
  const allowedText = allowed === undefined ? '' : `: ${[allowed].flat().join(', ')}`;
  return `${instancePath === '' ? 'the report' : instancePath}: ${message}${allowedText}`;
}

/** The text of the schema file; the same for every report of this REPORT_VERSION. */
export function reportSchema(): string {
  return readFileSync(new URL('schema/report.schema.json', import.meta.url), 'utf8');
}

/** The bytes of a file, and the parsed value. */
export interface JsonFile {
  readonly bytes: Uint8Array;
  readonly value: JsonObject;
}

/**
 * Throws `code` if the file cannot be read, is too large, is not a JSON object, or has a duplicate key: parsers differ
 * in which value they use.
 */
export async function readJsonFile(file: string, code: ErrorCode): Promise<JsonFile> {
  const bytes = await readBytes(file, code);
  const parsed = parseJsonBytes(bytes);
  if (!parsed.ok) throw new KitError(code, `${file}: is not JSON: ${parsed.reason}`);
  const [duplicateKey] = findDuplicateKeys(new TextDecoder().decode(bytes));
  if (duplicateKey !== undefined) throw new KitError(code, `${file}: duplicate key ${duplicateKey.join('.')}`);
  if (!isJsonObject(parsed.value)) throw new KitError(code, `${file}: is not a JSON object`);
  return { bytes, value: parsed.value };
}

/** A report on a thousand operations has some tens of megabytes; Node cannot hold a string of more than 512 MB. */
const MAX_BYTES = 256_000_000;

async function readBytes(file: string, code: ErrorCode): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES} bytes`);
    return await readFile(file);
  } catch (error) {
    throw new KitError(code, `${file}: ${describeReadError(error)}`, { cause: error });
  }
}

/** `report.json has version 2; this release reads version 3` */
export function versionMismatch(
  file: string,
  { version, supported }: { readonly version: Json; readonly supported: number },
): string {
  const versionText = stringifyJson(version).slice(0, MAX_VERSION_LENGTH);
  return `${file} has version ${versionText}; this release reads version ${supported}`;
}

const MAX_VERSION_LENGTH = 80;
