/** Rules for whole callbacks and webhooks; the rules for requests and responses cover their contents. */
import { createRuleTable } from './change.ts';

export const outgoingCallRules = createRuleTable({
  'api-call-removed-without-deprecation': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A callback or webhook was removed without deprecation',
    why: 'Clients no longer get the call that they wait for. Keep making it, mark it "deprecated: true", and remove it after clients have migrated.',
  },
  'api-call-removed-with-deprecation': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A deprecated callback or webhook was removed',
    why: 'Clients were warned; those that have not migrated no longer get the call. Check who still listens before you remove it.',
  },
  'api-call-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A callback or webhook was added',
    why: 'Existing clients do not request it.',
  },
  'api-call-added-at-known-url': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A callback or webhook was added at a URL where clients already listen',
    why: 'Clients that give the URL for another call get this one too and may not support it. Use a different URL.',
  },
  'api-call-security-changed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The credentials of a callback or webhook changed',
    why: 'Clients that check the credentials of the old contract reject the call. Keep sending the old credentials.',
  },
  'api-call-body-became-optional': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The body of a callback or webhook became optional',
    why: 'The old contract guarantees it, and clients read it. Always send it.',
  },
  'api-call-body-became-required': {
    impact: 'harmless',
    breaks: 'none',
    title: 'The body of a callback or webhook became required',
    why: 'Clients that read it now always get it.',
  },
  'api-call-response-status-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A success status of a callback or webhook response was removed',
    why: 'The server treats the response of existing clients as a failure. Keep accepting it.',
  },
  'api-call-response-error-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'An error status of a callback or webhook response was removed',
    why: 'The server may ignore it. Keep accepting it.',
  },
  'api-call-response-status-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A status of a callback or webhook response was added',
    why: 'Clients can still respond with the statuses that they know.',
  },
  'api-call-response-body-added': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A body was added to a callback or webhook response',
    why: 'Existing clients send none. Accept responses without it.',
  },
  'api-call-response-body-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'The body of a callback or webhook response was removed',
    why: 'The server no longer reads the body that clients send. Keep reading it.',
  },
});
