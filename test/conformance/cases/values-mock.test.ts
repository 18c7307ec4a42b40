import { expect, test } from 'vitest';
import { serveMock } from '../../../mock/serve/server.ts';
import { verify } from '../support.ts';
import { fixture, valueFamilies } from './values-support.ts';

test.each(['values', 'parameters', 'bounds', 'alternatives'])(
  'our own mock is right by the cases of %s',
  async (name) => {
    const contract = await fixture(name);
    const mock = await serveMock(contract);
    try {
      const only = valueFamilies.map((family) => family.name);
      const result = await verify({ contract, baseUrl: mock.url, token: mock.token, only });
      expect(
        result.findings.map(({ check, evidence, expected, received }) => [
          check,
          evidence?.caseId,
          expected,
          received,
        ]),
      ).toEqual([]);
      expect(result.unjudged).toEqual([]);
    } finally {
      await mock.close();
    }
  },
  60_000,
);
