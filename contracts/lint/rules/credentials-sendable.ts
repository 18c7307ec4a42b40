import type { SecurityScheme } from '../../../spec/model/contract.ts';
import type { LintRule } from '../rule.ts';

export const credentialsSendable: LintRule = {
  id: 'credentials-sendable',
  severity: 'advice',
  holds: 'credentials that are asked for together go in different places of the request',
  title: 'Two credentials are asked for in one place',
  why: 'A request has one header, cookie or parameter of a name, so nobody can send both and the operation is not judged. Make them alternatives, each an item of security of its own, or give one another name.',
  restsOn:
    'OpenAPI, Security Requirement Object: all schemes of one are needed; RFC 9110, section 11.6.2 (Authorization)',
  *problems({ operations }) {
    for (const { id: subject, place: own, security } of operations) {
      for (const { schemes, place = own } of security) {
        const places = schemes.flatMap(placeOf);
        const twice = places.find((one, index) => places.indexOf(one) !== index);
        if (twice === undefined) continue;
        const received = schemes.map(({ name }) => name).join(' and ');
        yield { subject, place, expected: `one credential in ${twice}`, received };
      }
    }
  },
};

function placeOf({ type, in: where, parameterName = '' }: SecurityScheme): readonly string[] {
  if (type === 'mutualTLS') return [];
  if (type !== 'apiKey') return ['the header authorization'];
  return [`the ${where} ${where === 'header' ? parameterName.toLowerCase() : parameterName}`];
}
