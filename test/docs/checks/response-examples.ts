import { type CheckedExchange, checkCase } from '../../../contracts/conformance/checking/checked-case.ts';
import { createShownCase } from '../../../contracts/conformance/findings/shown-case.ts';
import type { TestCase } from '../../../contracts/conformance/model/test-case.ts';
import { replayCase } from '../../../contracts/conformance/replay.ts';
import { getMask } from '../../../contracts/conformance/request/credentials/credential-mask.ts';
import { openSession } from '../../../contracts/conformance/session/session.ts';
import type { Target } from '../../../contracts/conformance/session/target.ts';
import { type Finding, findingId } from '../../../contracts/finding/finding.ts';
import { stepLines } from '../../../contracts/render/text/exchange-text.ts';
import { findingText } from '../../../contracts/render/text/finding-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { type CheckExample, fenced, stabilize } from './check-example.ts';
import { examples, type ResponseExample } from './response-stores.ts';

/** For every check of responses: the same case against a wrong and a right implementation. Throws if the check fails to distinguish them. */
export function responseExamples(isWanted: (check: string) => boolean): Promise<readonly CheckExample[]> {
  return Promise.all(examples.filter(({ check }) => isWanted(check)).map(createExample));
}

async function createExample(example: ResponseExample): Promise<CheckExample> {
  const { check, caseId, description } = example;
  const { findings } = await precedingSteps(example, 'wrong', (target) => replayCase(target, caseId));
  const finding = findings.find((one) => one.check === check);
  if (finding === undefined) throw new Error(`${check} does not find its example`);
  const right = await precedingSteps(example, 'right', (target) => replayCase(target, caseId));
  if (right.findings.some((one) => one.check === check)) throw new Error(`${check} reports a false positive`);
  const kept = await precedingSteps(example, 'right', async (target) => {
    // A case that creates its record first does that in the session that it was planned in.
    const isPrepared = right.testCase.prepare !== undefined;
    const exchanges = isPrepared ? right.exchanges : await executeAlone(target, right.testCase);
    const exchange = findExchange(finding, exchanges);
    const { mutation, steps = [mutation] } = createShownCase(right.testCase, exchange);
    return getMask(target.credentials)(exchangeText(steps, exchange));
  });
  return {
    id: check,
    description,
    failing: fenced(stabilize(findingText(finding, styleFor({})))),
    passing: fenced(stabilize(kept)),
    findingId: findingId(finding),
  };
}

async function executeAlone(target: Target, testCase: TestCase): Promise<readonly CheckedExchange[]> {
  const session = openSession(target);
  const { exchanges } = checkCase(testCase, await session.execute(testCase));
  await session.close();
  return exchanges;
}

/** With the same fresh values each time. */
async function precedingSteps<T>(
  { contract, credentials, ...stores }: ResponseExample,
  which: 'wrong' | 'right',
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const store = await stores[which]();
  const target = { credentials, timeoutMs: 60_000, concurrency: 1, freshSeed: 'docs/checks' };
  try {
    return await work({ ...target, contract: await loadContract(contract), baseUrl: store.url });
  } finally {
    await store.close();
  }
}

/** The first exchange of the reported operation that the check applied to, or the first that expects a missing record. */
function findExchange({ check, subject }: Finding, exchanges: readonly CheckedExchange[]): CheckedExchange {
  const own = exchanges.filter(({ checkResult }) => checkResult.context.testCase.operation.id === subject);
  const exchange =
    own.find(({ checkResult }) => checkResult.appliedChecks.some(({ id }) => id === check)) ??
    own.find(({ step }) => step?.expectedState?.expects === 'nothing');
  if (exchange === undefined) throw new Error(`${check} was not applied to ${subject} of the right implementation`);
  return exchange;
}

/** Headers of the connection, not of the response. */
const hidden = /^(?:date|connection|keep-alive|content-length)$/i;

function exchangeText(steps: readonly string[], { exchange: { request, outcome } }: CheckedExchange): string {
  if (outcome.kind === 'failure') throw new Error(outcome.failure.reason);
  const { status, headers, body } = outcome.response;
  const responded = Buffer.from(body).toString('utf8');
  return [
    ...stepLines(steps),
    `  request   ${request.method} ${request.url}`,
    `            ${request.body === undefined ? '(no body)' : Buffer.from(request.body).toString('utf8')}`,
    `  response  ${status}`,
    ...headers.filter(([name]) => !hidden.test(name)).map(([name, value]) => `            ${name}: ${value}`),
    ...(responded === '' ? [] : [`            ${responded}`]),
  ].join('\n');
}
