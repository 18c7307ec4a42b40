/** Rules for parameters. */
import { createRuleTable } from './change.ts';

export const parameterRules = createRuleTable({
  'new-required-request-parameter': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A required parameter is new',
    why: 'Clients of the old contract do not send it and are refused. Make it optional, with a default that does what was done before.',
  },
  'new-optional-request-parameter': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An optional parameter is new',
    why: 'Clients of the old contract do not send it, and need not.',
  },
  'request-parameter-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A parameter is gone',
    why: 'Clients still send it: it is refused, or passed over, and they get something else than they asked for. Keep it, deprecated, until they have moved.',
  },
  'request-parameter-removed-with-deprecation': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A deprecated parameter is gone',
    why: 'Clients had notice; of those that still send it, it is refused or passed over. Look at who sends it before it goes.',
  },
  'request-parameter-became-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A parameter has become required',
    why: 'Clients that leave it out, as they were allowed to, are refused. Keep it optional.',
  },
  'request-parameter-became-optional': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A parameter has become optional',
    why: 'Clients that send it may go on.',
  },
  'request-parameter-place-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A parameter is sent in another place',
    why: 'Clients send it where nobody looks for it any more. Take it in both places until they have moved.',
  },
  'request-parameter-style-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A parameter is written in another way',
    why: 'What clients send is read as something else: one value in place of a list, or the other way round. Keep "style" and "explode" as they were.',
  },
  'request-parameter-content-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A parameter is written in another format',
    why: 'What clients send is not in the format that is now read. Keep the old one, or take the new one under another name.',
  },
  'request-parameter-type-generalised': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A parameter takes more types',
    why: 'On the wire all is text: what clients send is valid by the new type too.',
  },
  'request-parameter-empty-value-rejected': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A parameter may be empty no more',
    why: 'Clients that send the name with no value are refused. Keep allowEmptyValue.',
  },
  'request-parameter-empty-value-allowed': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A parameter may be empty',
    why: 'What clients send is taken as before.',
  },
  'request-path-parameter-renamed': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A parameter of the path has another name',
    why: 'The name stands in the contract alone; what is sent stays as it is.',
  },
  'request-path-parameter-swapped': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A parameter of the path has the name of another one',
    why: 'What clients send is taken, but what stood for the one may now be read as the other. Leave the order in the path as it was.',
  },
  'request-parameter-deprecated': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A parameter is deprecated',
    why: 'It works as before; clients have notice to do without it.',
  },
  'request-parameter-reactivated': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A parameter is deprecated no more',
    why: 'It works as before.',
  },
});
