/** The tables of attacks and limits for docs/explanation/reliability.md and test/evals/hostile/attacks.md. */
import { createServer } from 'node:http';
import { MAX_STREAMS } from '../../../../mock/control/journal-stream.ts';
import { MAX_RULE_BYTES } from '../../../../mock/control/read-control-request.ts';
import { MAX_BODY_TEXT } from '../../../../mock/model/journal-entry.ts';
import { MAX_DELAY_MS } from '../../../../mock/model/rule.ts';
import { STORAGE_LIMITS } from '../../../../mock/model/storage.ts';
import { defaultLimits } from '../../../../mock/serve/mock-server.ts';
import { MAX_PIPELINED } from '../../../../mock/serve/pipelining.ts';
import { MAX_PARTS } from '../../../../mock/validate/form.ts';
import { MAX_DEPTH, MAX_DIGITS } from '../../../../spec/json/exact-json.ts';
import { tableText } from '../../../docs/table.ts';
import type { AttackOutcome, AttackTheme } from './attack.ts';
import { attackThemes } from './attack-themes.ts';

/** By the names of their sections. */
export function attackTables(): Readonly<Record<string, string>> {
  return {
    attacks: summary(),
    limits: limitsTable(),
    'attacks-in-full': attackThemes.map(fullTable).join('\n\n'),
  };
}

function summary(): string {
  const rows = attackThemes.map((theme) => [theme.name, String(theme.attacks.length), theme.sends, tally(theme)]);
  const count = attackThemes.reduce((sum, { attacks }) => sum + attacks.length, 0);
  return `${tableText(['theme', 'attacks', 'what is sent', 'what the server does, how often'], rows)}\n\n${count} in all.`;
}

function tally({ attacks }: AttackTheme): string {
  const groups = Map.groupBy(attacks, ({ expected }) => outcomeText(expected));
  return [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([words, group]) => `${words}: ${group.length}`)
    .join('; ');
}

function outcomeText({ statuses, connection }: AttackOutcome): string {
  if (statuses.length === 0) return 'closed without a response';
  const [first] = statuses;
  const isSame = statuses.length > 2 && statuses.every((status) => status === first);
  const statusText = isSame ? `${count(statuses.length)} times ${first}` : statuses.join(', ');
  return connection === 'closed' ? `${statusText} and closed` : statusText;
}

function fullTable({ name, attacks }: AttackTheme): string {
  const rows = attacks.map((attack) => [plain(attack.name), outcomeText(attack.expected), plain(attack.reason)]);
  return `## ${name}\n\n${tableText(['request', 'response', 'reason'], rows)}`;
}

/** Escapes markup. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|&$~#]/g, (sign) => `\\${sign}`);
}

const count = (number: number) => number.toLocaleString('en');
const seconds = (ms: number) => `${ms / 1_000} s`;
const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;

function limitsTable(): string {
  const { bodyBytes, headerBytes, headersTimeout, requestTimeout, readRate, connections } = defaultLimits;
  const { records, recordBytes, entries, entryBytes, rules } = STORAGE_LIMITS;
  const head = ['what', 'limit', 'beyond the limit', 'option'];
  return tableText(head, [
    ['a body', megabytes(bodyBytes), '413', '`--limit body=`'],
    ['request line and header fields', `${headerBytes / 1_024} KiB`, '431, or 414', '`--limit headers=`'],
    ['time for the header fields', seconds(headersTimeout), '408', '`--limit header-time=`'],
    ['time for the request', seconds(requestTimeout), '408', '`--limit request-time=`'],
    [
      'until a response is read',
      `${seconds(requestTimeout)}, and 1 s for each ${readRate / 1_000} kB that are still to be read`,
      'closed',
      '`--limit request-time=`',
    ],
    ['idle time after a response', seconds(createServer().keepAliveTimeout), 'closed', ''],
    ['connections', count(connections), 'closed', '`--limit connections=`'],
    ['waiting requests on one connection', count(MAX_PIPELINED), 'further requests are read later', ''],
    ['nesting levels of JSON and XML', count(MAX_DEPTH), '400', ''],
    ['digits of a number', count(MAX_DIGITS), '400', ''],
    ['parts of a multipart body', count(MAX_PARTS), '400', ''],
    ['a requested delay', seconds(MAX_DELAY_MS), '400', ''],
    ['a rule put in', megabytes(MAX_RULE_BYTES), '413', ''],
    ['rules', count(rules), '400 for more concurrently, else the oldest are evicted', ''],
    ['readers of the stream of the journal', count(MAX_STREAMS), '503', ''],
    ['entries in the journal', count(entries), 'the oldest are evicted', ''],
    ['of a body in the journal', `${count(MAX_BODY_TEXT)} characters`, 'it is cut', ''],
    ['all bodies in the journal', megabytes(entryBytes), 'the oldest are evicted', ''],
    ['records', `${count(records)}, ${megabytes(recordBytes)}`, 'the oldest are evicted', ''],
  ]);
}
