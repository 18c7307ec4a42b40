/** Operations: their names, bodies, credentials and links. */
import type { Contract, Link, SecurityScheme } from '../../../spec/model/contract.ts';
import type { LintRule } from '../lint-rule.ts';

export const operationIdPresent: LintRule = {
  id: 'operation-id-present',
  severity: 'warning',
  invariant: 'every operation has an operationId',
  title: 'An operation has no operationId',
  why: 'Reports, waivers and generated clients identify operations by operationId. Without one, an operation with a changed path is a new operation. Add a stable name.',
  references: 'OpenAPI, Operation Object (operationId)',
  *problems({ operations }) {
    for (const { id, method, path, place } of operations) {
      if (id === `${method} ${path}`) yield { subject: id, place, expected: 'an operationId', received: 'none' };
    }
  },
};

export const bodyAllowed: LintRule = {
  id: 'body-allowed',
  severity: 'warning',
  invariant: 'no request body is declared with GET, HEAD or TRACE',
  title: 'A request body is declared where HTTP does not allow one',
  why: 'fetch rejects a body with GET or HEAD, and servers and caches drop it. Use another method or query parameters.',
  references: 'RFC 9110, sections 9.3.1, 9.3.2 and 9.3.8 (GET, HEAD and TRACE)',
  *problems({ operations }) {
    for (const { id: subject, method, requestBody } of operations) {
      if (requestBody === undefined || !methodsWithoutBody.has(method)) continue;
      const received = `a request body with ${method}`;
      yield { subject, place: requestBody.place, expected: 'no request body', received };
    }
  },
};

const methodsWithoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

export const contentAllowed: LintRule = {
  id: 'content-allowed',
  severity: 'warning',
  isMinor: true,
  invariant: 'no content is declared for a response that never has a body',
  title: 'Content is declared for a response that never has a body',
  why: 'A 204, 205 or 304 response has no body, so clients never receive what is declared. Remove the content, or use 200.',
  references: 'RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5 (204, 205 and 304)',
  maxFindings: 1,
  *problems({ operations }) {
    for (const { id: subject, responses } of operations) {
      for (const { status, content } of responses) {
        const [first] = content;
        if (!/^(?:204|205|304)$/.test(status) || first === undefined) continue;
        yield { subject, place: first.place, expected: `no content for ${status}`, received: 'a media type' };
      }
    }
  },
};

export const credentialsSendable: LintRule = {
  id: 'credentials-sendable',
  severity: 'warning',
  invariant: 'credentials that are required together are in different places of the request',
  title: 'Two required credentials are in the same place',
  why: 'A request has only one header, cookie or parameter of a name: clients cannot send both, and the operation is not checked. Make them alternatives, each as a separate item of security, or rename one.',
  references:
    'OpenAPI, Security Requirement Object: all schemes of one are required; RFC 9110, section 11.6.2 (Authorization)',
  *problems({ operations }) {
    for (const { id: subject, place: operationPlace, security } of operations) {
      for (const { schemes, place = operationPlace } of security) {
        const places = schemes.flatMap(credentialPlaces);
        const duplicate = places.find((one, index) => places.indexOf(one) !== index);
        if (duplicate === undefined) continue;
        const received = schemes.map(({ name }) => name).join(' and ');
        yield { subject, place, expected: `one credential in ${duplicate}`, received };
      }
    }
  },
};

function credentialPlaces({ type, in: location, parameterName = '' }: SecurityScheme): readonly string[] {
  if (type === 'mutualTLS') return [];
  if (type !== 'apiKey') return ['the header authorization'];
  return [`the ${location} ${location === 'header' ? parameterName.toLowerCase() : parameterName}`];
}

export const linkParametersValid: LintRule = {
  id: 'link-parameters-valid',
  severity: 'warning',
  invariant: 'every parameter of a link is a parameter of the linked operation',
  title: 'A link sets a parameter that the operation does not have',
  why: 'A client that follows the link sends a parameter that is ignored, and omits the required one. Usually one of the two names has a typo: use the name that the operation declares.',
  references: 'OpenAPI, Link Object (parameters): names of parameters of the linked operation',
  *problems(contract) {
    for (const { id: subject, responses } of contract.operations) {
      for (const link of responses.flatMap(({ links = [] }) => links)) {
        const { place, operation } = link;
        const wrong = findUnknownParameter(link, contract);
        if (wrong === undefined) continue;
        const received = `"${wrong}", which it does not declare`;
        yield { subject, place, expected: `a parameter of ${operation}`, received };
      }
    }
  },
};

function findUnknownParameter({ operation, parameters }: Link, { operations }: Contract): string | undefined {
  const target = operations.find(({ id }) => id === operation);
  const names = target?.parameters.flatMap((one) => [one.name, `${one.in}.${one.name}`]) ?? [];
  return [...parameters.keys()].find((name) => !names.includes(name));
}
