/** SARIF 2.1.0 for code scanning: each finding at its line of the contract. Numbers in comments are sections of it. */
import { printedJson, visibleLines } from '../../../text.ts';
import type { Report } from '../../report/report.ts';
import { artifactLocation, messageOf, ROOT } from './parts.ts';
import { resultsOf, rulesOf } from './results.ts';

/** The whole file. */
export function sarifLog(report: Report): string {
  return printedJson(shown({ $schema: SCHEMA, version: '2.1.0', runs: [runOf(report)] }));
}

/** What no eye sees stands by its code wherever a page shows it; properties are for programs, and stay exact. */
function shown(part: unknown): unknown {
  if (typeof part === 'string') return visibleLines(part);
  if (Array.isArray(part)) return part.map(shown);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).map(([key, value]) => [
    key,
    key === 'properties' ? value : shown(value),
  ]);
  return Object.fromEntries(members);
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

function runOf(report: Report) {
  const { kit, contract, target, targetKind, strict, stages } = report;
  const rules = rulesOf(stages);
  const { results, left } = resultsOf(report, new Map(rules.map(({ id }, index) => [id, index] as const)));
  const seed = stages.find(({ run }) => run !== undefined)?.run?.seed;
  return {
    tool: { driver: { name: kit.name, version: kit.version, rules } },
    automationDetails: { id: runId(report) },
    invocations: [invocationOf(report, left)],
    originalUriBaseIds: { [ROOT]: { description: messageOf('The root of the repository.') } },
    artifacts: artifactsOf(report),
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

/** Up to the last slash it names what is compared from run to run (3.17.3); parts of one run are no versions of another. */
function runId({ contract, shard }: Report): string {
  const part = shard === undefined ? '' : `shard-${shard.index}-of-${shard.of}/`;
  return `plant-store/${contract.title.toWellFormed().replaceAll('/', '-')}/${part}`;
}

/** A contract that is broken was judged successfully. */
function invocationOf({ verdict, startedAt, finishedAt, unattempted }: Report, left: number) {
  const open = unattempted.slice(0, MOST_NOTIFICATIONS);
  const many = left === 0 ? [] : [`${left} more findings are in the JSON report`];
  const notifications = [...open, ...many].map((text) => ({ level: 'error', message: messageOf(text) }));
  return {
    executionSuccessful: verdict.exitCode !== 2,
    exitCode: verdict.exitCode,
    exitCodeDescription: verdict.sentence,
    startTimeUtc: startedAt,
    endTimeUtc: finishedAt,
    ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
}

const MOST_NOTIFICATIONS = 100;

function artifactsOf({ contract: { files } }: Report) {
  return files.flatMap(({ file, sha256 }) => {
    const location = artifactLocation(file);
    return location === undefined
      ? []
      : [{ location, hashes: { 'sha-256': sha256 }, roles: ['analysisTarget'] }];
  });
}
