/** Failures that do not occur at every request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import type { RunOptions } from '../../contracts/conformance/run-options.ts';
import { reproductionText } from '../../contracts/render/text/finding-text.ts';
import type { JsonObject } from '../../spec/json/exact-json.ts';
import { verify } from './support.ts';
import { startTestServer } from './test-server.ts';
import { createTicketStore, type TicketStoreOptions, tickets } from './ticket-store.ts';

type Respond = (request: IncomingMessage, response: ServerResponse, proceed: () => void) => void;

/** Verifies a ticket store that is correct except for what `respond` does instead. */
async function verifyWith(
  respond: Respond,
  { isFailing = () => false, ...options }: Partial<RunOptions> & TicketStoreOptions = {},
): Promise<RunResult> {
  const { server: store } = createTicketStore('reads what is stored', { isFailing });
  const server = createServer((request, response) =>
    respond(request, response, () => void store.emit('request', request, response)),
  );
  const baseUrl = await startTestServer(server, onTestFinished);
  return verify({
    baseUrl,
    contract: tickets,
    categories: ['valid-bodies', 'wrong-types', 'text-values', 'missing-properties'],
    ...options,
  });
}

const proceedAlways: Respond = (_request, _response, proceed) => proceed();

function describe({ findings }: RunResult): readonly string[] {
  return findings.map(({ severity, check, evidence }) => {
    const text = evidence === undefined ? '' : reproductionText(evidence.reproduction);
    return `${severity} ${check} ${text}`;
  });
}

/**
 * Responds with 500 where other characters than those of ASCII are sent for the first time: so repetitions never fail,
 * however many requests the run sends.
 */
function failingFirst(maxFailures: number): (sent: JsonObject) => boolean {
  const seen = new Set<string>();
  return ({ title }) => {
    const characters = String(title).replaceAll(/[ -~]/g, '');
    const isFirst = characters !== '' && !seen.has(characters) && seen.size < maxFailures;
    if (isFirst) seen.add(characters);
    return isFirst;
  };
}

test('a failure of several requests is an error, with the number of occurrences', async () => {
  const result = await verifyWith(proceedAlways, { isFailing: failingFirst(5) });
  expect(describe(result)).toContainEqual(
    expect.stringMatching(/^error no-server-error intermittent: \d+ of \d+ requests; alone not reproduced: 1\//),
  );
  const rows = result.rows.filter(({ operation }) => operation === 'createTicket');
  expect(rows.some(({ errors }) => errors > 0)).toBe(true);
});

test('a failure that occurs once is a warning', async () => {
  const result = await verifyWith(proceedAlways, { isFailing: failingFirst(1) });
  expect(describe(result)).toEqual([expect.stringMatching(/^warning no-server-error not reproduced: 1\//)]);
});
