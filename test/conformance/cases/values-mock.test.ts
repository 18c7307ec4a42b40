import { expect, test } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { verify } from '../support.ts';
import { fixture, valueCategories } from './values-support.ts';

test.each(['values', 'parameters', 'bounds', 'alternatives'])('the mock conforms to the cases of %s', async (name) => {
  const contract = await fixture(name);
  const mock = await serveMock(contract);
  try {
    const only = valueCategories.map((category) => category.name);
    const result = await verify({ contract, baseUrl: mock.url, token: mock.token, categories: only });
    expect(
      result.findings.map(({ check, evidence, expected, received }) => [check, evidence?.caseId, expected, received]),
    ).toEqual([]);
    expect(result.unchecked).toEqual([]);
  } finally {
    await mock.close();
  }
});
