/** Rules for bodies, their media types, and the headers of their parts. */
import { createRuleTable } from './change.ts';

export const bodyRules = createRuleTable({
  'request-body-added-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A required request body was added',
    why: 'Existing clients do not send it, so their requests are rejected. Make it optional.',
  },
  'request-body-added-optional': {
    impact: 'harmless',
    breaks: 'none',
    title: 'An optional request body was added',
    why: 'Existing clients do not send it and do not have to.',
  },
  'request-body-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The request body was removed',
    why: 'Clients still send it: the request is rejected, or the data is lost. Keep accepting it.',
  },
  'request-body-became-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The request body became required',
    why: 'Clients that send none, as the old contract allowed, are rejected. Keep it optional.',
  },
  'request-body-became-optional': {
    impact: 'harmless',
    breaks: 'none',
    title: 'The request body became optional',
    why: 'Clients can still send it.',
  },
  'request-media-type-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A request media type was removed',
    why: 'Clients that send it get a 415 response. Keep accepting it in addition to the others.',
  },
  'request-media-type-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A request media type was added',
    why: 'Clients can still send the media types that they know.',
  },
  'request-media-type-parameters-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'The parameters of a request media type changed',
    why: 'Clients send the old parameters; a server that checks them responds with 415. Accept the media type with and without them.',
  },
  'request-part-media-type-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A media type of a form part was removed',
    why: 'Clients that send the part in this media type are rejected. Keep accepting it in addition to the others.',
  },
  'request-part-media-type-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A media type of a form part was added',
    why: 'Clients can still send the media types that they know.',
  },
  'request-part-style-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The serialization of a form property changed',
    why: 'The server reads a different value from the one that clients send, for example one value instead of an array. Keep "style" and "explode" as they were.',
  },
  'response-body-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A response body was added',
    why: 'Existing clients do not read it.',
  },
  'response-body-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A response body was removed',
    why: 'Clients expect a body and get none. Keep sending it.',
  },
  'response-media-type-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A response media type was removed',
    why: 'Clients that request it get a 406 response, or a type that they cannot read. Keep offering it in addition to the others.',
  },
  'response-media-type-added': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A response media type was added',
    why: 'Clients that send an Accept header are not affected; clients without one may get a type that they cannot read. Send them the old type.',
  },
  'response-media-type-narrowed': {
    impact: 'harmless',
    breaks: 'none',
    title: 'The range of response media types was narrowed',
    why: 'Clients that support the whole range also support a part of it.',
  },
  'response-media-type-parameters-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'The parameters of a response media type changed',
    why: 'Clients that compare the whole Content-Type no longer recognize it. Keep the old parameters.',
  },
});

/** Rules for headers that clients write: in the parts of a form, and in responses to callbacks and webhooks. */
export const writtenHeaderRules = createRuleTable({
  'api-written-header-added-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A required header was added to a form part, or to a callback or webhook response',
    why: 'Existing clients do not send it, so their requests are rejected. Make it optional.',
  },
  'api-written-header-added-optional': {
    impact: 'harmless',
    breaks: 'none',
    title: 'An optional header was added to a form part, or to a callback or webhook response',
    why: 'Existing clients do not send it and do not have to.',
  },
  'api-written-header-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A header of a form part, or of a callback or webhook response, was removed',
    why: 'The server no longer reads the header that clients send. Keep reading it.',
  },
  'api-written-header-became-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A header of a form part, or of a callback or webhook response, became required',
    why: 'Clients that omit it, as the old contract allowed, are rejected. Keep it optional.',
  },
  'api-written-header-became-optional': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A header of a form part, or of a callback or webhook response, became optional',
    why: 'Clients can still send it.',
  },
  'api-written-header-content-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The format of a header of a form part, or of a callback or webhook response, changed',
    why: 'The server reads a different value from the one that clients send. Keep the old header, and add the new format under another name.',
  },
  'api-written-header-type-generalised': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A header of a form part, or of a callback or webhook response, allows more types',
    why: 'On the wire every value is text: what clients send is still accepted.',
  },
});
