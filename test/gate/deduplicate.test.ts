import { describe, expect, test } from 'vitest';
import { deduplicateFindings, deduplicateWithinStage } from '../../contracts/finding/deduplicate.ts';
import type { Finding } from '../../contracts/finding/finding.ts';
import { computeVerdict } from '../../contracts/verdict/verdict.ts';

const idFormat = '/components/schemas/NewPlant/allOf/1/properties/id/format';
const id = '/components/schemas/NewPlant/allOf/1/properties/id';
const name = '/components/schemas/Plant/properties/name';

describe('findings of a pact and of conformance at one place of the contract', () => {
  const verifier = finding({ check: 'invalid-rejected', pointer: id, fingerprint: 'verifier' });
  const shop = fromPact('shop', finding({ check: 'invalid-rejected', pointer: idFormat, fingerprint: 'shop' }));
  const till = fromPact('till', finding({ check: 'invalid-rejected', pointer: idFormat, fingerprint: 'till' }));
  const { primary, provider } = deduplicateFindings({ primary: [verifier], provider: [shop, till] });

  test('are reported by conformance, with the affected consumers', () => {
    expect(primary.map(({ brokenPacts }) => brokenPacts?.map(({ consumer }) => consumer))).toEqual([['shop', 'till']]);
    expect(provider.map(({ duplicateOf }) => duplicateOf)).toEqual(['verifier', 'verifier']);
  });

  test('count once', () => {
    const findings = [...provider, ...primary];
    expect(computeVerdict({ findings, strict: false, unattempted: [] }).summary).toBe(
      'does not conform: 1 error, 0 warnings',
    );
  });
});

test.each<[why: string, other: Finding]>([
  ['another place', finding({ check: 'invalid-rejected', pointer: name })],
  ['another check', finding({ check: 'valid-accepted', pointer: id })],
  ['another operation', { ...finding({ check: 'invalid-rejected', pointer: id }), subject: 'removePlant' }],
  ['only a warning', { ...finding({ check: 'invalid-rejected', pointer: id }), severity: 'warning' }],
])('%s is a different cause', (_why, other) => {
  const shop = fromPact('shop', finding({ check: 'invalid-rejected', pointer: id, fingerprint: 'shop' }));
  const { provider } = deduplicateFindings({ primary: [other], provider: [shop] });
  expect(provider.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined]);
});

test('merges a rejected valid request only if conformance has a single reason', () => {
  const shop = fromPact('shop', finding({ check: 'valid-accepted', pointer: id, fingerprint: 'shop' }));
  const one = finding({ check: 'valid-accepted', pointer: name, fingerprint: 'one' });
  const two = finding({ check: 'valid-accepted', pointer: id, fingerprint: 'two' });
  expect(deduplicateFindings({ primary: [one], provider: [shop] }).provider[0]?.duplicateOf).toBe('one');
  expect(deduplicateFindings({ primary: [one, two], provider: [shop] }).provider[0]?.duplicateOf).toBeUndefined();
});

test('does not merge a rejected valid request with another check', () => {
  const shop = fromPact('shop', finding({ check: 'valid-accepted', pointer: id, fingerprint: 'shop' }));
  const other = finding({ check: 'status-declared', pointer: id });
  expect(deduplicateFindings({ primary: [other], provider: [shop] }).provider[0]?.duplicateOf).toBeUndefined();
});

test('merges interactions that fail for one cause into the first', () => {
  const shop = fromPact('shop', finding({ check: 'body-matches-schema', pointer: name, fingerprint: 'shop' }));
  const till = fromPact('till', finding({ check: 'body-matches-schema', pointer: name, fingerprint: 'till' }));
  const [first, second] = deduplicateWithinStage([shop, till]);
  expect(first?.brokenPacts?.map(({ consumer }) => consumer)).toEqual(['shop', 'till']);
  expect([first?.duplicateOf, second?.duplicateOf]).toEqual([undefined, 'shop']);
});

test('reports each of two missing required properties', () => {
  const pointer = '/components/schemas/Plant/required';
  const without = (path: readonly (string | number)[], fingerprint: string): Finding => ({
    ...finding({ check: 'body-matches-schema', pointer, fingerprint }),
    responsePart: { in: 'body', path },
  });
  const found = [without(['id'], 'id'), without(['name'], 'name'), without([3, 'id'], 'id of an item')];
  expect(deduplicateWithinStage(found).map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, undefined, 'id']);
});

test('reports unmet expectations for each consumer', () => {
  const shop = fromPact('shop', finding({ check: 'pact-expectation', pointer: name, fingerprint: 'shop' }));
  const till = fromPact('till', finding({ check: 'pact-expectation', pointer: name, fingerprint: 'till' }));
  expect(deduplicateWithinStage([shop, till]).map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, undefined]);
});

function finding({
  check,
  pointer,
  fingerprint = `${check} ${pointer}`,
}: {
  readonly check: string;
  readonly pointer: string;
  readonly fingerprint?: string;
}): Finding {
  return {
    check,
    severity: 'error',
    title: check,
    subject: 'createPlant',
    expected: 'status 400',
    received: 'status 200',
    place: { file: 'plant-store.yaml', pointer, line: 1 },
    lineText: '',
    responsePart: { in: 'status' },
    why: '',
    fingerprint,
    similarCount: 0,
  };
}

function fromPact(consumer: string, one: Finding): Finding {
  const place = { file: `${consumer}.json`, pointer: '/interactions/0', line: 1 };
  return { ...one, brokenPacts: [{ consumer, interaction: 'a request', messages: [], place }] };
}
