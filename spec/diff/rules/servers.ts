/** Rules on where the operations are served. */
import { ruleTable } from './table.ts';

export const serverRules = ruleTable({
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
