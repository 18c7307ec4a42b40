/** A pact with a payload in every place that has text. */
import type { JsonObject } from '../../../../spec/json/exact-json.ts';
import { namePayload } from './payload.ts';

export const hostilePact: JsonObject = {
  consumer: { name: namePayload('consumer') },
  provider: { name: namePayload('provider') },
  interactions: [
    {
      description: namePayload('interaction'),
      providerStates: [
        {
          name: namePayload('state'),
          params: { [namePayload('state.parameter')]: namePayload('state.value') },
        },
      ],
      request: {
        method: 'GET',
        path: '/items',
        query: { [namePayload('pact.query')]: [namePayload('pact.query.value')] },
      },
      response: {
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: [{ [namePayload('pact.property')]: namePayload('pact.value') }],
        matchingRules: {
          body: {
            '$[0].name': {
              matchers: [{ match: 'regex', regex: `^${namePayload('pact.regex').replaceAll(/[^\w :#@]/g, '')}$` }],
            },
          },
        },
      },
    },
    {
      description: namePayload('interaction.undeclared'),
      request: {
        method: 'POST',
        path: '/items/nowhere',
        headers: { 'Content-Type': 'application/json' },
        body: { a: namePayload('pact.body') },
      },
      response: { status: 201, headers: { 'X-Item': 'a' } },
    },
  ],
  metadata: {
    pactSpecification: { version: '3.0.0' },
    [namePayload('metadata')]: { version: namePayload('metadata.value') },
  },
};
