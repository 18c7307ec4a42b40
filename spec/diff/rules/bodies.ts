/** Rules for bodies, their media types, and the headers of their parts. */
import { createRuleTable } from './change.ts';

export const bodyRules = createRuleTable({
  'request-body-added-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A required request body is new',
    why: 'Clients of the old contract send none and are refused. Make it optional.',
  },
  'request-body-added-optional': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An optional request body is new',
    why: 'Clients of the old contract send none, and need not.',
  },
  'request-body-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The request body is gone',
    why: 'Clients still send one: it is refused, or what it says is lost. Go on taking it.',
  },
  'request-body-became-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The request body has become required',
    why: 'Clients that send none, as they were allowed to, are refused. Keep it optional.',
  },
  'request-body-became-optional': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'The request body has become optional',
    why: 'Clients that send one may go on.',
  },
  'request-media-type-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A media type is taken no more',
    why: 'Clients that send it are answered 415. Go on taking it beside the others.',
  },
  'request-media-type-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'One more media type is taken',
    why: 'Clients go on sending those that they know.',
  },
  'request-media-type-parameters-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A media type is taken with other parameters',
    why: 'Clients send the old ones; a server that looks at them answers 415. Take it with and without them.',
  },
  'request-part-media-type-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A part of a form is taken in fewer media types',
    why: 'Clients that send it in one of the others are refused. Go on taking it beside the rest.',
  },
  'request-part-media-type-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A part of a form is taken in more media types',
    why: 'Clients go on sending those that they know.',
  },
  'request-part-style-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A property of a form is written in another way',
    why: 'What clients send is read as something else: one value in place of a list, or the other way round. Keep "style" and "explode" as they were.',
  },
  'response-body-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An answer has a body now',
    why: 'Clients of the old contract do not look for one.',
  },
  'response-body-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An answer has no body any more',
    why: 'Clients read one and find nothing. Go on sending it.',
  },
  'response-media-type-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A media type is answered no more',
    why: 'Clients that ask for it are answered 406, or in a type that they cannot read. Go on offering it beside the others.',
  },
  'response-media-type-added': {
    impact: 'risky',
    breaks: 'clients',
    title: 'One more media type may be answered',
    why: 'Clients that name what they accept do not notice; those that send no Accept header may get a type that they cannot read. Answer them in the old one.',
  },
  'response-media-type-narrowed': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'Fewer media types may be answered',
    why: 'Clients that are ready for the whole range are ready for a part of it.',
  },
  'response-media-type-parameters-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A media type is answered with other parameters',
    why: 'Clients that compare the whole Content-Type no longer know it. Keep the old parameters.',
  },
});

/** Rules for headers that clients write: in the parts of a form, and in responses to callbacks and webhooks. */
export const writtenHeaderRules = createRuleTable({
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
