/** Reads a certificate, and holds it against its report, today's date and the contract at hand. */
import { createHash } from 'node:crypto';
import { KitError } from '../../errors.ts';
import { toJson } from '../../spec/json/copies.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  sameJson,
  stringifyJson,
} from '../../spec/json/exact-json.ts';
import { kitVersion } from '../../spec/kit.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { type ReportFile, readJsonFile, versionMisfit } from '../report/read.ts';
import { certificateOf, digestOf } from './certificate.ts';
import { CERTIFICATE_VERSION } from './data.ts';

interface CheckInput {
  /** As it was read. */
  readonly certificate: JsonObject;
  readonly report: ReportFile;
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
export function checkCertificate(input: CheckInput): readonly CertificateDifference[] {
  const { certificate, contract } = input;
  return [
    ...otherThanReport(input),
    ...changed(certificate),
    ...expired(input),
    ...notYet(input),
    ...(contract === undefined ? [] : otherContract(certificate, contract)),
  ];
}

/** The report gives the same certificate again, field by field. */
function otherThanReport({ certificate, report }: CheckInput): readonly CertificateDifference[] {
  const issued = certificateOf(report);
  if (issued.kind === 'none')
    return issued.obstacles.map((found) => ({
      field: 'certificate',
      certificate: 'every required row passed',
      found,
      source: 'the report',
    }));
  const isSkipped = isOfOtherKit(certificate) ? ownOfAKit : ownDigest;
  return [...differences(certificate, toJson(issued.certificate))]
    .filter(({ field }) => !isSkipped.test(field))
    .map((one) => ({ ...one, source: 'the report' }));
}

const ownDigest = /^digest$/;

const ownOfAKit = /^(?:digest|statement|signature|kit\.zoo)\b/;

function changed(certificate: JsonObject): readonly CertificateDifference[] {
  const [given, expected] = [certificate['digest'], digestOf(certificate)];
  return [...differences(given, expected, 'digest')].map((one) => ({ ...one, source: 'its content' }));
}

/** It does not outlive what was forgiven for it. */
function expired({ report, today }: CheckInput): readonly CertificateDifference[] {
  return report.report.waivers.flatMap(({ expires }, index) =>
    expires >= today
      ? []
      : [{ field: `waivers[${index}].expires`, certificate: expires, found: today, source: 'the calendar' }],
  );
}

/** A clock was wrong, or a hand has written it. */
function notYet({ report, today }: CheckInput): readonly CertificateDifference[] {
  const { finishedAt } = report.report;
  if (finishedAt.slice(0, 10) <= today) return [];
  return [{ field: 'finishedAt', certificate: finishedAt, found: today, source: 'the calendar' }];
}

/**
 * By the bytes of the document and of all that it refers to. The names of files depend on the folder that they were
 * read from; what is in them does not.
 */
function otherContract(certificate: JsonObject, atHand: Contract): readonly CertificateDifference[] {
  const said = objectOf(certificate['contract']);
  const given = { sha256: said['sha256'] ?? null, files: hashesIn(said['files'] ?? null) };
  const hashes = [...atHand.sources.values()].map((text) => createHash('sha256').update(text).digest('hex'));
  const expected = { sha256: atHand.sha256, files: hashes.toSorted() };
  return [...differences(given, expected)].map(({ field, ...rest }) => ({
    field: `contract.${field}`,
    ...rest,
    source: atHand.file,
  }));
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function hashesIn(files: Json): readonly string[] {
  return (isJsonArray(files) ? files : []).map((one) => String(objectOf(one)['sha256'])).toSorted();
}

/** The innermost fields that differ, in the order of `expected`, then those that only `given` has. */
function* differences(
  given: Json | undefined,
  expected: Json | undefined,
  field = '',
): Generator<Pick<CertificateDifference, 'field' | 'certificate' | 'found'>> {
  if (given !== undefined && expected !== undefined && sameJson(given, expected)) return;
  const parts = partsOf(given, expected);
  if (parts === undefined) yield { field, certificate: asText(given), found: asText(expected) };
  else
    for (const [key, one, other] of parts) {
      if (one === undefined && other === undefined) continue;
      yield* differences(one, other, typeof key === 'number' ? `${field}[${key}]` : dotted(field, key));
    }
}

type Part = readonly [key: string | number, given: Json | undefined, expected: Json | undefined];

/** Of two objects, or two lists; undefined for anything else. */
function partsOf(given: Json | undefined, expected: Json | undefined): readonly Part[] | undefined {
  if (given === undefined || expected === undefined) return undefined;
  if (isJsonArray(given) && isJsonArray(expected)) {
    const length = Math.max(given.length, expected.length);
    return Array.from({ length }, (_, index) => [index, given[index], expected[index]]);
  }
  if (!isJsonObject(given) || !isJsonObject(expected)) return undefined;
  const keys = new Set([...Object.keys(expected), ...Object.keys(given)]);
  return [...keys].map((key) => [key, ownOf(given, key), ownOf(expected, key)]);
}

function ownOf(value: Readonly<Record<string, Json>>, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function dotted(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}

function asText(value: Json | undefined): string {
  return value === undefined ? 'nothing' : stringifyJson(value);
}

/** Throws `certificate-unreadable` for what is no certificate of this version of the format. */
export async function readCertificate(file: string): Promise<JsonObject> {
  const { value } = await readJsonFile(file, 'certificate-unreadable');
  const key = 'certificateVersion';
  if (value[key] === CERTIFICATE_VERSION) return value;
  const what = value[key] === undefined ? 'is no certificate of this kit: ' : '';
  throw new KitError(
    'certificate-unreadable',
    `${file}: ${what}${versionMisfit(value, { key, reads: CERTIFICATE_VERSION })}`,
    { fix: 'Check it with the version of the kit that wrote it.' },
  );
}

/** Whether it is of another version of the kit, whose own words and figures are not known here. */
export function isOfOtherKit(certificate: JsonObject): boolean {
  return kitVersionIn(certificate) !== kitVersion();
}

/** What it says of the kit that has made it. */
export function kitVersionIn({ kit }: JsonObject): string {
  const version = isJsonObject(kit) ? kit['version'] : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
