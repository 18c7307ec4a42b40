/** Rules on headers that clients write in the parts of a form, and in what they answer to callbacks and webhooks. */
import { ruleTable } from './table.ts';

export const writtenHeaderRules = ruleTable({
  'api-written-header-added-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A part of a form, or an answer to a call, has to have a new header',
    why: 'Clients of the old contract send none and are refused. Make it optional.',
  },
  'api-written-header-added-optional': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A part of a form, or an answer to a call, may have a new header',
    why: 'Clients of the old contract send none, and need not.',
  },
  'api-written-header-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A header of a part of a form, or of an answer to a call, is gone',
    why: 'What clients say in it is not heard any more. Go on reading it.',
  },
  'api-written-header-became-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A header of a part of a form, or of an answer to a call, has become required',
    why: 'Clients that leave it out, as they were allowed to, are refused. Keep it optional.',
  },
  'api-written-header-became-optional': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A header of a part of a form, or of an answer to a call, has become optional',
    why: 'Clients that send it may go on.',
  },
  'api-written-header-content-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A header of a part of a form, or of an answer to a call, is written in another way',
    why: 'What clients send is read as something else. Keep the old way beside the new one, under another name.',
  },
  'api-written-header-type-generalised': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A header of a part of a form, or of an answer to a call, may be of more types',
    why: 'On the wire all of it is text: whatever clients have sent is taken as before.',
  },
});
