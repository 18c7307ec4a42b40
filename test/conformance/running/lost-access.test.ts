/** Credentials that expire during a run: rejections after that cause no findings. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify as verifyDoor } from '../../../contracts/api/verify/index.ts';
import { replayCase } from '../../../contracts/conformance/replay.ts';
import { KitError } from '../../../errors.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { defaultToken, startVariant, variants } from '../../evals/zoo/index.ts';
import { findZoo } from '../../evals/zoo/zoos.ts';
import { describeErrors, plantStoreContract, tokenCredentials, verify } from '../support.ts';
import {
  type AccessRule,
  expiredTokenResponse,
  forbiddenResponse,
  type RejectionResponse,
  rejectAfter,
  startRejectingProxy,
} from './rejecting-proxy.ts';

const token = defaultToken;
const signIn: RejectionResponse = { status: 302, headers: { location: '/sign-in' }, body: '' };
const failing: RejectionResponse = { ...expiredTokenResponse, status: 500 };

/** The correct plant store behind a rejecting proxy. */
async function plants(accessRule: AccessRule): Promise<string> {
  const variant = variants.find(({ name }) => name === 'right-store');
  if (variant === undefined) throw new Error('no correct implementation');
  const store = await startVariant(variant);
  onTestFinished(() => store.close());
  return startRejectingProxy(store.url, accessRule, onTestFinished);
}

describe('a correct implementation that accepts so many requests', () => {
  test.each([
    ...[3, 7, 60].flatMap((count) => [[count, 1] as const, [count, 4] as const]),
    [400, 1],
    [690, 4],
  ] as const)('%i, with concurrency %i: no findings, not fully checked', async (count, concurrency) => {
    const result = await verify({
      baseUrl: await plants(rejectAfter(count, expiredTokenResponse)),
      token,
      concurrency,
    });
    expect(describeErrors(result)).toEqual([]);
    expect(result.findings).toEqual([]);
    expect(result.unchecked).toEqual([
      {
        operation: 'createPlant',
        casesRun: 'some',
        reason: expect.stringMatching(
          /^stopped: the credentials are no longer accepted since (?:case \d+ or earlier|the first requests to createPlant): set a token .*PLANT_STORE_TOKEN.*(?:after createPlant\/.*|accepted before, )gets 401$/,
        ),
      },
    ]);
  });

  test.each([
    ['a ban', forbiddenResponse],
    ['a login page', signIn],
  ])('and then returns %s is not fully checked', async (_what, refusal) => {
    const result = await verify({ baseUrl: await plants(rejectAfter(100, refusal)), token });
    expect(result.findings).toEqual([]);
    expect(result.unchecked).toHaveLength(1);
  });

  test.each([1, 2])('is not fully checked in shard %i of 2', async (index) => {
    const result = await verify({
      baseUrl: await plants(rejectAfter(100, expiredTokenResponse)),
      token,
      shard: { index, of: 2 },
    });
    expect(result.findings).toEqual([]);
    expect(result.unchecked).toHaveLength(1);
  });

  test('is not fully checked when only invalid credentials follow', async () => {
    const result = await verify({
      baseUrl: await plants(rejectAfter(30, expiredTokenResponse)),
      token,
      categories: ['authentication'],
      concurrency: 1,
    });
    expect(result.findings).toEqual([]);
    expect(result.unchecked[0]?.reason).toContain('no longer accepted');
  });

  test('exits with 2, and conforms with lasting credentials', async () => {
    let ended = 100;
    const baseUrl = await plants(({ number }) => (number > ended ? expiredTokenResponse : undefined));
    const { verdict } = await verifyDoor({ baseUrl, token });
    expect(verdict).toMatchObject({ kind: 'inconclusive', exitCode: 2 });
    expect(verdict.summary).toContain('no longer accepted');
    ended = Number.POSITIVE_INFINITY;
    expect((await verifyDoor({ baseUrl, token })).verdict.exitCode).toBe(0);
  });
});

test.each([30, 350, 1_000])(
  'reports nothing for a correct implementation with many operations that accepts %i requests',
  async (count) => {
    const zoo = findZoo('tools');
    const store = await zoo.start(zoo.variants[0]?.name ?? '');
    onTestFinished(() => store.close());
    const baseUrl = await startRejectingProxy(store.url, rejectAfter(count, expiredTokenResponse), onTestFinished);
    const contract = await loadContract(zoo.contract);
    const result = await verify({ baseUrl, contract, credentials: zoo.credentials });
    expect(result.findings).toEqual([]);
    expect(result.unchecked.length).toBeGreaterThan(5);
  },
);

test('keeps errors that were found before the credentials expired', async () => {
  const baseUrl = await plants(({ number, body }) => {
    if (number > 200) return expiredTokenResponse;
    return body.includes('"tag":') ? undefined : failing;
  });
  const { verdict, stages } = await verifyDoor({ baseUrl, token, concurrency: 1 });
  expect(verdict.exitCode).toBe(1);
  const [stage] = stages;
  expect(new Set(stage?.findings.map(({ check }) => check))).toEqual(new Set(['no-server-error']));
  expect(stage?.unattempted[0]).toContain('no longer accepted');
});

describe('reports a rejection as an error while accepted requests are still accepted', () => {
  test.each([
    [401, 1],
    [403, 4],
  ])('%i for one kind of valid request, with concurrency %i', async (status, concurrency) => {
    const refusal = { ...expiredTokenResponse, status };
    const baseUrl = await plants(({ body }) => {
      const isOfIt = body.includes('"name"') && !body.includes('"tag"') && !body.includes('"id":"');
      return isOfIt ? refusal : undefined;
    });
    const result = await verify({ baseUrl, token, concurrency, categories: ['valid-bodies', 'authentication'] });
    expect(describeErrors(result).join('\n')).toContain(`valid-accepted: `);
    expect(result.unchecked).toEqual([]);
  });

  test('now and then', async () => {
    const baseUrl = await plants(({ number }) => (number % 7 === 0 ? expiredTokenResponse : undefined));
    const result = await verify({ baseUrl, token, concurrency: 1, categories: ['valid-bodies', 'text-values'] });
    expect(describeErrors(result).join('\n')).toContain('valid-accepted: ');
    expect(result.unchecked).toEqual([]);
  });
});

test('an implementation that rejects all clients after one request is not fully checked, and the case is named', async () => {
  let isLocked = false;
  const baseUrl = await plants(({ body }) => {
    if (isLocked) return expiredTokenResponse;
    isLocked = body.length > 0 && !isJson(body.toString('utf8'));
    return undefined;
  });
  const result = await verify({ baseUrl, token, concurrency: 1 });
  expect(result.findings).toEqual([]);
  expect(result.unchecked[0]?.reason).toContain('after createPlant/malformed-bodies/');
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('a replay with expired credentials is inconclusive', async () => {
  const target = {
    contract: plantStoreContract,
    credentials: tokenCredentials(token),
    timeoutMs: 60_000,
    concurrency: 1,
  };
  const valid = 'createPlant/valid-bodies/full';
  for (const count of [0, 3]) {
    const baseUrl = await plants(rejectAfter(count, expiredTokenResponse));
    const error = await replayCase({ ...target, baseUrl }, valid).catch((reason: unknown) => reason);
    expect(error instanceof KitError ? error.code : error).toBe('credentials-rejected');
  }
});
