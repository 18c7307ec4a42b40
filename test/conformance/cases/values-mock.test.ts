import { expect, test } from 'vitest';
import { familiesFor } from '../../../contracts/conformance/cases/index.ts';
import { startMock } from '../../../mock/server.ts';
import { verify } from '../support.ts';
import { fixture, valueFamilies } from './values-support.ts';

test.each(['values', 'parameters', 'bounds'])(
  'our own mock is right by the cases of %s',
  async (name) => {
    const contract = await fixture(name);
    const mock = await startMock(contract);
    try {
      const only = familiesFor(valueFamilies.map((family) => family.name)).map((family) => family.name);
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
