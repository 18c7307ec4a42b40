/** Rules for parameters. */
import { createRuleTable } from './change.ts';

export const parameterRules = createRuleTable({
  'new-required-request-parameter': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A required parameter was added',
    why: 'Existing clients do not send it, so their requests are rejected. Make it optional, with a default that keeps the old behavior.',
  },
  'new-optional-request-parameter': {
    impact: 'harmless',
    breaks: 'none',
    title: 'An optional parameter was added',
    why: 'Existing clients do not send it and do not have to.',
  },
  'request-parameter-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A parameter was removed',
    why: 'Clients still send it: the server rejects it, or ignores it and returns a different result. Keep it, deprecated, until clients have migrated.',
  },
  'request-parameter-removed-with-deprecation': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A deprecated parameter was removed',
    why: 'Clients were warned; if they still send it, it is rejected or ignored. Check who sends it before you remove it.',
  },
  'request-parameter-became-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A parameter became required',
    why: 'Clients that omit it, as the old contract allowed, are rejected. Keep it optional.',
  },
  'request-parameter-became-optional': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A parameter became optional',
    why: 'Clients can still send it.',
  },
  'request-parameter-place-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The location of a parameter changed',
    why: 'Clients send it in the old location, where the server no longer reads it. Accept both until clients have migrated.',
  },
  'request-parameter-style-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The serialization of a parameter changed',
    why: 'The server reads a different value from the one that clients send, for example one value instead of an array. Keep "style" and "explode" as they were.',
  },
  'request-parameter-content-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The format of a parameter changed',
    why: 'Clients send the old format, which the server no longer reads. Keep it, or accept the new format under another name.',
  },
  'request-parameter-type-generalised': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A parameter accepts more types',
    why: 'On the wire every value is text: what clients send is also valid for the new type.',
  },
  'request-parameter-empty-value-rejected': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A parameter may no longer be empty',
    why: 'Clients that send the name without a value are rejected. Keep allowEmptyValue.',
  },
  'request-parameter-empty-value-allowed': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A parameter may now be empty',
    why: 'What clients send is still accepted.',
  },
  'request-path-parameter-renamed': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A path parameter was renamed',
    why: 'Only the contract contains the name; the requests stay the same.',
  },
  'request-path-parameter-swapped': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A path parameter was renamed to the name of another one',
    why: 'What clients send is accepted, but the server may read one value as the other. Keep the order in the path as it was.',
  },
  'request-parameter-deprecated': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A parameter was deprecated',
    why: 'It works as before; clients should stop using it.',
  },
  'request-parameter-reactivated': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A parameter is no longer deprecated',
    why: 'It works as before.',
  },
});
