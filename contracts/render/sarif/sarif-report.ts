/**
 * SARIF 2.1.0 for code scanning: each finding at its line of the contract. Numbers in comments are sections of the
 * SARIF standard.
 */
import { formatJson, sanitizeLines } from '../../../sanitize.ts';
import type { Report } from '../../report/report.ts';
import { artifactLocation, ROOT_URI_BASE, sarifMessage } from './sarif-locations.ts';
import { createResults, createRules } from './sarif-results.ts';

/** The complete log file. */
export function sarifLog(report: Report): string {
  return formatJson(makeVisible({ $schema: SARIF_SCHEMA, version: '2.1.0', runs: [sarifRun(report)] }));
}

/**
 * Replaces invisible characters by their codes wherever a page shows a text; `properties` are for programs, and stay
 * exact.
 */
function makeVisible(part: unknown): unknown {
  if (typeof part === 'string') return sanitizeLines(part);
  if (Array.isArray(part)) return part.map(makeVisible);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).map(([key, value]) => [key, key === 'properties' ? value : makeVisible(value)]);
  return Object.fromEntries(members);
}

const SARIF_SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

function sarifRun(report: Report) {
  const { kit, contract, target, targetKind, strict, stages } = report;
  const rules = createRules(stages);
  const { results, omittedCount } = createResults(report, new Map(rules.map(({ id }, index) => [id, index] as const)));
  const seed = stages.find(({ run }) => run !== undefined)?.run?.seed;
  return {
    tool: { driver: { name: kit.name, version: kit.version, rules } },
    automationDetails: { id: runId(report) },
    invocations: [sarifInvocation(report, omittedCount)],
    originalUriBaseIds: { [ROOT_URI_BASE]: { description: sarifMessage('The root of the repository.') } },
    artifacts: sarifArtifacts(report),
    columnKind: 'utf16CodeUnits',
    results,
    properties: {
      contract: `${contract.title} ${contract.version}`,
      target,
      targetKind,
      strict,
      ...(seed === undefined ? {} : { seed }),
    },
  };
}

/**
 * The part up to the last slash identifies the runs that are compared (3.17.3); the parts of a split run are not
 * versions of each other.
 */
function runId({ contract, shard }: Report): string {
  const part = shard === undefined ? '' : `shard-${shard.index}-of-${shard.of}/`;
  return `plant-store/${contract.title.toWellFormed().replaceAll('/', '-')}/${part}`;
}

/** A run that finds errors is still a successful execution. */
function sarifInvocation({ verdict, startedAt, finishedAt, unattempted }: Report, omittedCount: number) {
  const unattemptedParts = unattempted.slice(0, MAX_NOTIFICATIONS);
  const omittedNotice = omittedCount === 0 ? [] : [`${omittedCount} more findings are in the JSON report`];
  const notifications = [...unattemptedParts, ...omittedNotice].map((text) => ({
    level: 'error',
    message: sarifMessage(text),
  }));
  return {
    executionSuccessful: verdict.exitCode !== 2,
    exitCode: verdict.exitCode,
    exitCodeDescription: verdict.summary,
    startTimeUtc: startedAt,
    endTimeUtc: finishedAt,
    ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
}

const MAX_NOTIFICATIONS = 100;

function sarifArtifacts({ contract: { files } }: Report) {
  return files.flatMap(({ file, sha256 }) => {
    const location = artifactLocation(file);
    return location === undefined ? [] : [{ location, hashes: { 'sha-256': sha256 }, roles: ['analysisTarget'] }];
  });
}
