/** Rules for response statuses and headers. */
import { createRuleTable } from './change.ts';

export const responseRules = createRuleTable({
  'response-success-status-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The success status that clients know was removed',
    why: 'No success status of the old contract is left, so clients recognize no response as a success. Keep returning it.',
  },
  'response-success-alternative-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'One of several success statuses was removed',
    why: 'Clients know the others, but some may wait for this one, such as 202 or 304. Check who relies on it.',
  },
  'response-success-status-added': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A success status was added, with different content',
    why: 'Clients read it as the success that they know, or treat it as an error. Respond to existing requests as before; send the new response only if a client requests it.',
  },
  'response-success-status-added-same-content': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A success status was added, with known content',
    why: 'By HTTP, clients treat it like any other success, and they know the content; a client that compares the number treats it as an error. Keep the old status.',
  },
  'response-error-status-added': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A response status was added',
    why: 'By HTTP, clients treat it like any other status of its class; a client that relies on the body or on the declared statuses may fail. Declare "default" or "4XX" early.',
  },
  'response-error-status-removed': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A response status was removed',
    why: 'Clients support it, but no longer have to.',
  },
  'response-status-narrowed': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A range of statuses was replaced with single statuses',
    why: 'Clients that support the whole range also support a part of it.',
  },
  'response-header-removed-required': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A required response header was removed',
    why: 'The old contract guarantees it, and clients read it. Keep sending it.',
  },
  'response-header-removed-optional': {
    impact: 'risky',
    breaks: 'clients',
    title: 'An optional response header was removed',
    why: 'Clients had to support responses without it, but some may rely on it. Keep sending it.',
  },
  'response-header-became-optional': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A response header became optional',
    why: 'The old contract guarantees it, and clients read it. Always send it.',
  },
  'response-header-became-required': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A response header became required',
    why: 'Clients that read it now always get it.',
  },
  'response-header-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A response header was added',
    why: 'Existing clients do not read it.',
  },
  'response-header-content-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The format of a response header changed',
    why: 'Clients read the old format. Keep it, and send the new format under another name.',
  },
  'response-header-type-specialised': {
    impact: 'harmless',
    breaks: 'none',
    title: 'The type of a response header became narrower',
    why: 'On the wire every value is text: clients that read any text can read this.',
  },
});
