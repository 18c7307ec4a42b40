import type { Contract, Link } from '../../../spec/model/contract.ts';
import type { LintRule } from '../rule.ts';

export const linkAgrees: LintRule = {
  id: 'link-agrees',
  severity: 'advice',
  holds: 'every parameter of a link is one of the operation that it leads to',
  title: 'A link gives a parameter that the operation does not have',
  why: 'Who follows the link sends what nobody reads, and leaves out what is needed. Most often one of the two names is misspelt: write the name as the operation declares it.',
  restsOn: 'OpenAPI, Link Object (parameters): names of parameters of the linked operation',
  *problems(contract) {
    for (const { id: subject, responses } of contract.operations) {
      for (const link of responses.flatMap(({ links = [] }) => links)) {
        const { place, operation } = link;
        const wrong = unknownIn(link, contract);
        if (wrong === undefined) continue;
        const received = `"${wrong}", which it does not have`;
        yield { subject, place, expected: `parameters of ${operation}`, received };
      }
    }
  },
};

function unknownIn({ operation, parameters }: Link, { operations }: Contract): string | undefined {
  const target = operations.find(({ id }) => id === operation);
  const names = target?.parameters.flatMap((one) => [one.name, `${one.in}.${one.name}`]) ?? [];
  return [...parameters.keys()].find((name) => !names.includes(name));
}
