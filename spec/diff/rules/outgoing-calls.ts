/** Rules for whole callbacks and webhooks; the rules for requests and responses cover their contents. */
import { createRuleTable } from './change.ts';

export const outgoingCallRules = createRuleTable({
  'api-call-removed-without-deprecation': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A callback or webhook is gone, without notice',
    why: 'Clients wait for the call in vain. Go on making it, mark it "deprecated: true" and let clients move before it goes.',
  },
  'api-call-removed-with-deprecation': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A deprecated callback or webhook is gone',
    why: 'Clients had notice; those that have not moved wait for the call in vain. Look at who still listens before it goes.',
  },
  'api-call-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A callback or webhook is new',
    why: 'Clients of the old contract do not ask for it.',
  },
  'api-call-added-at-known-url': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A call is made that clients were not told of, where they listen already',
    why: 'Clients that give the URL for another call get this one too, and may not know what to do with it. Take another URL for it.',
  },
  'api-call-security-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A call may be made with other credentials',
    why: 'Clients that look at who calls, as the old contract says it, refuse the call. Go on sending the old credentials.',
  },
  'api-call-body-became-optional': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A call may be made without a body',
    why: 'Clients were promised one and read it. Go on sending it always.',
  },
  'api-call-body-became-required': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'A call is always made with its body now',
    why: 'Clients that know it find it more often.',
  },
  'api-call-response-status-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A success that clients may answer a call with is taken no more',
    why: 'Clients answer with it and are taken to have failed. Go on taking it.',
  },
  'api-call-response-error-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A status that clients may answer a call with is declared no more',
    why: 'What a client says by it may not be heard any more. Go on taking it.',
  },
  'api-call-response-status-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'Clients may answer a call with one more status',
    why: 'Clients go on answering with those that they know.',
  },
  'api-call-response-body-added': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'Clients are to answer a call with a body now',
    why: 'Clients of the old contract send none. Do without it where it is missing.',
  },
  'api-call-response-body-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'Clients are not to answer a call with a body any more',
    why: 'What they say in it is not heard any more. Go on reading it.',
  },
});
