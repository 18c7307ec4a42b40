/** Reads a certificate, and holds it against its report, today's date and the contract at hand. */
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
  /** As it was read. */
  readonly certificate: JsonObject;
  readonly report: LoadedReport;
  /** The document at hand; not compared when undefined. */
  readonly contract: Contract | undefined;
  /** `2026-11-22`, UTC. */
  readonly today: string;
}

/** A field of a certificate that is not what it has to be. */
export interface CertificateDifference {
  /** `waivers[0].expires` */
  readonly field: string;
  /** What stands there, as JSON; `nothing` for a field that is not there. */
  readonly certificate: string;
  /** What has to stand there, and who says so. */
  readonly found: string;
  readonly source: string;
}

/** All that keeps it from holding; it holds where there is nothing. */
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

/** The report gives the same certificate again, field by field. */
function compareWithReport({ certificate, report }: CertificateCheckInput): readonly CertificateDifference[] {
  const reissued = issueCertificate(report);
  if (reissued.kind === 'none')
    return reissued.obstacles.map((found) => ({
      field: 'certificate',
      certificate: 'every required row passed',
      found,
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

/** It does not outlive what was forgiven for it. */
function checkExpiry({ report, today }: CertificateCheckInput): readonly CertificateDifference[] {
  return report.report.waivers.flatMap(({ expires }, index) =>
    expires >= today
      ? []
      : [{ field: `waivers[${index}].expires`, certificate: expires, found: today, source: 'the calendar' }],
  );
}

/** A clock was wrong, or a hand has written it. */
function checkFinishedAt({ report, today }: CertificateCheckInput): readonly CertificateDifference[] {
  const { finishedAt } = report.report;
  if (finishedAt.slice(0, 10) <= today) return [];
  return [{ field: 'finishedAt', certificate: finishedAt, found: today, source: 'the calendar' }];
}

/**
 * By the bytes of the document and of all that it refers to. The names of files depend on the folder that they were
 * read from; what is in them does not.
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

/** The innermost fields that differ, in the order of `expected`, then those that only `given` has. */
function* differences(
  actual: Json | undefined,
  expected: Json | undefined,
  field = '',
): Generator<Pick<CertificateDifference, 'field' | 'certificate' | 'found'>> {
  if (actual !== undefined && expected !== undefined && isEqualJson(actual, expected)) return;
  const parts = pairFields(actual, expected);
  if (parts === undefined) yield { field, certificate: valueText(actual), found: valueText(expected) };
  else
    for (const [key, one, other] of parts) {
      if (one === undefined && other === undefined) continue;
      yield* differences(one, other, typeof key === 'number' ? `${field}[${key}]` : joinField(field, key));
    }
}

type FieldPair = readonly [key: string | number, given: Json | undefined, expected: Json | undefined];

/** Of two objects, or two lists; undefined for anything else. */
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

/** Throws `certificate-unreadable` for what is no certificate of this version of the format. */
export async function readCertificate(file: string): Promise<JsonObject> {
  const { value } = await readJsonFile(file, 'certificate-unreadable');
  const key = 'certificateVersion';
  if (value[key] === CERTIFICATE_VERSION) return value;
  const problem = value[key] === undefined ? 'is no certificate of this kit: ' : '';
  throw new KitError(
    'certificate-unreadable',
    `${file}: ${problem}${versionMismatch(value, { key, reads: CERTIFICATE_VERSION })}`,
    { fix: 'Check it with the version of the kit that wrote it.' },
  );
}

/** Whether it is of another version of the kit, whose own words and figures are not known here. */
export function isFromOtherVersion(certificate: JsonObject): boolean {
  return kitVersionOf(certificate) !== kitVersion();
}

/** What it says of the kit that has made it. */
export function kitVersionOf({ kit }: JsonObject): string {
  const version = isJsonObject(kit) ? kit['version'] : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
