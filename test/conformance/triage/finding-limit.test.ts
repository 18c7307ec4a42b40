/** An implementation with a different error in every response: how many are stored, reported and repeated. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_CAUSES } from '../../../contracts/conformance/triage/finding-limit.ts';
import { findingText } from '../../../contracts/render/text/finding-text.ts';
import { plain } from '../../report/support.ts';
import { verify } from '../support.ts';
import { startTestServer } from '../test-server.ts';

const DRAWN = MAX_CAUSES * 2;

async function runOfInventions() {
  let responses = 0;
  const server = createServer((request, response) => {
    request.resume();
    responses++;
    response.writeHead(200, { 'Content-Type': `application/made-up-${responses}` }).end('{}');
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  return verify({
    baseUrl,
    token: 't',
    categories: ['random'],
    randomOptions: { seed: 1, caseCount: DRAWN },
  });
}

test('reports up to the limit of causes separately, and all others in one finding with a count', async () => {
  const { findings, rows, requests } = await runOfInventions();
  const inventions = findings.filter(({ check }) => check === 'media-type-declared');
  expect(inventions).toHaveLength(MAX_CAUSES + 1);
  const [rest, ...none] = inventions.filter(({ isRemainder }) => isRemainder === true);
  expect(none).toEqual([]);
  expect(rest).toMatchObject({ severity: 'error', evidence: { reproduction: { reproduced: 1, attempts: 1 } } });
  // One of them was found by the valid request before.
  expect((rest?.similarCount ?? 0) + 1).toBeGreaterThanOrEqual(DRAWN - MAX_CAUSES);
  expect(rest === undefined ? '' : findingText(rest, plain)).toContain(`+${rest?.similarCount} more with other causes`);
  expect(rows).toContainEqual(expect.objectContaining({ category: 'random', cases: DRAWN, errors: DRAWN }));
  // Findings that are only counted are not sent again.
  expect(requests - DRAWN).toBeLessThan(MAX_CAUSES * 50);
});
