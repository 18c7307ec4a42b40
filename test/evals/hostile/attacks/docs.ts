/** The attacks and the limits of the fake store as they stand in docs/reliability.md. */
import { createServer } from 'node:http';
import { RULE_BYTES } from '../../../../mock/control/read-call.ts';
import { MOST_STREAMS } from '../../../../mock/control/stream.ts';
import { MAX_BODY_TEXT } from '../../../../mock/model/journal-entry.ts';
import { MOST_MS } from '../../../../mock/model/rule.ts';
import { STORAGE_LIMITS } from '../../../../mock/model/storage.ts';
import { MOST_WAITING } from '../../../../mock/serve/connections.ts';
import { defaultLimits } from '../../../../mock/serve/server.ts';
import { MOST_PARTS } from '../../../../mock/validate/form.ts';
import { MAX_DEPTH, MAX_DIGITS } from '../../../../spec/json/exact-json.ts';
import { tableText } from '../../../docs/table.ts';
import type { Outcome, Theme } from './attack.ts';
import { themes } from './table.ts';

/** By the names of their parts of the page. */
export function attackTables(): Readonly<Record<string, string>> {
  return {
    attacks: summary(),
    limits: limitsTable(),
    'attacks-in-full': themes.map(inFull).join('\n\n'),
  };
}

function summary(): string {
  const rows = themes.map((theme) => [theme.name, String(theme.attacks.length), theme.sends, tallied(theme)]);
  const count = themes.reduce((sum, { attacks }) => sum + attacks.length, 0);
  return `${tableText(['theme', 'attacks', 'what is sent', 'what the store does, how often'], rows)}\n\n${count} in all.`;
}

function tallied({ attacks }: Theme): string {
  const groups = Map.groupBy(attacks, ({ gets }) => inWords(gets));
  return [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([words, group]) => `${words}: ${group.length}`)
    .join('; ');
}

function inWords({ statuses, leaves }: Outcome): string {
  if (statuses.length === 0) return 'closed without an answer';
  const [first] = statuses;
  const isSame = statuses.length > 2 && statuses.every((status) => status === first);
  const told = isSame ? `${count(statuses.length)} times ${first}` : statuses.join(', ');
  return leaves === 'closed' ? `${told} and closed` : told;
}

function inFull({ name, attacks }: Theme): string {
  const rows = attacks.map((attack) => [plain(attack.name), inWords(attack.gets), plain(attack.why)]);
  return `#### ${name}\n\n${tableText(['sent', 'comes back', 'why'], rows)}`;
}

/** Nothing in a name is markup. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|&$~#]/g, (sign) => `\\${sign}`);
}

const count = (number: number) => number.toLocaleString('en');
const seconds = (ms: number) => `${ms / 1_000} s`;
const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;

function limitsTable(): string {
  const { bodyBytes, headerBytes, headersTimeout, requestTimeout, readRate, connections } = defaultLimits;
  const { records, recordBytes, entries, entryBytes, rules } = STORAGE_LIMITS;
  const head = ['what', 'at most', 'beyond it', 'set with'];
  return tableText(head, [
    ['a body', megabytes(bodyBytes), '413', '`--limit body=`'],
    ['request line and header fields', `${headerBytes / 1_024} KiB`, '431, or 414', '`--limit headers=`'],
    ['until the header fields are there', seconds(headersTimeout), '408', '`--limit header-time=`'],
    ['until the request is there', seconds(requestTimeout), '408', '`--limit request-time=`'],
    [
      'until an answer is read',
      `${seconds(requestTimeout)}, and 1 s for each ${readRate / 1_000} kB that are still to be read`,
      'closed',
      '`--limit request-time=`',
    ],
    ['idle after an answer', seconds(createServer().keepAliveTimeout), 'closed', ''],
    ['connections', count(connections), 'closed', '`--limit connections=`'],
    ['requests that wait on one connection', count(MOST_WAITING), 'no more are read', ''],
    ['levels of JSON and XML', count(MAX_DEPTH), '400', ''],
    ['digits of a number', count(MAX_DIGITS), '400', ''],
    ['parts of a multipart body', count(MOST_PARTS), '400', ''],
    ['a delay that is asked for', seconds(MOST_MS), '400', ''],
    ['a rule put in', megabytes(RULE_BYTES), '413', ''],
    ['rules', count(rules), '400 for more at once, else the oldest leave', ''],
    ['readers of the stream of the journal', count(MOST_STREAMS), '503', ''],
    ['entries in the journal', count(entries), 'the oldest leave', ''],
    ['of a body in the journal', `${count(MAX_BODY_TEXT)} characters`, 'it is cut', ''],
    ['all bodies in the journal', megabytes(entryBytes), 'the oldest leave', ''],
    ['records', `${count(records)}, ${megabytes(recordBytes)}`, 'the oldest leave', ''],
  ]);
}
