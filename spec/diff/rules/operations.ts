/** Rules for whole operations and for servers. */
import { createRuleTable } from './change.ts';

export const operationRules = createRuleTable({
  'api-removed-without-deprecation': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An operation was removed without deprecation',
    why: 'Clients that call it get a 404 or 405 response. Keep it, mark it "deprecated: true", and remove it after clients have migrated.',
  },
  'api-removed-with-deprecation': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A deprecated operation was removed',
    why: 'Clients were warned; those that have not migrated get a 404 or 405 response. Check who still calls it before you remove it.',
  },
  'api-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'An operation was added',
    why: 'Existing clients do not call it.',
  },
  'api-moved': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'The method or path of an operation changed',
    why: 'Clients that call the old one get a 404 or 405 response. Keep the old one, deprecated, until clients have migrated.',
  },
  'api-operation-id-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'The operationId of an operation changed',
    why: 'The requests stay the same, but generated clients name their functions after it, so code that calls them no longer compiles. Keep the old operationId.',
  },
  'api-operation-id-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'The operationId of an operation was removed',
    why: 'The requests stay the same, but generated clients name their functions after it, so code that calls them no longer compiles. Keep the operationId.',
  },
  'api-operation-id-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'An operationId was added to an operation',
    why: 'The requests stay the same. Generated functions may get a different name.',
  },
  'api-deprecated': {
    impact: 'harmless',
    breaks: 'none',
    title: 'An operation was deprecated',
    why: 'It works as before; clients should migrate.',
  },
  'api-reactivated': {
    impact: 'harmless',
    breaks: 'none',
    title: 'An operation is no longer deprecated',
    why: 'It works as before.',
  },
});

/** Rules for servers. */
export const serverRules = createRuleTable({
  'api-server-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A server was removed',
    why: 'Clients that call its URL get no response. Keep the server running, and declare it until clients have migrated.',
  },
  'api-server-host-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A server URL changed between relative and absolute',
    why: 'A relative URL is resolved against the location of the document, which the contract does not specify. Make sure that the host is the same.',
  },
  'api-local-server-removed': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A local server was removed',
    why: 'Other machines could not reach it.',
  },
  'api-server-added': {
    impact: 'harmless',
    breaks: 'none',
    title: 'A server was added',
    why: 'Clients can still call the servers that they know.',
  },
  'api-server-default-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'The default of a server variable changed',
    why: 'Clients that use the default now call a different server. Keep the default.',
  },
});
