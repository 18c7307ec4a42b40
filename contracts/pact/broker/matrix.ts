/** The broker's answer to "can I deploy": its rows and its verdict as data. */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets/masking.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { answered, type Relayed } from './relayed.ts';

export interface Matrix {
  /** Undefined while results are missing. */
  readonly deployable: boolean | undefined;
  /** In a sentence of the broker. */
  readonly reason: string;
  readonly rows: readonly MatrixRow[];
}

export interface MatrixRow {
  readonly consumer: string;
  readonly consumerVersion: string | undefined;
  readonly provider: string;
  /** Undefined where no version of it is known that could have verified the pact. */
  readonly providerVersion: string | undefined;
  /** Undefined where there is no result. */
  readonly success: boolean | undefined;
}

/** Throws `broker-unusable` for an answer without a verdict, or whose verdict its own rows contradict. */
export function readMatrix(relayed: Relayed): Matrix {
  const { summary, matrix } = answered(relayed);
  if (!isJsonObject(summary) || !isJsonArray(matrix) || !isVerdict(summary.deployable))
    throw new KitError('broker-unusable', 'its answer holds no verdict on the deployment');
  // Rows that the broker calls ignored count as well: nobody asked it to ignore any.
  const rows = matrix.filter(isJsonObject).map(rowOf);
  const deployable = summary.deployable ?? undefined;
  if (deployable === true && (rows.some(({ success }) => success !== true) || countsOpposition(summary)))
    throw new KitError(
      'broker-unusable',
      'it calls a version deployable and lists results that are missing or failed',
    );
  return { deployable, rows, reason: typeof summary.reason === 'string' ? summary.reason : '' };
}

/** As it may be shown. */
export function maskedMatrix({ deployable, reason, rows }: Matrix, mask: Mask): Matrix {
  return {
    deployable,
    reason: mask(reason),
    rows: rows.map(({ consumer, consumerVersion, provider, providerVersion, success }) => ({
      consumer: mask(consumer),
      consumerVersion: consumerVersion && mask(consumerVersion),
      provider: mask(provider),
      providerVersion: providerVersion && mask(providerVersion),
      success,
    })),
  };
}

/** What it counts holds for results that are in no row, too. */
function countsOpposition({ failed, unknown }: JsonObject): boolean {
  return [failed, unknown].some((count) => count !== undefined && Number(count) !== 0);
}

function isVerdict(value: Json | undefined): value is boolean | null {
  return value === null || typeof value === 'boolean';
}

function rowOf({ consumer, provider, verificationResult }: JsonObject): MatrixRow {
  const success = isJsonObject(verificationResult) ? verificationResult.success : undefined;
  return {
    consumer: nameOf(consumer) ?? 'unknown',
    consumerVersion: versionOf(consumer),
    provider: nameOf(provider) ?? 'unknown',
    providerVersion: versionOf(provider),
    success: typeof success === 'boolean' ? success : undefined,
  };
}

function nameOf(participant: Json | undefined): string | undefined {
  return isJsonObject(participant) && typeof participant.name === 'string' ? participant.name : undefined;
}

function versionOf(participant: Json | undefined): string | undefined {
  const version = isJsonObject(participant) ? participant.version : undefined;
  return isJsonObject(version) && typeof version.number === 'string' ? version.number : undefined;
}
