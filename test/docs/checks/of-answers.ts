import { type JudgedScene, judgeScenes } from '../../../contracts/conformance/judging/attempt.ts';
import { replayCase } from '../../../contracts/conformance/replay.ts';
import { openSession, type Target } from '../../../contracts/conformance/session/session.ts';
import { shownCase } from '../../../contracts/conformance/telling/shown-case.ts';
import { type Finding, findingId } from '../../../contracts/finding/finding.ts';
import { caseLines } from '../../../contracts/render/text/exchange-text.ts';
import { findingText } from '../../../contracts/render/text/finding-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import { type Example, examples } from './examples.ts';
import { fenced, type Shown, settled } from './shown.ts';

/** For every check of answers: the same case before a store that breaks it and one that does not. Throws where that is not so. */
export function shownOfAnswers(): Promise<readonly Shown[]> {
  return Promise.all(examples.map(shownOf));
}

async function shownOf(example: Example): Promise<Shown> {
  const { check, caseId, what } = example;
  const { findings } = await before(example, 'wrong', (target) => replayCase(target, caseId));
  const finding = findings.find((one) => one.check === check);
  if (finding === undefined) throw new Error(`${check} does not find its example`);
  const right = await before(example, 'right', (target) => replayCase(target, caseId));
  if (right.findings.some((one) => one.check === check)) throw new Error(`${check} accuses the right store`);
  const kept = await before(example, 'right', async (target) => {
    const session = openSession(target);
    const { scenes } = judgeScenes(right.tried, await session.execute(right.tried));
    await session.close();
    const scene = sceneLike(finding, scenes);
    const { mutation, steps = [mutation] } = shownCase(right.tried, scene);
    return sceneText(steps, scene);
  });
  return {
    id: check,
    what,
    broken: fenced(settled(findingText(finding, styleFor({})))),
    kept: fenced(settled(kept)),
    findingId: findingId(finding),
  };
}

/** With fresh values that are the same each time. */
async function before<T>(
  { contract, credentials, ...stores }: Example,
  which: 'wrong' | 'right',
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const store = await stores[which]();
  const target = { credentials, timeoutMs: 5_000, concurrency: 1, freshSeed: 'docs/checks' };
  try {
    return await work({ ...target, contract: await loadContract(contract), baseUrl: store.url });
  } finally {
    await store.close();
  }
}

/** Of the operation that was accused the first that the check has looked at, or where nothing was there as it has to be. */
function sceneLike({ check, subject }: Finding, scenes: readonly JudgedScene[]): JudgedScene {
  const own = scenes.filter(({ verdict }) => verdict.judged.case.operation.id === subject);
  const scene =
    own.find(({ verdict }) => verdict.applied.some(({ id }) => id === check)) ??
    own.find(({ step }) => step?.recall?.expects === 'nothing');
  if (scene === undefined) throw new Error(`${check} has not looked at ${subject} of the right store`);
  return scene;
}

/** Of the connection, not of the answer. */
const hidden = /^(?:date|connection|keep-alive|content-length)$/i;

function sceneText(steps: readonly string[], { exchange: { request, outcome } }: JudgedScene): string {
  if (outcome.kind === 'failure') throw new Error(outcome.failure.reason);
  const { status, headers, body } = outcome.answer;
  const answered = Buffer.from(body).toString('utf8');
  return [
    ...caseLines(steps),
    `  sent      ${request.method} ${request.url}`,
    `            ${request.body === undefined ? '(no body)' : Buffer.from(request.body).toString('utf8')}`,
    `  answer    ${status}`,
    ...headers.filter(([name]) => !hidden.test(name)).map(([name, value]) => `            ${name}: ${value}`),
    ...(answered === '' ? [] : [`            ${answered}`]),
  ].join('\n');
}
