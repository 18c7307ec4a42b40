/** Rules for whole operations and for servers. */
import { createRuleTable } from './change.ts';

export const operationRules = createRuleTable({
  'api-removed-without-deprecation': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An operation is gone, without notice',
    why: 'Clients that call it are answered 404 or 405. Keep it, mark it "deprecated: true" and let clients move before it goes.',
  },
  'api-removed-with-deprecation': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A deprecated operation is gone',
    why: 'Clients had notice; those that have not moved are answered 404 or 405. Look at who still calls it before it goes.',
  },
  'api-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An operation is new',
    why: 'Clients of the old contract do not call it.',
  },
  'api-moved': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'An operation has another method or path',
    why: 'Clients call the old one and are answered 404 or 405. Keep the old one beside the new one, deprecated, until they have moved.',
  },
  'api-operation-id-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'An operation has another operationId',
    why: 'The requests stay as they are, but generated clients name their functions after it and no longer compile. Keep the old operationId.',
  },
  'api-operation-id-removed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'An operation has no operationId any more',
    why: 'The requests stay as they are, but generated clients name their functions after it and no longer compile. Keep the operationId.',
  },
  'api-operation-id-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An operation has an operationId now',
    why: 'The requests stay as they are. Functions that generators had to name themselves may get another name.',
  },
  'api-deprecated': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An operation is deprecated',
    why: 'It works as before; clients have notice to move.',
  },
  'api-reactivated': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'An operation is deprecated no more',
    why: 'It works as before.',
  },
});

/** Rules for servers. */
export const serverRules = createRuleTable({
  'api-server-removed': {
    impact: 'breaking',
    breaks: 'clients',
    title: 'A server is gone',
    why: 'Clients that ask at its URL reach nobody. Go on serving it, and name it until they have moved.',
  },
  'api-server-host-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A server that was named by its path has a host, or the other way round',
    why: 'A relative URL starts from where the document is served, which the contract does not say. Make sure that it is the same host.',
  },
  'api-local-server-removed': {
    impact: 'harmless',
    breaks: 'nobody',
    title: "A server of somebody's own machine is gone",
    why: 'Nobody else could reach it.',
  },
  'api-server-added': {
    impact: 'harmless',
    breaks: 'nobody',
    title: 'One more server',
    why: 'Clients go on asking those that they know.',
  },
  'api-server-default-changed': {
    impact: 'risky',
    breaks: 'clients',
    title: 'A variable of a server has another default',
    why: 'Clients that fill in nothing ask another server than before. Keep the default.',
  },
});
