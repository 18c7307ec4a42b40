/** Rules for response statuses and headers. */
import { createRuleTable } from './change.ts';

export const responseRules = createRuleTable({
  'response-success-status-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The success that clients know is gone',
    why: 'No success is left that the old contract told of, so clients take every answer for something else. Go on answering with it.',
  },
  'response-success-alternative-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'One of several successes is gone',
    why: 'Clients know the others; those that wait for this one, such as 202 or 304, wait in vain. Look at who relies on it.',
  },
  'response-success-status-added': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A success may be answered that clients were not told of, with another content',
    why: 'Clients read it as the success that they know, or take it for an error. Answer the old requests as before; offer the new answer to those that ask for it.',
  },
  'response-success-status-added-same-content': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A success may be answered that clients were not told of',
    why: 'By HTTP a client takes it as any other success, and the content is one that it knows; one that compares the number takes it for an error. Keep the old status.',
  },
  'response-error-status-added': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A status may be answered that clients were not told of',
    why: 'By HTTP a client takes it as any other of its class; one that relies on the body or on the list of statuses may not. Declare "default" or "4XX" early.',
  },
  'response-error-status-removed': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A status is declared no more',
    why: 'Clients are ready for it and need not be.',
  },
  'response-status-narrowed': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A range of statuses is declared one by one',
    why: 'Clients that are ready for the whole range are ready for a part of it.',
  },
  'response-header-removed-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A required header of an answer is gone',
    why: 'Clients were promised it and read it. Go on sending it.',
  },
  'response-header-removed-optional': {
    impact: 'risky',
    breaks: 'clients',
    title: 'An optional header of an answer is gone',
    why: 'Clients had to reckon with answers without it; those that count on it all the same go without. Go on sending it.',
  },
  'response-header-became-optional': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A header of an answer has become optional',
    why: 'Clients were promised it and read it. Go on sending it always.',
  },
  'response-header-became-required': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A header of an answer is always sent now',
    why: 'Clients that know it find it more often.',
  },
  'response-header-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A header of an answer is new',
    why: 'Clients of the old contract do not look for it.',
  },
  'response-header-content-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A header of an answer is written in another format',
    why: 'Clients read it in the old one. Keep it, and send the new one under another name.',
  },
  'response-header-type-specialised': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A header of an answer has a narrower type',
    why: 'On the wire all is text: clients that read any text can read this.',
  },
});
