/** Reads a certificate and checks it against its report, today's date and the current contract. */
import { createHash } from 'node:crypto';
import { KitError } from '../../errors.ts';
import { toJson } from '../../spec/json/convert-json.ts';
import {
  isEqualJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../../spec/json/exact-json.ts';
import { kitVersion } from '../../spec/kit.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { type LoadedReport, readJsonFile, versionMismatch } from '../report/read-report.ts';
import { CERTIFICATE_VERSION } from './certificate-model.ts';
import { computeDigest, issueCertificate } from './issue-certificate.ts';

interface CertificateCheckInput {
  /** As parsed from the file. */
  readonly certificate: JsonObject;
  readonly report: LoadedReport;
  /** The current document; not compared when undefined. */
  readonly contract: Contract | undefined;
  /** `2026-11-22`, UTC. */
  readonly today: string;
}

/** A field of a certificate whose value is wrong. */
export interface CertificateDifference {
  /** `waivers[0].expires` */
  readonly field: string;
  /** The value in the certificate, as JSON; `nothing` if the field is missing. */
  readonly certificate: string;
  /** The expected value, and where it comes from. */
  readonly expected: string;
  readonly source: string;
}

/** Every field that makes the certificate invalid; it is valid if there are none. */
export function checkCertificate(input: CertificateCheckInput): readonly CertificateDifference[] {
  const { certificate, contract } = input;
  return [
    ...compareWithReport(input),
    ...checkDigest(certificate),
    ...checkExpiry(input),
    ...checkFinishedAt(input),
    ...(contract === undefined ? [] : compareContract(certificate, contract)),
  ];
}

/** Issues the certificate again from the report and compares the two field by field. */
function compareWithReport({ certificate, report }: CertificateCheckInput): readonly CertificateDifference[] {
  const reissued = issueCertificate(report);
  if (reissued.kind === 'none')
    return reissued.obstacles.map((found) => ({
      field: 'certificate',
      certificate: 'all required checks passed',
      expected: found,
      source: 'the report',
    }));
  const isSkipped = isFromOtherVersion(certificate) ? versionSpecificFields : digestField;
  return [...differences(certificate, toJson(reissued.certificate))]
    .filter(({ field }) => !isSkipped.test(field))
    .map((one) => ({ ...one, source: 'the report' }));
}

const digestField = /^digest$/;

const versionSpecificFields = /^(?:digest|statement|signature|kit\.zoo)\b/;

function checkDigest(certificate: JsonObject): readonly CertificateDifference[] {
  const [actual, expected] = [certificate['digest'], computeDigest(certificate)];
  return [...differences(actual, expected, 'digest')].map((one) => ({ ...one, source: 'its content' }));
}

/** A certificate expires with the first of its waivers. */
function checkExpiry({ report, today }: CertificateCheckInput): readonly CertificateDifference[] {
  return report.report.waivers.flatMap(({ expires }, index) =>
    expires >= today
      ? []
      : [{ field: `waivers[${index}].expires`, certificate: expires, expected: today, source: 'the calendar' }],
  );
}

/** An end in the future means that a clock was wrong or the file was edited. */
function checkFinishedAt({ report, today }: CertificateCheckInput): readonly CertificateDifference[] {
  const { finishedAt } = report.report;
  if (finishedAt.slice(0, 10) <= today) return [];
  return [{ field: 'finishedAt', certificate: finishedAt, expected: today, source: 'the calendar' }];
}

/**
 * Compares the hashes of the document and of every file that it refers to. File names depend on the folder they were
 * read from, so they are not compared.
 */
function compareContract(certificate: JsonObject, currentContract: Contract): readonly CertificateDifference[] {
  const stated = toObject(certificate['contract']);
  const actual = { sha256: stated['sha256'] ?? null, files: fileHashes(stated['files'] ?? null) };
  const hashes = [...currentContract.sources.values()].map((text) => createHash('sha256').update(text).digest('hex'));
  const expected = { sha256: currentContract.sha256, files: hashes.toSorted() };
  return [...differences(actual, expected)].map(({ field, ...rest }) => ({
    field: `contract.${field}`,
    ...rest,
    source: currentContract.file,
  }));
}

function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function fileHashes(files: Json): readonly string[] {
  return (isJsonArray(files) ? files : []).map((one) => String(toObject(one)['sha256'])).toSorted();
}

/** The innermost fields that differ: first in the order of `expected`, then those that only `actual` has. */
function* differences(
  actual: Json | undefined,
  expected: Json | undefined,
  field = '',
): Generator<Pick<CertificateDifference, 'field' | 'certificate' | 'expected'>> {
  if (actual !== undefined && expected !== undefined && isEqualJson(actual, expected)) return;
  const parts = pairFields(actual, expected);
  if (parts === undefined) yield { field, certificate: valueText(actual), expected: valueText(expected) };
  else
    for (const [key, one, other] of parts) {
      if (one === undefined && other === undefined) continue;
      yield* differences(one, other, typeof key === 'number' ? `${field}[${key}]` : joinField(field, key));
    }
}

type FieldPair = readonly [key: string | number, actual: Json | undefined, expected: Json | undefined];

/** The fields of two objects or two arrays, paired; undefined for anything else. */
function pairFields(actual: Json | undefined, expected: Json | undefined): readonly FieldPair[] | undefined {
  if (actual === undefined || expected === undefined) return undefined;
  if (isJsonArray(actual) && isJsonArray(expected)) {
    const length = Math.max(actual.length, expected.length);
    return Array.from({ length }, (_, index) => [index, actual[index], expected[index]]);
  }
  if (!isJsonObject(actual) || !isJsonObject(expected)) return undefined;
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...keys].map((key) => [key, ownProperty(actual, key), ownProperty(expected, key)]);
}

function ownProperty(value: Readonly<Record<string, Json>>, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function joinField(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}

function valueText(value: Json | undefined): string {
  return value === undefined ? 'nothing' : stringifyJson(value);
}

/** Throws `certificate-unreadable` for a file that is not a certificate of this format version. */
export async function readCertificate(file: string): Promise<JsonObject> {
  const { value } = await readJsonFile(file, 'certificate-unreadable');
  const key = 'certificateVersion';
  if (value[key] === CERTIFICATE_VERSION) return value;
  if (value[key] === undefined)
    throw new KitError('certificate-unreadable', `${file} is not a certificate of plant-store: it has no ${key}`);
  throw new KitError(
    'certificate-unreadable',
    versionMismatch(file, { version: value[key], supported: CERTIFICATE_VERSION }),
    { fix: 'Run the gate again, or use the release that wrote it.' },
  );
}

/** Whether another version of the kit wrote it; the texts and zoo figures of that version are not known here. */
export function isFromOtherVersion(certificate: JsonObject): boolean {
  return kitVersionOf(certificate) !== kitVersion();
}

/** The version of the kit that issued the certificate, `unknown` if it names none. */
export function kitVersionOf({ kit }: JsonObject): string {
  const version = isJsonObject(kit) ? kit['version'] : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
